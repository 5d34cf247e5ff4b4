//! adk.
