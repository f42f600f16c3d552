// Package facts answers questions about a finished program: who gets in, what is changed and answered, what is read of
// the environment. It reads a program and changes nothing of it.
//
// It may be imported by all that reads programs: gen/lint, gen/emit, gen/openapi, gen/graph, gen/diff, gen/assist and
// cmd.
package facts
