package emit

import (
	"go/token"
	"slices"
	"strconv"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
)

// reserved are the names that a local must not hide: what every handler has, packages
// that a workflow's file may import, and what Go predeclares.
var reserved = []string{
	"f", "x", "s", "err", "mux",
	"rt", "apikey", "basic", "client", "database", "fn", "jwt", "mcp", "password", "storage", "validate",
	"base64", "bytes", "cmp", "errors", "fmt", "hex", "html", "http", "json", "math", "regexp", "slices", "strconv",
	"strings", "template", "time", "url", "uuid", "zone",
	"any", "append", "bool", "byte", "cap", "clear", "close", "copy", "delete", "error", "false", "float64", "int",
	"int64", "iota", "len", "make", "max", "min", "new", "nil", "panic", "print", "println", "recover", "rune",
	"string", "true",
}

// locals are the names that a function has taken, each with the last number that was put
// behind it.
type locals map[string]int

func (l locals) has(name string) bool { _, ok := l[name]; return ok }

// name takes the first of the wanted names that is free and that no local must hide; if
// none is, the last with a number.
func (l locals) name(wanted ...string) string {
	return l.take(wanted, func(name string) bool { return !slices.Contains(reserved, name) })
}

// member is name for a field or method, which hides nothing.
func (l locals) member(wanted ...string) string {
	return l.take(wanted, func(string) bool { return true })
}

func (l locals) take(wanted []string, allowed func(string) bool) string {
	free := func(name string) bool {
		return name != "" && !l.has(name) && !token.IsKeyword(name) && allowed(name)
	}
	if i := slices.IndexFunc(wanted, free); i >= 0 {
		l[wanted[i]] = 1
		return wanted[i]
	}
	base := wanted[len(wanted)-1]
	name := base
	for l[base] = max(l[base], 1); !free(name); {
		l[base]++
		name = base + strconv.Itoa(l[base])
	}
	l[name] = 1
	return name
}

// local is the name of a value of the document as a local.
func local(name string) string { return types.GoLocal(name) }

// handlerName is the method that serves an entry point: its workflow's name, but where every
// workflow has a method of that name.
func handlerName(f *ir.Flow) string {
	if f.Prefix() == "register" {
		return "serveRegister"
	}
	return f.Prefix()
}
