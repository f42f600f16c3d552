package tree

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Functions are what an engine's own functions give, by their names in small letters. A line of its list is
//
//	name(kind, kind) kind
//
// and says that the result is not null where no argument is, and null where one is. Kinds are those of kinds.go; "any"
// is one of all, and "same" and "second" the kind of the first and the second argument. Behind a kind stand
//
//	?    of an argument: null is taken; of a result: it may be null all the same
//	~    of an argument: the result may be null where it is, and may be not
//	!    of an argument: where it is infinite, the result is null; of a result: it is never null, be there no row
//	...  of the last argument: it may come again, or be left out
//
// and 'text' is a text that is written out and not empty. Before the name, "rows" says that it is an aggregate,
// "within" that it is one WITHIN GROUP, whose arguments are those there too, "over" that it is only called over a
// window, and "set" that it gives rows. Behind all, [17] is the version from which on the engine has it. Where a name
// has several lines of as many arguments, all have to be there, as what is not known of an argument may be any of them.
type Functions map[string][]signature

// signature is one line of an engine's list.
type signature struct {
	role   string
	args   []argument
	more   bool // the last argument may come again, or be left out
	result string
	Null   bool // the result may be null, whatever the arguments are
	Never  bool // the result is never null
	since  int
}

// argument is what a signature says of an argument.
type argument struct {
	kinds   []string
	finite  []string // those of the kinds for which infinite values make the result null
	Null    bool     // it may be null
	loose   bool     // where it is null, the result may be
	Written bool     // it is a text that is written out
}

//go:embed functions.sqlite
var sqliteList string

//go:embed functions.postgres
var postgresList string

var (
	SQLiteFunctions   = sync.OnceValue(func() Functions { return listed(sqliteList) })
	PostgresFunctions = sync.OnceValue(func() Functions { return listed(postgresList) })
)

// signed matches a line of a list.
var signed = regexp.MustCompile(`^(?:(rows|within|over|set) )?(\w+)\((.*)\) (\w+)([?!]?)(?: \[(\d+)\])?$`)

// listed reads the list of an engine.
func listed(list string) Functions {
	f := Functions{}
	for line := range strings.Lines(list) {
		m := signed.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue // a comment
		}
		s := signature{role: m[1], result: m[4], Null: m[5] == "?", Never: m[5] == "!"}
		s.since, _ = strconv.Atoi(m[6])
		if m[3] != "" {
			for text := range strings.SplitSeq(m[3], ", ") {
				s.args = append(s.args, argumentOf(text, &s.more))
			}
		}
		f[m[2]] = append(f[m[2]], s)
	}
	return f
}

// argumentOf reads an argument of a line.
func argumentOf(text string, more *bool) argument {
	text, *more = strings.CutSuffix(text, "...")
	text, null := strings.CutSuffix(text, "?")
	text, loose := strings.CutSuffix(text, "~")
	a := argument{Null: null, loose: loose, Written: text == "'text'"}
	for kind := range strings.SplitSeq(strings.Trim(text, "'"), "|") {
		kind, finite := strings.CutSuffix(kind, "!")
		if a.kinds = append(a.kinds, kind); finite {
			a.finite = append(a.finite, kind)
		}
	}
	return a
}

// takes reports whether the signature has so many arguments.
func (s *signature) takes(n int) bool {
	return n == len(s.args) || s.more && n >= len(s.args)-1
}

// At is what the signature says of argument i.
func (s *signature) At(i int) argument { return s.args[min(i, len(s.args)-1)] }

// of are the signatures of a call, in a role, by the number of its arguments.
func (f Functions) of(e *Expr, role string) []signature {
	var list []signature
	if len(e.Path) == 1 || strings.EqualFold(e.Path[0], "pg_catalog") {
		for _, s := range f[strings.ToLower(Last(e.Path))] {
			if s.role == role && s.takes(len(e.Args)) && !e.Mixed {
				list = append(list, s)
			}
		}
	}
	return list
}

// Fitting are those of the signatures that a call may mean, as far as the kinds of its arguments are known: all, where
// none fits.
func (f Functions) Fitting(e *Expr, role string) []signature {
	list := f.of(e, role)
	fit := slices.DeleteFunc(slices.Clone(list), func(s signature) bool {
		for i, arg := range e.Args {
			if !fits(arg, s.At(i), list, i) {
				return true
			}
		}
		return false
	})
	if len(fit) == 0 {
		return list
	}
	return fit
}

// fits reports whether an argument may be what a signature says. What has no type of its own is a text for PostgreSQL
// where one of the signatures takes that.
func fits(arg *Expr, says argument, list []signature, i int) bool {
	kind := arg.Got.Kind
	if kind == Untyped && slices.ContainsFunc(list, func(s signature) bool { return slices.Contains(s.At(i).kinds, "text") }) {
		kind = "text"
	}
	return kind == Untyped || slices.ContainsFunc(says.kinds, func(of string) bool { return IsKind(kind, of) })
}

// MayBeInfinite reports whether what is given may be infinite, and the result null for it.
func (a argument) MayBeInfinite(kind string) bool {
	return len(a.finite) > 0 && (kind == "" || kind == Untyped || slices.Contains(a.finite, kind))
}

// IsText reports whether an expression is a text that is written out and not empty.
func (e *Expr) IsText() bool {
	return e.Op == Literal && strings.HasPrefix(e.Text, "'") && len(e.Text) > len("''")
}

// Resulting is the kind of what a call gives, "" where that is not known.
func (e *Expr) Resulting(list []signature) string {
	kind := ""
	for i, s := range list {
		result := s.result
		switch {
		case result == "same" && len(e.Args) > 0:
			result = e.Args[0].Got.Kind
		case result == "second" && len(e.Args) > 1:
			result = e.Args[1].Got.Kind
		case result == "any":
			result = ""
		}
		if i > 0 && result != kind {
			return ""
		}
		kind = result
	}
	return kind
}

// StrictFunctions are those that are null where an argument is, on every engine that has them.
var StrictFunctions = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, f := range []Functions{SQLiteFunctions(), PostgresFunctions()} {
		for name, list := range f {
			lenient := slices.ContainsFunc(list, func(s signature) bool {
				return s.role != "" || len(s.args) == 0 || slices.ContainsFunc(s.args, func(a argument) bool { return a.Null || a.loose })
			})
			strict, known := all[name]
			all[name] = !lenient && (strict || !known)
		}
	}
	return all
})

// Untyped is the kind of what has none of its own: of a parameter, of NULL and, in PostgreSQL, of a text as written.
const Untyped = "unknown"

// wider are the kinds that a kind is one of, or is made one of, when a function wants that.
var wider = map[string][]string{
	"int": {"number", "numeric", "float"}, "numeric": {"number", "float"}, "float": {"number"}, "number": {"int", "numeric", "float"},
	"date": {"timestamp", "timestamptz"}, "timestamp": {"timestamptz"}, "time": {"interval", "timetz"}, "bool": {}, "text": {},
}

// IsKind reports whether a value of a kind may stand for another kind. One of which nothing is known may stand for any.
func IsKind(kind, of string) bool {
	return kind == "" || of == "any" || kind == of || slices.Contains(wider[kind], of)
}
