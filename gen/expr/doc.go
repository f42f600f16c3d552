// Package expr parses, checks and emits the expressions that stand in {{ }} in a workflow's strings.
// gen/ir, gen/lint, gen/emit and templates may import it.
package expr
