// Package hashing finds the routines and triggers of a schema that do nothing with a value but make a hash of it: a
// password that one of them is given is stored as its hash alone.
package hashing

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// maxHashers bounds how deep routines call each other with a password.
const maxHashers = 8

// Hashed returns the parameters that a call gives a routine of the schema which does nothing with them but make a
// hash, or compare one.
func Hashed(s *ddl.Schema, e *tree.Expr) []int {
	if s == nil || e.Op != tree.Call || s.Routines[strings.ToLower(tree.Last(e.Path))] == nil {
		return nil
	}
	f := s.Routines[strings.ToLower(tree.Last(e.Path))]
	var list []int
	for i, arg := range e.Args {
		n := parameterOf(e, i, f)
		if made := arg.Makers(); len(made) > 0 && n >= 0 && hashes(s, tree.Last(e.Path), n, maxHashers) {
			list = append(list, made...)
		}
	}
	return list
}

// parameterOf is the parameter, from 0, that argument i of a call is for; -1 where there is none of its name.
func parameterOf(e *tree.Expr, i int, f *ddl.Routine) int {
	if i >= len(e.Names) || e.Names[i] == "" {
		return i
	}
	return slices.IndexFunc(f.Params, func(name string) bool { return strings.EqualFold(name, e.Names[i]) })
}

// hashes reports whether a routine makes a hash of its parameter n, from 0, by pgcrypto's crypt and does nothing else
// with it: it may measure it, and ask whether there is one.
func hashes(s *ddl.Schema, name string, n, depth int) bool {
	f := s.Routines[strings.ToLower(name)]
	if f == nil || f.Mixed || n >= len(f.Params) || depth == 0 || s.Routines["crypt"] != nil || s.Routines["gen_salt"] != nil {
		return false
	}
	return uses{s, f, n, depth}.onlyHash()
}

// onlyHash reports whether the routine does nothing with the parameter but make a hash of it, which it does.
func (u uses) onlyHash() bool {
	crypted, branched := false, false
	for _, tokens := range u.f.Text {
		tokens = unbegun(tokens)
		branched = branched || slices.ContainsFunc(tokens, func(t token.Token) bool { return t.Is("IF", "CASE", "LOOP", "EXCEPTION", "WHEN") })
		becomes := len(tokens) > 2 && u.is(tokens[0]) && tokens[1].Is(":=", "=")
		for i := range tokens {
			switch {
			case !u.is(tokens[i]) || u.names(tokens, i) || becomes && i == 0:
			case u.crypts(tokens, i):
				crypted = true
			case !u.measures(tokens, i):
				return false
			}
		}
		if becomes && !branched && tree.NewParser(tokens[2:]).Whole().Crypts() {
			return true // whatever follows has the hash
		}
		if becomes {
			return false
		}
	}
	return crypted
}

// unbegun is a statement without the BEGIN before it.
func unbegun(tokens []token.Token) []token.Token {
	for len(tokens) > 0 && tokens[0].Is("BEGIN") {
		tokens = tokens[1:]
	}
	return tokens
}

// uses is what a routine does with one of its parameters.
type uses struct {
	schema *ddl.Schema
	f      *ddl.Routine
	n      int
	depth  int
}

// is reports whether a token is the parameter, by its name or its number.
func (u uses) is(t token.Token) bool {
	return t.Kind == token.Param && t.Src == "$"+strconv.Itoa(u.n+1) || u.f.Params[u.n] != "" && strings.EqualFold(t.Name(), u.f.Params[u.n])
}

// names reports whether a token that is called like the parameter is another thing's: a column of the list of an
// INSERT, or of a SET, or the type of a cast.
func (u uses) names(tokens []token.Token, i int) bool {
	if i > 0 && tokens[i-1].Is("::") {
		return true
	}
	if i > 0 && tokens[i-1].Is("SET") && i+1 < len(tokens) && tokens[i+1].Is("=") {
		return true
	}
	for at := i - 1; at > 1; at-- {
		switch {
		case tokens[at].Is("("):
			return tokens[at-2].Is("INTO") || tokens[at-2].Is(".") && at > 3 && tokens[at-4].Is("INTO")
		case !tokens[at].Is(",") && tokens[at].Name() == "":
			return false
		}
	}
	return false
}

// crypts reports whether the parameter at i is what crypt, or a routine that does nothing else with it, makes a hash
// of.
func (u uses) crypts(tokens []token.Token, i int) bool {
	depth, argument := 0, 0
	for at := i - 1; at > 0; at-- {
		switch {
		case tokens[at].Is(")"):
			depth++
		case tokens[at].Is("(") && depth > 0:
			depth--
		case tokens[at].Is("("):
			return u.alone(tokens, i) && u.hashedBy(tree.NewParser(tokens[at-1:]).Primary(), argument)
		case tokens[at].Is(",") && depth == 0:
			argument++
		}
	}
	return false
}

// alone reports whether the parameter is an argument as it is, but for a cast.
func (u uses) alone(tokens []token.Token, i int) bool {
	return tokens[i-1].Is("(", ",") && i+1 < len(tokens) && tokens[i+1].Is(")", ",", "::")
}

// hashedBy reports whether a call makes a hash of an argument.
func (u uses) hashedBy(e *tree.Expr, argument int) bool {
	if e.Op != tree.Call || e.Mixed || argument >= len(e.Args) {
		return false
	}
	if argument == 0 && e.Crypts() {
		return u.salted(e.Args[1])
	}
	return hashes(u.schema, tree.Last(e.Path), argument, u.depth-1)
}

// salted reports whether a salt is none that the routine was given, and none that it writes itself but by gen_salt.
func (u uses) salted(salt *tree.Expr) bool {
	for salt.Op == tree.Strict && len(salt.Args) == 1 {
		salt = salt.Args[0]
	}
	if salt.Op != tree.Column {
		return true // gen_salt: crypts has asked for it
	}
	name := tree.Last(salt.Path)
	if len(salt.Path) == 1 && slices.ContainsFunc(u.f.Params, func(p string) bool { return strings.EqualFold(p, name) }) {
		return false
	}
	for _, tokens := range u.f.Text {
		for at, t := range tokens {
			if !t.Is(":=", "DEFAULT") || !slices.ContainsFunc(tokens[max(0, at-3):at], func(t token.Token) bool { return strings.EqualFold(t.Name(), name) }) {
				continue
			}
			value := tree.NewParser(tokens[at+1:]).Whole()
			hash := &tree.Expr{Op: tree.Call, Path: []string{"crypt"}, Args: []*tree.Expr{{Op: tree.Null}, value}}
			if value.Op != tree.Scalar && !hash.Crypts() {
				return false
			}
		}
	}
	return true
}

// measures reports whether a routine only measures the parameter at i, or asks whether there is one.
func (u uses) measures(tokens []token.Token, i int) bool {
	if i > 1 && tokens[i-1].Is("(") && u.alone(tokens, i) && tree.Measures[strings.ToLower(tokens[i-2].Name())] {
		return true
	}
	if i+1 < len(tokens) && tokens[i+1].Is("IS") {
		return true
	}
	return i+2 < len(tokens) && tokens[i+1].Is("=", "<>", "!=") && tokens[i+2].Src == "''"
}
