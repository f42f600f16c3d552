// Command broken breaks the parts of flowc that keep attackers out, one line at a time, in a copy that only the compiler
// sees, and runs the tests that must notice: what no test notices is a hole in the tests.
//
//	go run ./golden/broken                    all mutants, one by one
//	go run ./golden/broken -only jwt,oauth    those of some packages
//	go run ./golden/broken -only "aud"        those of that name
//
// It prints what was killed and what is left by package, and fails where anything is left that does not say why it is no
// change. The mutants are in mutants, a file a package. It is of golden, which may import what it likes; this imports
// nothing of flowc.
package main
