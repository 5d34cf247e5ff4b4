//! The agent understood: who leads it, and what its function takes.

use syn::ext::IdentExt;
use syn::{Block, Expr, ExprMacro, Ident, Path, ReturnType, Stmt, Type};

use super::args::AgentArgs;
use super::keys::Takes;
use super::params;
use crate::shared::docs::{self, Docs};
use crate::shared::errors::Errors;
use crate::shared::function::Function;
use crate::shared::list::List;

/// An agent as its author wrote it.
#[derive(Debug)]
pub(super) struct Agent {
    pub(super) args: AgentArgs,
    pub(super) function: Function,
    pub(super) crate_path: Path,
    pub(super) name: String,
    pub(super) docs: Docs,
    pub(super) params: Vec<Param>,
    pub(super) leader: Leader,
    /// The function's body, where it is one expression.
    pub(super) body: Option<Expr>,
}

/// What decides what the agent does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leader {
    /// A model; the function returns its instruction.
    Text,
    /// A model; the function computes its instruction for each call.
    Computed,
    /// The function.
    Function,
    /// A plan.
    Sequence,
    Parallel,
    Loop,
}

/// A parameter of the function.
#[derive(Debug)]
pub(super) enum Param {
    /// `&ReadonlyContext`.
    Readonly(Type),
    /// `&InvocationContext`.
    Invocation(Type),
    /// `&mut Emitter`.
    Emitter(Type),
    /// What the agent's maker has to give.
    Dependency(Dependency),
}

#[derive(Debug)]
pub(super) struct Dependency {
    pub(super) ident: Ident,
    pub(super) ty: Type,
    pub(super) passing: Passing,
}

/// How the function takes a dependency, which is kept in an `Arc`.
#[derive(Debug, Clone, Copy)]
pub(super) enum Passing {
    /// `&T`.
    Lent,
    /// `Arc<T>`.
    Shared,
    /// `&Arc<T>`.
    SharedLent,
}

impl Agent {
    pub(super) fn read(
        args: AgentArgs,
        function: Function,
        crate_path: Path,
        errors: &mut Errors,
    ) -> Self {
        let own = function.sig.ident.unraw().to_string();
        let params = params::read(&function, errors);
        Self {
            name: args.text("name").map_or(own, syn::LitStr::value),
            docs: docs::read(&function.attrs),
            leader: leader(&args, &function, &params),
            body: body(&function),
            crate_path,
            params,
            args,
            function,
        }
    }

    pub(super) fn dependencies(&self) -> impl Iterator<Item = &Dependency> {
        self.params.iter().filter_map(|param| match param {
            Param::Dependency(dependency) => Some(dependency),
            _ => None,
        })
    }

    /// Whether anything says what it is for.
    pub(super) fn is_described(&self) -> bool {
        let docs = !self.docs.text.is_empty() || self.docs.computed.is_some();
        docs || self.args.expr("description").is_some()
    }

    /// Whether it looks like a plan, and no key says which.
    pub(super) fn means_a_plan(&self) -> bool {
        let returns_nothing = matches!(self.function.sig.output, ReturnType::Default);
        self.leader == Leader::Text && returns_nothing && self.args.mentions("sub_agents")
    }

    /// The lists of agents below it.
    pub(super) fn below(&self) -> impl Iterator<Item = &List> {
        let lists = self.args.lists();
        let below = lists.filter(|(given, _)| given.key.takes == Takes::Agents);
        below.map(|(_, list)| list)
    }

    /// The lists of tools.
    pub(super) fn tools(&self) -> impl Iterator<Item = &List> {
        let lists = self.args.lists();
        let tools = lists.filter(|(given, _)| given.key.takes == Takes::Tools);
        tools.map(|(_, list)| list)
    }

    /// The name of the key whose list is the plan.
    pub(super) fn plan(&self) -> Option<&'static str> {
        match self.leader {
            Leader::Sequence => Some("sequential"),
            Leader::Parallel => Some("parallel"),
            Leader::Loop => Some("loop"),
            Leader::Text | Leader::Computed | Leader::Function => None,
        }
    }
}

/// A body that does not parse is rustc's to complain of.
fn body(function: &Function) -> Option<Expr> {
    let block: Block = syn::parse2(function.body.clone()).ok()?;
    match <[Stmt; 1]>::try_from(block.stmts).ok()? {
        [Stmt::Expr(expr, None)] => Some(expr),
        [Stmt::Macro(only)] if only.semi_token.is_none() => Some(Expr::Macro(ExprMacro {
            attrs: only.attrs,
            mac: only.mac,
        })),
        _ => None,
    }
}

fn leader(args: &AgentArgs, function: &Function, params: &[Param]) -> Leader {
    let plans = [
        ("sequential", Leader::Sequence),
        ("parallel", Leader::Parallel),
        ("loop", Leader::Loop),
    ];
    let mut plans = plans.into_iter();
    if let Some((_, plan)) = plans.find(|(key, _)| args.mentions(key)) {
        return plan;
    }
    let drives = |param: &Param| matches!(param, Param::Invocation(_) | Param::Emitter(_));
    let reads = |param: &Param| matches!(param, Param::Readonly(_));
    if params.iter().any(drives) {
        Leader::Function
    } else if function.sig.asyncness.is_some() || params.iter().any(reads) {
        Leader::Computed
    } else {
        Leader::Text
    }
}
