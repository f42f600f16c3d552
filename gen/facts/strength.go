package facts

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/templates"
)

// What a node asks of callers is compared with what another version of it asked: the route is guarded as before, by
// less.

// Strengths are what a node asks of callers, or keeps from others; none of one that does not run, or has a mistake.
func Strengths(n *ir.Node) []templates.Strength {
	s := stepOf(n)
	if s == nil || !n.Known() {
		return nil
	}
	var list []templates.Strength
	if n.Template.Guard.Strengths != nil {
		list = n.Template.Guard.Strengths(ir.NewPass(s))
	}
	list = append(list, required(s)...)
	list = append(list, checkedAgainst(s)...)
	list = append(list, keptFor(s)...)
	list = append(list, cookies(s)...)
	list = append(list, isolated(s)...)
	if s.Guards() || guessable(s) {
		list = append(list, limits(s))
	}
	return append(list, guards(s))
}

// stepOf is where a node runs first, or nil.
func stepOf(n *ir.Node) *ir.Step {
	for _, f := range n.Workflow.Flows {
		if steps := f.Runs(n); len(steps) > 0 {
			return steps[0]
		}
	}
	return nil
}

// guards is whether a node lets callers on who are not known.
func guards(s *ir.Step) templates.Strength {
	if s.Guards() {
		return templates.Strength{Lead: "it lets on", Value: "known callers alone"}
	}
	return templates.Strength{Lead: "it lets on", Value: "anybody", Open: true}
}

// required is what a guard wants of a known caller.
func required(s *ir.Step) []templates.Strength {
	for _, f := range s.Node.Template.Fields {
		if f.Shape != templates.Cond || f.Within == "" {
			continue
		}
		want := templates.Strength{Lead: "a known caller needs", Value: "nothing else", Open: true}
		if value := s.Value[f.Name]; value != nil && value.Expr != nil {
			want.Value, want.Open = strings.Join(conjuncts(value, value.Expr), " and "), false
			want.Asks = conjuncts(value, value.Expr)
		}
		return []templates.Strength{want}
	}
	return nil
}

// conjuncts are the parts of a condition that && joins, as the document writes them.
func conjuncts(value *ir.Typed, e *expr.Expr) []string {
	for e.Converts() {
		e = e.Args[0]
	}
	if e.Op == expr.OpBinary && e.Name == "&&" {
		return slices.Concat(conjuncts(value, e.Args[0]), conjuncts(value, e.Args[1]))
	}
	text := value.Tree.Text.Text
	return []string{strings.TrimSpace(text[max(e.Start, 0):min(e.End, len(text))])}
}

// checkedAgainst is where what a caller shows is compared with comes from.
func checkedAgainst(s *ir.Step) []templates.Strength {
	var list []string
	for _, e := range s.Against() {
		for _, name := range s.StoredIn(e) {
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.Sort(list)
	return []templates.Strength{{Lead: "what is shown is compared with", Value: strings.Join(list, ", "), Lets: list}}
}

// keptFor is how long what a node stores is found by who has the token.
func keptFor(s *ir.Step) []templates.Strength {
	if s.Node.Key() == "" || s.Node.Template.Store.Keeps == nil || !s.KeyedByToken() || !s.Kept().Stores || s.Kept().Lifetime <= 0 {
		return nil
	}
	lifetime := s.Kept().Lifetime
	return []templates.Strength{{Lead: "a token is good for", Value: inUnits(lifetime), Ranked: true, Rank: -int64(lifetime)}}
}

// inUnits is a duration without the units of which there are none: 1h, not 1h0m0s.
func inUnits(d time.Duration) string {
	text := strings.TrimSuffix(d.String(), "m0s")
	if len(text) < len(d.String()) {
		text += "m"
	}
	if hours, found := strings.CutSuffix(text, "h0m"); found {
		return hours + "h"
	}
	return text
}

// cookies are what keeps a cookie that lets its holder in from others.
func cookies(s *ir.Step) []templates.Strength {
	var list []templates.Strength
	for _, c := range s.SetCookies() {
		if c.As == nil || !s.LetsIn(c, s.Flow.GuardCookies()) {
			continue
		}
		reads, sends := "the browser alone", "https alone"
		if !c.As.HTTPOnly {
			reads = "the scripts of each page, too"
		}
		if !c.As.Secure {
			sends = "plain http, too"
		}
		name := fmt.Sprintf("cookie %q", c.Name)
		list = append(list,
			templates.Strength{Lead: name + " is read by", Value: reads, Ranked: true, Rank: rank(c.As.HTTPOnly)},
			templates.Strength{Lead: name + " is sent by", Value: sends, Ranked: true, Rank: rank(c.As.Secure)},
			templates.Strength{Lead: name + " goes along with calls from", Value: sameSites[c.As.SameSite].pages, Ranked: true, Rank: sameSites[c.As.SameSite].rank},
		)
	}
	return list
}

// isolated returns what the statements of a transaction see of others, which counts where they read what they rest on.
func isolated(s *ir.Step) []templates.Strength {
	if s.Protects == nil {
		return nil
	}
	t := TransactionOf(s.Protects)
	if t == nil {
		return nil
	}
	kept := t.Isolation != templates.ReadCommitted || neededBy(s.Protects, t.Database) == templates.ReadCommitted
	sees := "nothing that others change meanwhile"
	if !kept {
		sees = "what others change meanwhile"
	}
	return []templates.Strength{{Lead: "a transaction sees", Value: sees, Ranked: true, Rank: rank(kept)}}
}

func rank(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

// sameSites are the pages from which a browser sends a cookie (RFC 6265bis, 4.1.2.7).
var sameSites = map[string]struct {
	pages string
	rank  int64
}{
	"Strict": {"pages of this site alone", 2},
	"Lax":    {"pages of this site, and links to it", 1},
	"None":   {"pages of any site", 0},
}

// guessable reports whether a step checks what callers may guess.
func guessable(s *ir.Step) bool { return s.Node.Template.Crypto.Costly && len(s.Against()) > 0 }

// limits are the limits that every way to a step passes: of how often it is tried.
func limits(s *ir.Step) templates.Strength {
	list := limitsBefore(s, maxNested)
	if len(list) == 0 {
		return templates.Strength{Lead: "how often it is tried is limited by", Value: "nothing", Open: true}
	}
	slices.Sort(list)
	return templates.Strength{Lead: "how often it is tried is limited by", Value: strings.Join(list, ", "), Asks: list}
}

// maxNested is how many Calls one in another are followed.
const maxNested = 16

// limitsBefore are the keys of the limits before a step, also of those that a Call leads to, or that all who call its
// workflow pass.
func limitsBefore(s *ir.Step, left int) []string {
	if left == 0 {
		return nil
	}
	var list []string
	for d, out := range s.Dominators() {
		if t := d.Node.Template; t != nil && t.Store.Keeps != nil && d.Kept().Pace != "" && d.Node.Key() != "" {
			list = append(list, fmt.Sprintf("%q", d.Node.Key()))
		}
		if callee := d.Callee(); callee != nil && out != nil {
			list = append(list, limitsOfAll(callee.ReturnsBy(out.Name), left-1)...)
		}
	}
	return append(list, limitsOfAll(s.Flow.Callers(), left-1)...)
}

// limitsOfAll are the limits before each of some steps.
func limitsOfAll(steps []*ir.Step, left int) []string {
	var all []string
	for i, s := range steps {
		list := limitsBefore(s, left)
		if i == 0 {
			all = list
		}
		all = slices.DeleteFunc(all, func(key string) bool { return !slices.Contains(list, key) })
	}
	return all
}

// Weaker says how a node lets in more than another version of it did, and what else about its strength is another now.
func Weaker(before, after *ir.Node) (weaker, told []string) {
	was := Strengths(before)
	for _, s := range Strengths(after) {
		i := slices.IndexFunc(was, func(o templates.Strength) bool { return o.Lead == s.Lead })
		switch {
		case i < 0 || s.Value == was[i].Value:
		case s.WeakerThan(was[i]):
			weaker = append(weaker, s.Against(was[i]))
		case s.Told && was[i].Told:
			told = append(told, s.Against(was[i]))
		}
	}
	return weaker, told
}
