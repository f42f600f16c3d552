package templates

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/schema/types"
)

// What validator/v10 can read, and no value satisfies: each request would be refused, as if its caller were wrong.

// rule is a part of a tag: min=8. Alternatives (ipv4|ipv6) are none: what one of them refuses another may take.
type rule struct{ text, name, param string }

// rulesOf reads the parts of a tag.
func rulesOf(parts []string) []rule {
	var list []rule
	for _, part := range parts {
		if strings.Contains(part, "|") {
			continue
		}
		name, param, _ := strings.Cut(part, "=")
		list = append(list, rule{part, name, strings.NewReplacer("0x2C", ",", "0x7C", "|").Replace(param)})
	}
	return list
}

// unmet returns why no value of type t satisfies a tag, and how to fix that; "" where some may. What follows "dive" is
// of the elements.
func unmet(tag string, t types.Type) (why, fix string) {
	if t.IsFile() {
		return "", "" // which takes no tag at all
	}
	parts := strings.Split(tag, ",")
	for {
		dive := slices.Index(parts, "dive")
		own := parts
		if dive >= 0 {
			own = parts[:dive]
		}
		if why, fix := unmetBy(rulesOf(own), t); why != "" {
			return why, fix
		}
		if dive < 0 || t.Elem == nil {
			return "", ""
		}
		if parts = parts[dive+1:]; len(parts) == 0 || parts[0] == "keys" {
			return "", ""
		}
		t = *t.Elem
	}
}

func unmetBy(rules []rule, t types.Type) (why, fix string) {
	t = t.NotNull()
	if why, fix := misapplied(rules, t); why != "" {
		return why, fix
	}
	if why, fix := withoutUnit(rules, t); why != "" {
		return why, fix
	}
	for _, omits := range []string{"omitempty", "omitzero"} {
		if named(rules, "required") && named(rules, omits) {
			return fmt.Sprintf("\"required\" refuses what is empty, and %q takes it", omits), "leave one of them out"
		}
	}
	const fixBoth = "leave one of them out, or change it"
	if why := clash(rules, t); why != "" {
		return why, fixBoth
	}
	if why, turned := emptySpan(rules, t); why != "" {
		if turned != "" {
			return why, fmt.Sprintf("write %q", turned)
		}
		return why, fixBoth
	}
	if why := noChoice(rules, t); why != "" {
		return why, fixBoth
	}
	return "", ""
}

func named(rules []rule, name string) bool {
	return slices.ContainsFunc(rules, func(r rule) bool { return r.name == name })
}

// formats are rules for texts that are of one form, with what that is: no text is of two.
var formats = map[string]string{
	"email": "an e-mail address", "uuid": "a UUID", "uuid3": "a UUID", "uuid4": "a UUID", "uuid5": "a UUID", "uuid7": "a UUID",
	"ipv4": "an IPv4 address", "ipv6": "an IPv6 address", "alpha": "letters", "number": "digits", "numeric": "digits",
}

// ofTexts are the other rules that only a text can satisfy, and which validator/v10 asks of anything.
var ofTexts = []string{
	"alphanum", "alphaspace", "alphanumspace", "alphaunicode", "alphanumunicode", "ascii", "printascii", "hexadecimal", "hexcolor", "base32", "base64",
	"base64url", "base64rawurl", "ip", "cidr", "cidrv4", "cidrv6", "mac", "hostname", "hostname_rfc1123", "fqdn", "e164", "ulid", "md5", "sha256",
	"sha384", "sha512", "jwt", "semver", "contains", "containsany", "startswith", "endswith",
}

// comparisons are rules for what has a size or a value of its own, which an object has not.
var comparisons = []string{"len", "min", "max", "eq", "ne", "lt", "lte", "gt", "gte", "oneof", "noneof", "unique"}

// misapplied is why a rule is not one for values of type t. It begins as what validator/v10 says of a type that it
// refuses: see Declared.Mistyped.
func misapplied(rules []rule, t types.Type) (why, fix string) {
	for _, r := range rules {
		switch text := formats[r.name] != "" || slices.Contains(ofTexts, r.name); {
		case t.Kind == types.Object && (text || slices.Contains(comparisons, r.name)):
			return fmt.Sprintf("bad field type object: %q asks nothing of one", r.text), "write it at a member: {\"name\": {\"type\": …, \"validate\": …}}"
		case !text || (r.name == "number" || r.name == "numeric") && (t.Numeric() || t.Kind == types.Duration):
		case t.Kind == types.List || t.Kind == types.Map:
			return fmt.Sprintf("bad field type %s: %q is a rule for texts", t, r.text), "for its elements, write \"dive\" before it"
		case t.Kind == types.Bytes:
			return fmt.Sprintf("bad field type bytes: %q is a rule for texts", r.text), "leave it out: bytes are sent in base64, and nothing else is taken"
		case t.Kind == types.Int || t.Kind == types.Float || t.Kind == types.Bool || t.Kind == types.Time || t.Kind == types.Duration:
			return fmt.Sprintf("bad field type %s: %q is a rule for texts", t, r.text), "leave it out, or make the type \"string\""
		}
	}
	return "", ""
}

// sized are the rules whose parameter is a number, or a length of time.
var sized = []string{"len", "min", "max", "eq", "ne", "lt", "lte", "gt", "gte"}

// withoutUnit finds a length of time below a millisecond whose unit was forgotten: it counts nanoseconds.
func withoutUnit(rules []rule, t types.Type) (why, fix string) {
	if t.Kind != types.Duration {
		return "", ""
	}
	for _, r := range rules {
		n, err := strconv.ParseInt(r.param, 0, 64)
		if err != nil || n == 0 || !slices.Contains(sized, r.name) || time.Duration(n).Abs() >= time.Millisecond {
			continue
		}
		return fmt.Sprintf("%q counts nanoseconds: it has no unit", r.text), fmt.Sprintf("write \"%s=%ds\", or one of ms, m and h for s", r.name, n)
	}
	return "", ""
}

// clash finds two forms of which no text is both.
func clash(rules []rule, t types.Type) (why string) {
	first := -1
	for i, r := range rules {
		switch {
		case formats[r.name] == "" || t.Kind != types.String:
		case first < 0:
			first = i
		case formats[r.name] != formats[rules[first].name]:
			return fmt.Sprintf("%q and %q leave no value", rules[first].text, r.text)
		}
	}
	return ""
}

// lengths are those of texts that have but one.
var lengths = map[string]float64{
	"uuid": 36, "uuid3": 36, "uuid4": 36, "uuid5": 36, "uuid7": 36, "ulid": 26, "md5": 32, "sha256": 64, "sha384": 96, "sha512": 128,
}

// end is an end of what rules leave: of numbers, or of the lengths of texts, lists and maps.
type end struct {
	at   float64
	open bool // at itself is not left
	rule      // that says so; without a name where none does
}

// emptySpan finds two bounds with nothing between them, and what they are the other way round where that leaves
// something: as of min=9,max=1, which is min=1,max=9.
func emptySpan(rules []rule, t types.Type) (why, turned string) {
	low, high := end{at: math.Inf(-1)}, end{at: math.Inf(1)}
	if counted(t) {
		low.at = 0
	}
	for _, r := range rules {
		from, to := r.span(t)
		if from.at > low.at || from.at == low.at && from.open {
			low = from
		}
		if to.at < high.at || to.at == high.at && to.open {
			high = to
		}
		if between(low, high) {
			continue
		}
		if low.name == "" || high.name == "" {
			return fmt.Sprintf("%q leaves no value", r.text), ""
		}
		return fmt.Sprintf("%q and %q leave no value", low.text, high.text), turnedRound(low.rule, high.rule, t)
	}
	return "", ""
}

// between reports whether two ends leave something.
func between(low, high end) bool {
	return low.at < high.at || low.at == high.at && !low.open && !high.open
}

// turnedRound are a lower and an upper bound with the parameter of each at the other, where that leaves something; else
// "".
func turnedRound(low, high rule, t types.Type) string {
	low, high = low.with(high.param), high.with(low.param)
	from, _ := low.span(t)
	_, to := high.span(t)
	bounds := slices.Contains([]string{"min", "gte", "gt"}, low.name) && slices.Contains([]string{"max", "lte", "lt"}, high.name)
	if !bounds || !between(from, to) || counted(t) && from.at < 0 {
		return ""
	}
	return low.text + "," + high.text
}

// with is a rule with another parameter.
func (r rule) with(param string) rule { return rule{r.name + "=" + param, r.name, param} }

// counted reports whether it is the length of a value that bounds are about.
func counted(t types.Type) bool {
	return t.Kind == types.String || t.Kind == types.List || t.Kind == types.Map || t.Kind == types.Bytes
}

// span is what a rule leaves; everything, where it is none of bounds.
func (r rule) span(t types.Type) (low, high end) {
	low, high = end{at: math.Inf(-1)}, end{at: math.Inf(1)}
	n, ok := r.number(t)
	if !ok {
		return low, high
	}
	whole := t.Kind != types.Float
	switch r.name {
	case "min", "gte", "required":
		low = end{n, false, r}
	case "max", "lte":
		high = end{n, false, r}
	case "gt":
		low = end{n, !whole, r}
		if whole {
			low.at++
		}
	case "lt":
		high = end{n, !whole, r}
		if whole {
			high.at--
		}
	case "len", "eq":
		low, high = end{n, false, r}, end{n, false, r}
	default: // a form of one length
		if lengths[r.name] != 0 && t.Kind == types.String {
			low, high = end{n, false, r}, end{n, false, r}
		}
	}
	return low, high
}

// number is the parameter of a rule as a bound of values of type t, and whether it is one.
func (r rule) number(t types.Type) (n float64, ok bool) {
	switch {
	case t.Kind == types.String && r.name == "required":
		return 1, true
	case t.Kind == types.String && lengths[r.name] != 0:
		return lengths[r.name], true
	case !slices.Contains(sized, r.name) || t.Kind == types.String && r.name == "eq":
		return 0, false
	case t.Kind == types.Float:
		n, err := strconv.ParseFloat(r.param, 64)
		return n, err == nil
	case t.Kind == types.Duration:
		if d, err := time.ParseDuration(r.param); err == nil {
			return float64(d), true
		}
	case t.Kind != types.Int && !counted(t):
		return 0, false
	}
	whole, err := strconv.ParseInt(r.param, 0, 64)
	return float64(whole), err == nil
}

// noChoice finds values that are named, one by one, and of which the other rules leave none.
func noChoice(rules []rule, t types.Type) (why string) {
	omits := slices.ContainsFunc(rules, func(r rule) bool { return strings.HasPrefix(r.name, "omit") })
	for i, r := range rules {
		left, closed := r.choices(t)
		if !closed {
			continue
		}
		if len(left) == 0 {
			return fmt.Sprintf("%q leaves no value of type %s", r.text, t)
		}
		for j, other := range rules {
			if i == j || !other.ofValue(t) {
				continue
			}
			left = slices.DeleteFunc(left, func(value any) bool {
				return reader().Var(value, other.text) != nil && !(omits && reflect.ValueOf(value).IsZero())
			})
			if len(left) == 0 {
				return fmt.Sprintf("%q and %q leave no value", r.text, other.text)
			}
		}
	}
	return ""
}

// ofValue reports whether a rule asks something of the value alone, and not whether there is one, or of other fields.
func (r rule) ofValue(t types.Type) bool {
	switch {
	case r.name == "required":
		return t.Kind == types.String // zero and false are values
	case r.name == "isdefault" || r.name == "structonly" || r.name == "nostructlevel" || strings.HasPrefix(r.name, "omit"):
		return false
	}
	return len(r.others()) == 0
}

// choice matches one of the values of oneof, as validator/v10 takes them apart.
var choice = regexp.MustCompile(`'[^']*'|\S+`)

// choices are the values of type t that a rule names; closed is false of one that names none.
func (r rule) choices(t types.Type) (values []any, closed bool) {
	switch {
	case r.name == "oneof":
		for _, text := range choice.FindAllString(r.param, -1) {
			text = strings.ReplaceAll(text, "'", "")
			n, err := strconv.ParseInt(text, 10, 64)
			switch {
			case t.Kind == types.String:
				values = append(values, text)
			case err == nil && t.Kind == types.Int && strconv.FormatInt(n, 10) == text:
				values = append(values, n)
			}
		}
		return values, t.Kind == types.String || t.Kind == types.Int
	case r.name == "eq" && t.Kind == types.String:
		return []any{r.param}, true
	case r.name == "eq" && t.Kind == types.Int:
		n, err := strconv.ParseInt(r.param, 0, 64)
		return []any{n}, err == nil
	}
	return nil, false
}
