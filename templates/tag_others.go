package templates

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// Rules that ask for other fields. validator/v10 finds a field by its name in Go. One that it does not find it takes
// for one that differs, or that is not there: each request is refused, or none.

// compared are the rules that compare a value with that of another field.
var compared = []string{
	"eqfield", "nefield", "gtfield", "gtefield", "ltfield", "ltefield", "eqcsfield", "necsfield", "gtcsfield", "gtecsfield", "ltcsfield", "ltecsfield",
}

// others are the names of the fields that a rule asks for.
func (r rule) others() []string {
	words := choice.FindAllString(r.param, -1)
	switch {
	case slices.Contains(compared, r.name), r.name == "fieldcontains", r.name == "fieldexcludes", r.name == "postcode_iso3166_alpha2_field":
		return []string{r.param}
	case slices.Contains([]string{"required_if", "required_unless", "excluded_if", "excluded_unless", "skip_unless"}, r.name):
		var names []string
		for i := 0; i < len(words); i += 2 { // each with a value
			names = append(names, words[i])
		}
		return names
	case strings.HasPrefix(r.name, "required_with") || strings.HasPrefix(r.name, "excluded_with"): // and …_without, …_all
		return words
	}
	return nil
}

// besides holds the rules of declarations that ask for other fields to those that there are.
type besides struct {
	p          Pass
	field, key string // where to report: the field of the node, and the field of the request
	request    types.Type
}

// check checks a declaration, found at path, of a value in an object of type in, and what is in it.
func (b besides) check(path string, d Declared, in types.Type) {
	for _, r := range rulesOf(strings.Split(d.Validate, ",")) {
		where := in
		if strings.HasSuffix(r.name, "csfield") {
			where = b.request
		}
		for _, name := range r.others() {
			b.look(path, d, r, name, where)
		}
	}
	for _, m := range d.Members {
		if m.Name == "" { // an element, whose rules ask in the object that has the list
			b.check(path, m, in)
		} else {
			b.check(path+"."+m.Name, m, d.Type)
		}
	}
}

// look looks for the field that a rule asks for by name.
func (b besides) look(path string, d Declared, r rule, name string, in types.Type) {
	report := func(why, mend string) {
		b.p.Report(Problem{
			Code: diag.FC203, Field: b.field, Key: b.key,
			Message: fmt.Sprintf("%q: validate tag %q: %s", path, d.Validate, why), Hint: mend,
		})
	}
	if in.Kind != types.Object || strings.ContainsAny(name, ".[") {
		return // further inside: not followed
	}
	names := types.GoFields(in)
	at := slices.Index(names, name)
	if at < 0 {
		b.missing(r, name, in, report)
		return
	}
	other := in.Fields[at].Type
	if slices.Contains(compared, r.name) && d.Type.Scalar() && other.Scalar() && d.Type.Kind != other.Kind && d.Type.Kind != types.Any && other.Kind != types.Any {
		report(fmt.Sprintf("%q compares %s with %s, which are never equal, greater or less", r.text, d.Type.NotNull(), other.NotNull().Plain()),
			fmt.Sprintf("give both one type, or compare them in a Condition, where %s may be converted", in.Fields[at].Name))
	}
}

// missing reports a name that no field has in Go.
func (b besides) missing(r rule, name string, in types.Type, report func(why, mend string)) {
	names := types.GoFields(in)
	meant := slices.IndexFunc(in.Fields, func(f types.Field) bool { return f.Name == name })
	if meant < 0 {
		report(fmt.Sprintf("%q asks for a field %q, and there is none beside it", r.text, name),
			"use one of "+strings.Join(names, ", ")+", as the fields are called in Go, or compare in a Condition")
		return
	}
	report(fmt.Sprintf("%q asks for a field %q: validator/v10 knows it by its name in Go, %s", r.text, name, names[meant]),
		fmt.Sprintf("write %q, or compare them in a Condition", r.name+"="+replaceWord(r.param, name, names[meant])))
}

// replaceWord replaces a word of a parameter.
func replaceWord(param, old, by string) string {
	words := strings.Split(param, " ")
	for i, word := range words {
		if word == old {
			words[i] = by
		}
	}
	return strings.Join(words, " ")
}
