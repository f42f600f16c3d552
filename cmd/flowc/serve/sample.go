package serve

import (
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// sample is a value that a field of a request may well have.
func sample(in ir.Input) any { return sampleOf(in.Name, in.Type, in.Declared) }

// sampleOf is a value of a type that a declaration takes; name is that of the field whose element it is, or its own.
func sampleOf(name string, t types.Type, d templates.Declared) any {
	rules := rulesOf(d.Validate)
	if t.IsFile() {
		return "hello"
	}
	switch t.Kind {
	case types.Int:
		return sampleInt(rules)
	case types.Float:
		return float64(sampleInt(rules))
	case types.Bool:
		return true
	case types.Bytes:
		return "aGVsbG8=" // base64
	case types.Time:
		return "2030-01-31T12:00:00Z"
	case types.Duration:
		return "15m"
	case types.List:
		return []any{sampleOf(name, *t.Elem, d.Member(""))}
	case types.Map:
		return map[string]any{"key": sampleOf(name, *t.Elem, templates.Declared{})}
	case types.Object:
		fields := map[string]any{}
		for _, f := range t.Fields {
			fields[f.Name] = sampleOf(f.Name, f.Type, d.Member(f.Name))
		}
		return fields
	}
	return fit(sampleString(name, t.Labels, rules), rules)
}

// rulesOf reads a validator/v10 tag: rule -> parameter.
func rulesOf(tag string) map[string]string {
	rules := map[string]string{}
	for rule := range strings.SplitSeq(tag, ",") {
		name, parameter, _ := strings.Cut(rule, "=")
		if name == "dive" {
			break // what follows is about the elements
		}
		rules[name] = parameter
	}
	return rules
}

// sampleInt is 1, or what is nearest to it within the bounds.
func sampleInt(rules map[string]string) int64 {
	value := int64(1)
	for _, bound := range []struct {
		rule string
		off  int64
		fit  func(a, b int64) int64
	}{
		{"min", 0, larger}, {"gte", 0, larger}, {"gt", 1, larger},
		{"max", 0, smaller}, {"lte", 0, smaller}, {"lt", -1, smaller},
		{"eq", 0, func(_, n int64) int64 { return n }},
	} {
		if n, err := strconv.ParseInt(rules[bound.rule], 10, 64); err == nil {
			value = bound.fit(value, n+bound.off)
		}
	}
	return value
}

func larger(a, b int64) int64  { return max(a, b) }
func smaller(a, b int64) int64 { return min(a, b) }

// sampleString goes by what the tag asks for, else by the field's label and name.
func sampleString(name string, labels types.Label, rules map[string]string) string {
	if options, ok := rules["oneof"]; ok {
		return strings.Fields(options + " text")[0]
	}
	for _, s := range []struct{ rule, text string }{
		{"email", sampleEmail}, {"url", sampleURL}, {"http_url", sampleURL}, {"uri", sampleURL}, {"uuid", sampleUUID}, {"uuid4", sampleUUID},
		{"e164", samplePhone}, {"numeric", "12345678"}, {"number", "12345678"}, {"alpha", "text"}, {"alphanum", "text"},
	} {
		if _, ok := rules[s.rule]; ok {
			return s.text
		}
	}
	if labels.Has(types.Password) {
		return "correct horse battery staple"
	}
	name = strings.ToLower(name)
	for _, s := range []struct{ part, text string }{
		{"email", sampleEmail}, {"e_mail", sampleEmail}, {"url", sampleURL}, {"uuid", sampleUUID}, {"phone", samplePhone}, {"name", "Ada"},
		{"login", project.DevPerson}, {"sku", "lamp"},
	} {
		if strings.Contains(name, s.part) {
			return s.text
		}
	}
	if name == "id" || strings.HasSuffix(name, "_id") {
		return "1"
	}
	return "text"
}

const (
	sampleEmail = "ada@example.com"
	sampleURL   = "https://example.com"
	sampleUUID  = "9b2f7c1e-4a53-4d0e-8c6a-1f2e3d4c5b6a"
	samplePhone = "+14155550123"
)

// fit cuts or fills a text to the length that the tag asks for, in characters.
func fit(text string, rules map[string]string) string {
	for _, rule := range []string{"min", "gte", "len"} {
		if n, err := strconv.Atoi(rules[rule]); err == nil && n > len(text) {
			text += strings.Repeat("x", n-len(text))
		}
	}
	for _, rule := range []string{"max", "lte", "len"} {
		if n, err := strconv.Atoi(rules[rule]); err == nil && n >= 0 && n < len(text) {
			text = text[:n]
		}
	}
	return text
}
