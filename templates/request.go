package templates

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/dave/jennifer/jen"
	tags "github.com/go-playground/validator/v10"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// What the entry points over HTTP have in common.

// Methods are the HTTP methods that an entry point may have.
var Methods = []string{"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"}

// Method is net/http's constant for one of Methods.
func Method(name string) *jen.Statement {
	return jen.Qual("net/http", "Method"+name[:1]+strings.ToLower(name[1:]))
}

// Validates reports whether a declared field has a validate tag.
func Validates(fields []Declared) bool {
	return slices.ContainsFunc(fields, func(f Declared) bool { return ValidateTag(f) != "" || Validates(f.Members) })
}

// ValidateTag is the tag that a declared field's struct field has: its own, and that of its elements behind "dive".
func ValidateTag(d Declared) string {
	own := askedBeyondPresence(d.Validate, d.Type)
	if d.Type.Kind != types.List || !Validates(d.Members) {
		return own
	}
	tag := "dive"
	if elements := ValidateTag(d.Members[0]); elements != "" {
		tag += "," + elements
	}
	if own != "" {
		tag = own + "," + tag
	}
	return tag
}

// askedBeyondPresence is a tag without "required" of numbers and truth values that can't be null. That they are there
// is what decoding them proves; zero and false are values here, at which validator/v10 would stop, and ask nothing more
// of them.
func askedBeyondPresence(tag string, t types.Type) string {
	if tag == "" {
		return ""
	}
	parts := strings.Split(tag, ",")
	kept := make([]string, 0, len(parts))
	for i, part := range parts {
		switch {
		case part == "keys" || part == "dive" && t.Elem == nil:
			return strings.Join(append(kept, parts[i:]...), ",")
		case part == "dive":
			t = *t.Elem
		case part == "required" && !t.Nullable && (t.Numeric() || t.Kind == types.Bool || t.Kind == types.Duration):
			continue
		}
		kept = append(kept, part)
	}
	return strings.Join(kept, ",")
}

// PathProblem asks net/http itself whether it takes a path, and says why not.
func PathProblem(path string) string {
	switch {
	case strings.TrimSpace(path) != path:
		return "it has a space around it"
	case !strings.HasPrefix(path, "/"):
		return "it must begin with \"/\""
	case strings.ContainsAny(path, "?#"):
		return "it can't hold a query or a fragment"
	}
	if why := refusal("GET " + path); why != "" {
		return why
	}
	for _, segment := range strings.Split(path, "/") {
		if wildcard := foreignWildcard(segment); wildcard != "" {
			return fmt.Sprintf("%q is how others write a wildcard", segment)
		}
		if strings.Contains(segment, "}") && !strings.HasPrefix(segment, "{") {
			return "it has a \"}\" without a \"{\"" // net/http would take it for a character
		}
	}
	return ""
}

// foreignWildcards are segments that are a wildcard to other routers, and mere text to net/http: :id, <id> and
// <int:id>, [id].
var foreignWildcards = []*regexp.Regexp{
	regexp.MustCompile(`^:([A-Za-z_][A-Za-z0-9_]*)$`), regexp.MustCompile(`^<(?:[a-z]+:)?([A-Za-z_][A-Za-z0-9_]*)>$`),
	regexp.MustCompile(`^\[([A-Za-z_][A-Za-z0-9_]*)\]$`),
}

// foreignRest matches a segment that stands for all that is left of a path: *, ** and *path.
var foreignRest = regexp.MustCompile(`^\*\*?([A-Za-z_][A-Za-z0-9_]*)?$`)

// wildcardRule matches a wildcard with what other routers write into it, or around it: {id:[0-9]+}, {id?}, {{id}}, {id.
var wildcardRule = regexp.MustCompile(`^\{+\s*([A-Za-z_][A-Za-z0-9_-]*)(?:[:?][^}]*|\s*)\}*$`)

// address matches what stands ahead of a path in a URL, or in a route that names its method.
var address = regexp.MustCompile(`^(?:[A-Z]+\s+)?(?:[a-z]+://[^/]*)?`)

// foreignWildcard is a segment as net/http writes it, where other routers take it for a wildcard; else "".
func foreignWildcard(segment string) string {
	for _, wildcard := range foreignWildcards {
		if m := wildcard.FindStringSubmatch(segment); m != nil {
			return "{" + m[1] + "}"
		}
	}
	if m := foreignRest.FindStringSubmatch(segment); m != nil {
		return "{" + cmp.Or(m[1], "path") + "...}"
	}
	return ""
}

// PathHint says how to write a path that has a problem.
func PathHint(path string) string {
	const general = "write it as net/http does: /users, /users/{id}, /files/{path...}"
	bare := address.ReplaceAllString(strings.TrimSpace(path), "")
	if i := strings.IndexAny(bare, "?#"); i >= 0 {
		bare = bare[:i]
	}
	segments := strings.Split(strings.TrimPrefix(bare, "/"), "/")
	kept := segments[:0]
	for i, segment := range segments {
		if wildcard := foreignWildcard(segment); wildcard != "" {
			segment = wildcard
		} else if m := wildcardRule.FindStringSubmatch(segment); m != nil {
			segment = "{" + strings.ReplaceAll(m[1], "-", "_") + "}"
		}
		if segment != "" || i == len(segments)-1 {
			kept = append(kept, segment)
		}
	}
	if mended := "/" + strings.Join(kept, "/"); mended != path && PathProblem(mended) == "" {
		return "write " + mended
	}
	return general
}

// offset is net/http's own count, which includes the method.
var offset = regexp.MustCompile(`^at offset \d+: `)

// refusal is why net/http's mux refuses a pattern, or "".
func refusal(pattern string) (why string) {
	defer func() {
		if r := recover(); r != nil {
			why = fmt.Sprint(r)
			if _, after, ok := strings.Cut(why, pattern+"\": "); ok {
				why = offset.ReplaceAllString(after, "")
			}
		}
	}()
	http.NewServeMux().Handle(pattern, http.NotFoundHandler())
	return ""
}

// CheckFields checks what the declarations of a Fields field say beyond their shape. Of a path that was refused, or is
// missing, nobody knows the wildcards.
func CheckFields(p Pass, field, method, path string) {
	placed := PathProblem(path) == ""
	for _, d := range p.Declared(field) {
		checkField(p, field, d)
		if placed && d.In == "path" && !HasWildcard(path, d.Name) {
			noWildcard(p, field, d)
			continue
		}
		in := PlaceOf(d, method, HasWildcard(path, d.Name))
		if problem := PlaceProblem(d, in); problem != "" && (placed || d.In != "") {
			p.Report(Problem{Code: diag.FC203, Field: field, Key: d.Name, Message: fmt.Sprintf("%q is in the %s: %s, got %s", d.Name, in, problem, d.Type)})
		}
	}
}

// HasWildcard reports whether a path has a wildcard of a name.
func HasWildcard(path, name string) bool {
	return strings.Contains(path, "{"+name+"}") || strings.Contains(path, "{"+name+"...}")
}

// PlaceOf is where a declared field is: where its declaration says, or else in the path where that has its wildcard, in
// the body of the methods that have one, and in the query. It is "" where the method was refused.
func PlaceOf(d Declared, method string, wildcard bool) string {
	switch {
	case d.In != "":
		return d.In
	case wildcard:
		return "path"
	case method == http.MethodPost || method == http.MethodPut || method == http.MethodPatch:
		return "body"
	case method == "":
		return ""
	}
	return "query"
}

// PlaceProblem says why a value of a field's type can't be where the field is, or "": outside of the body are texts,
// and in a query several of one name.
func PlaceProblem(d Declared, in string) string {
	t := d.Type
	several := in == "query" && t.Kind == types.List && t.Elem.Scalar() && !t.Elem.Nullable
	switch {
	case in == "" || in == "body" || several || t.Scalar() || t.Kind == types.Unknown || t.Kind == types.Any || t.Kind == types.Bytes && d.In == "":
		return ""
	case in == "query":
		return "want a scalar type, or a list of one"
	}
	return "want a scalar type"
}

func noWildcard(p Pass, field string, d Declared) {
	p.Report(Problem{
		Code: diag.FC203, Field: field, Key: d.Name,
		Message: fmt.Sprintf("%q is in the path, and the path has no wildcard {%s}", d.Name, d.Name), Hint: "add the wildcard, or change \"in\"",
	})
}

func checkField(p Pass, field string, d Declared) {
	report := func(message, hint string) {
		p.Report(Problem{Code: diag.FC203, Field: field, Key: d.Name, Message: message, Hint: hint})
	}
	if strings.Contains(d.Validate, "dive") && len(d.Members) == 1 && d.Members[0].Validate != "" {
		report(fmt.Sprintf("%q: validate tag %q: the elements have a tag of their own", d.Name, d.Validate), "write what is wanted of them there, without \"dive\"")
	}
	if d.Type.IsFile() && d.Validate != "" {
		report(fmt.Sprintf("%q: a file takes no validate tag", d.Name), "bound its size with endpointMaxBody, and ask for its contentType with a Condition")
		return
	}
	if d.TagProblem != "" {
		report(fmt.Sprintf("%q: validate tag %q: %s", d.Name, d.Validate, d.TagProblem), TagMend(d.Validate, d.Type))
		return
	}
	if in := p.EntryType(); in.Kind == types.Object {
		besides{p: p, field: field, key: d.Name, request: in}.check(d.Name, d, in)
	}
}

// foreignTags are rules under the names that JSON Schema, zod and others have for them, in small letters and without
// what stands between words, with those of validator/v10.
var foreignTags = map[string]string{
	"minlength": "min", "minlen": "min", "minimum": "min", "minitems": "min", "atleast": "min", "maxlength": "max", "maxlen": "max",
	"maximum": "max", "maxitems": "max", "atmost": "max", "length": "len", "size": "len", "positive": "gt=0", "nonnegative": "gte=0",
	"nonempty": "min=1", "notempty": "min=1", "notblank": "min=1", "enum": "oneof", "in": "oneof", "values": "oneof", "integer": "number", "digits": "number",
	"mail": "email", "uri": "url", "guid": "uuid", "ipaddress": "ip", "iso8601": "datetime=2006-01-02", "date": "datetime=2006-01-02",
	"phone": "e164", "alphanumeric": "alphanum", "optional": "omitempty",
}

// TagMend says how what a tag wants of a value of type t is written, where TagProblem has something against it.
func TagMend(tag string, t types.Type) string {
	if unfit(tag) != "" {
		return "leave it out, and ask with a Condition: matches(x, \"…\")"
	}
	if unreadable(tag, t) == "" {
		_, mend := unmet(tag, t)
		return mend
	}
	if meant := meantTag(tag, t); meant != "" {
		return fmt.Sprintf("write %q", meant)
	}
	for _, part := range strings.Split(tag, ",") {
		name, value, _ := strings.Cut(part, "=")
		plain := strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
		switch mend := foreignTags[plain]; {
		case plain == "pattern" || plain == "regex" || plain == "regexp":
			return "there is no tag for patterns: ask with a Condition, matches(x, \"…\")"
		case mend == "" || mend == name:
		case value == "" || strings.Contains(mend, "="):
			return fmt.Sprintf("write %q", mend)
		default:
			return fmt.Sprintf("write \"%s=%s\"", mend, value)
		}
	}
	return "see the tags of validator/v10, such as \"email\" or \"min=8,max=72\""
}

// Mistyped reports whether the type of a field, which is in a place, or what else its declaration says was refused as
// the two don't go together: what the type is to be is not known.
func (d Declared) Mistyped(in string) bool {
	return strings.HasPrefix(d.TagProblem, "bad field type") || PlaceProblem(d, in) != ""
}

// unfitTags are rules of validator/v10 that are no question of what a caller sends, with why. Who may have a server
// look for files learns which there are, and makes it read some.
var unfitTags = map[string]string{
	"dir": onDisk, "dirpath": onDisk, "file": onDisk, "filepath": onDisk, "image": onDisk, "uds_exists": onDisk,
	"validateFn": "calls a method, which no field of a request has",
}

const onDisk = "looks on the server's disk for what a caller names"

// unfit is why a tag has a rule that is not for requests, or "".
func unfit(tag string) string {
	for rule := range strings.FieldsFuncSeq(tag, func(r rune) bool { return r == ',' || r == '|' }) {
		name, _, _ := strings.Cut(rule, "=")
		if why := unfitTags[name]; why != "" {
			return fmt.Sprintf("%q %s", name, why)
		}
	}
	return ""
}

// TagProblem is why validator/v10 refuses a tag, or why it is not for requests, or why no value satisfies it; or "".
func TagProblem(tag string, t types.Type) string {
	if tag == "" {
		return ""
	}
	if why := cmp.Or(unfit(tag), unreadable(tag, t)); why != "" {
		return why
	}
	why, _ := unmet(tag, t)
	return why
}

// unreadable is why validator/v10 refuses a tag, or "". It panics on one that it can't read, or that has no meaning for
// the field's type.
func unreadable(tag string, t types.Type) (why string) {
	defer func() {
		if r := recover(); r != nil {
			why = inWords(strings.TrimSuffix(fmt.Sprint(r), " on field ''")) // there is no struct
		}
	}()
	_ = reader().Var(sample(t), tag) // only whether it can be read matters
	tryParts(reader(), tag, t)
	return ""
}

var (
	noNumber = regexp.MustCompile(`^strconv\.Parse\w+: parsing ("(?:[^"\\]|\\.)*"): .*$`)
	noRule   = regexp.MustCompile(`^[Uu]ndefined validation function '(.*)'$`)
)

// inWords puts the reason of a panic of validator/v10 in words of its tags, without those of Go.
func inWords(reason string) string {
	reason = noNumber.ReplaceAllString(noRule.ReplaceAllString(reason, `there is no rule "$1"`), "$1 is not a number of the required form")
	return strings.ToLower(reason[:1]) + reason[1:]
}

// reader reads tags: it is expensive to make, and remembers nothing but what it has read.
var reader = sync.OnceValue(func() *tags.Validate { return tags.New() })

// tryParts reads each part of a tag by itself, as validating ends at the first that the sample does not meet. It panics
// as validator/v10 does.
func tryParts(v *tags.Validate, tag string, t types.Type) {
	for _, part := range strings.Split(tag, ",") {
		if part == "keys" || part == "endkeys" {
			return // between them are tags of a map's keys
		}
		if part == "dive" {
			if t.Elem == nil {
				return // refused as a whole
			}
			t = *t.Elem
			continue
		}
		for _, alternative := range strings.Split(part, "|") {
			_ = v.Var(sample(t), alternative)
		}
	}
}

// sample is a value of the type, not the zero value, which omitempty would end at.
func sample(t types.Type) any {
	switch t.Kind {
	case types.Int:
		return int64(1)
	case types.Float:
		return 1.5
	case types.Bool:
		return true
	case types.Bytes:
		return []byte("x")
	case types.Time:
		return time.Unix(1, 0)
	case types.Duration:
		return time.Second
	case types.List:
		return []any{sample(*t.Elem)}
	case types.Map:
		return map[string]any{"x": sample(*t.Elem)}
	}
	return "x"
}
