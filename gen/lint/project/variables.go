package project

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

var NearVariables = rule.Rule{Code: diag.FC510, Run: nearVariables, Wide: true}

// reading is a place where an environment variable is read.
type reading struct {
	name string
	node *ir.Node
	span diag.Span
}

// readVariable matches the name of a variable in a value that reads it.
var readVariable = regexp.MustCompile(`\benv\.([A-Z][A-Z0-9_]*)`)

func nearVariables(p *rule.Pass) {
	v := variables{read: map[string][]reading{}, without: map[string][]string{}}
	p.Nodes(func(s *ir.Step) { v.add(readings(s)) })
	for _, name := range v.names {
		near := v.near(name)
		if near == "" || len(v.read[name]) > 1 {
			continue
		}
		if len(v.read[near]) == 1 && slices.Index(v.names, near) > slices.Index(v.names, name) {
			continue // both are read once: the second one is reported
		}
		r, o := v.read[name][0], v.read[near][0]
		p.ReportNode(r.node, diag.Diagnostic{
			Span:    r.span,
			Message: fmt.Sprintf("env.%s is read here alone, and its name is nearly that of env.%s", name, near),
			Hint:    fmt.Sprintf("did you mean env.%s?", near),
			Related: []diag.Related{{File: o.node.Workflow.File, Span: o.span, Message: fmt.Sprintf("here env.%s is read", near)}},
		})
	}
}

// variables are those that are read, found by what a slip makes of them: projects may have very many.
type variables struct {
	names   []string // in the order in which they are read first
	read    map[string][]reading
	without map[string][]string // names, by what is left of them without one of their letters
}

func (v *variables) add(list []reading) {
	for _, r := range list {
		if v.read[r.name] == nil {
			v.names = append(v.names, r.name)
			for i := range r.name {
				v.without[r.name[:i]+r.name[i+1:]] = append(v.without[r.name[:i]+r.name[i+1:]], r.name)
			}
		}
		v.read[r.name] = append(v.read[r.name], r)
	}
}

// near is the name that is another one but for a slip, the one that is read most often where there are several; or "".
func (v *variables) near(name string) string {
	others := slices.Clone(v.without[name]) // which have a letter more
	for i := range name {
		left := name[:i] + name[i+1:]
		others = append(append(others, left), v.without[left]...) // which lack one, and which have them in another order
	}
	others = slices.DeleteFunc(others, func(other string) bool { return v.read[other] == nil || !slips(name, other) })
	if len(others) == 0 {
		return ""
	}
	return slices.MinFunc(others, func(a, b string) int { return cmp.Compare(len(v.read[b]), len(v.read[a])) })
}

// readings are the places where a step names the variables that it reads, in the order of its fields.
func readings(s *ir.Step) []reading {
	names := facts.VariablesOf(s)
	if len(names) == 0 {
		return nil
	}
	var list []reading
	for _, given := range s.Node.Given() {
		if given.JSON == nil {
			continue // a default
		}
		given.JSON.Walk(func(v *schema.Value) {
			if v.Kind != schema.String {
				return
			}
			for _, at := range readVariable.FindAllStringSubmatchIndex(v.Text, -1) {
				if name := v.Text[at[2]:at[3]]; slices.Contains(names, name) {
					list = append(list, reading{name, s.Node, v.Within(s.Node.Workflow.File, at[0], at[1])})
				}
			}
		})
	}
	return list
}

// leastWord is how long a word is, in letters, of which one more or less is a slip: COST and COAST are two words.
const leastWord = 5

// slips reports whether one of two names is a misspelling of the other: a letter inside of a word is missing, or has
// changed places with the next one. A first or last letter, a digit or a replaced letter makes another name: API_KEY
// and API_KEYS, KEY1 and KEY2, INPUT_URL and OUTPUT_URL, CONTENT_URL and CONSENT_URL.
func slips(a, b string) bool {
	as, bs := strings.Split(a, "_"), strings.Split(b, "_")
	if len(as) != len(bs) {
		return false
	}
	differs := -1
	for i := range as {
		switch {
		case as[i] == bs[i]:
		case differs >= 0:
			return false
		default:
			differs = i
		}
	}
	return differs >= 0 && slipped(as[differs], bs[differs])
}

// slipped is slips of two words.
func slipped(short, long string) bool {
	if len(short) > len(long) {
		short, long = long, short
	}
	at := 0 // of the first letter that differs
	for at < len(short) && short[at] == long[at] {
		at++
	}
	if len(short) < leastWord || at == 0 || at >= len(short)-1 && len(short) == len(long) || at == len(short) || !isLetter(long[at]) || !isLetter(short[at]) {
		return false
	}
	if len(short) == len(long) {
		return short[at] == long[at+1] && short[at+1] == long[at] && short[at+2:] == long[at+2:]
	}
	return short[at:] == long[at+1:]
}

func isLetter(c byte) bool { return 'A' <= c && c <= 'Z' }
