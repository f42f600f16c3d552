package templates

import (
	"slices"
	"strconv"
	"strings"
)

// Strength is one thing that a node asks of callers, or keeps from others, in a sentence: two versions of a node are
// compared by those that begin alike.
type Strength struct {
	Lead  string // the sentence up to the value: "let in are tokens for"
	Value string // its end, as people read it: `the audience "api"`

	Ranked bool     // a lower Rank is weaker, and else any other Value
	Rank   int64    // in whatever unit
	Lets   []string // where it is not nil: more of these is weaker, and any other Value is not
	Asks   []string // where it is not nil: one of these that is gone is weaker, and any other Value is not
	Open   bool     // it asks for nothing, so that nothing is weaker
	Told   bool     // another Value is told, and nobody can say that it is weaker
}

// Strangers is an issuer whose tokens others may have than a node means.
type Strangers struct {
	Field   string   // of the node, that names the issuer
	Issuer  string   // as people call it
	Why     string   // they have them: goes on behind "tokens of X: "
	Claims  []string // one of which says whose they are
	Setting string   // the setting that says it, "" where there is none
}

// WeakerThan reports whether who had to stay outside of another version is let in by this one.
func (s Strength) WeakerThan(was Strength) bool {
	switch {
	case s.Value == was.Value || s.Told || was.Open:
		return false
	case s.Ranked:
		return s.Rank < was.Rank
	case s.Lets != nil || was.Lets != nil:
		return !within(s.Lets, was.Lets)
	case was.Asks != nil:
		return !within(was.Asks, s.Asks)
	}
	return true
}

// Against says what another version had in place of this one: "let in are tokens for no audience, in place of the
// audience "api"".
func (s Strength) Against(was Strength) string {
	return s.Lead + " " + s.Value + ", in place of " + was.Value
}

// within reports whether all of a list are in another, where * is everything.
func within(list, other []string) bool {
	return slices.Contains(other, "*") || !slices.ContainsFunc(list, func(item string) bool { return !slices.Contains(other, item) })
}

// LongerIsWeaker is the Strength of a Duration field.
func LongerIsWeaker(p Pass, field, lead, after string) Strength {
	return Strength{Lead: lead, Value: p.Text(field) + after, Ranked: true, Rank: -int64(p.Duration(field))}
}

// OfVariable is the Strength of a Secret field: which variable it is, which another one may be for no reason but its
// name.
func OfVariable(p Pass, field, lead string) Strength {
	return Strength{Lead: lead, Value: "env." + p.Text(field), Told: true}
}

// Wanted is the Strength of a Text field that a token is asked for: anything where there is none.
func Wanted(p Pass, field, lead, named, none string) Strength {
	if !p.Given(field) {
		return Strength{Lead: lead, Value: none, Open: true, Lets: []string{"*"}}
	}
	return oneOf(p, field, lead, named)
}

// oneOf is the Strength of a field of which a token has to name one text: one more of them is weaker, and so is any
// other.
func oneOf(p Pass, field, lead, named string) Strength {
	var texts []string
	for _, text := range p.List(field) {
		switch name := Variable(text); {
		case name != "":
			text = named + " in env." + name
		case named != "":
			text = named + " " + strconv.Quote(text)
		}
		texts = append(texts, text)
	}
	return Strength{Lead: lead, Value: strings.Join(texts, " or "), Lets: texts}
}
