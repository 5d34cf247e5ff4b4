use adk::{FunctionTool, ToolContext, ToolError};

fn main() {
    let pay = FunctionTool::new("pay", "Pays.", |(): (), _: ToolContext| async {
        Ok::<_, ToolError>(())
    });
    let _ = pay.confirm_when(|(): (), _| true);
}
