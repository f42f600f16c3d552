package templates

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/schema/types"
)

// meantTag is a tag as it was meant, of one that can't be read, or "": with other signs between its rules or its
// values, or with a length of time that Go has no unit for.
func meantTag(tag string, t types.Type) string {
	for _, meant := range []string{rulesApart(tag, ruleEnd), oneofJoined(tag, t), rulesApart(tag, wordEnd), inUnits(tag, t)} {
		if meant != tag && TagProblem(meant, t) == "" {
			return meant
		}
	}
	return ""
}

// ruleEnd matches what may have been meant to end a rule, wordEnd where that is a space.
var (
	ruleEnd = regexp.MustCompile(`\s*[,;&]+\s*`)
	wordEnd = regexp.MustCompile(`[\s,;&]+`)
)

// parameter matches a rule whose parameter is written as elsewhere: min: 8, min(8), min = 8.
var parameter = regexp.MustCompile(`^(\w+)\s*[=:(]\s*(.*?)\s*\)?$`)

// rulesApart writes the rules of a tag as validator/v10 reads them.
func rulesApart(tag string, end *regexp.Regexp) string {
	parts := end.Split(strings.TrimSpace(tag), -1)
	for i, part := range parts {
		if m := parameter.FindStringSubmatch(part); m != nil {
			parts[i] = m[1] + "=" + m[2]
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ",")
}

// oneofJoined writes the values of oneof with spaces between them.
func oneofJoined(tag string, t types.Type) string {
	var parts, values []string
	flush := func() {
		for i, value := range values {
			if strings.Contains(value, " ") {
				values[i] = "'" + value + "'"
			}
		}
		if len(values) > 0 {
			parts, values = append(parts, "oneof="+strings.Join(values, " ")), nil
		}
	}
	for _, part := range strings.FieldsFunc(tag, func(r rune) bool { return strings.ContainsRune(",;|", r) }) {
		first, begins := strings.CutPrefix(strings.TrimSpace(part), "oneof=")
		switch value := strings.Trim(first, " []'\""); {
		case begins:
			flush()
			values = append(values, value)
		case len(values) > 0 && unreadable(part, t) != "":
			values = append(values, value)
		default:
			flush()
			parts = append(parts, first)
		}
	}
	flush()
	return strings.Join(parts, ",")
}

// inUnits writes lengths of time as Go reads them, which knows no days.
func inUnits(tag string, t types.Type) string {
	if t.Kind != types.Duration {
		return tag
	}
	parts := strings.Split(tag, ",")
	for i, part := range parts {
		name, param, _ := strings.Cut(part, "=")
		length, err := types.ParseDuration(cmp.Or(types.MeantDuration(param), param))
		if _, readable := time.ParseDuration(param); err == nil && readable != nil {
			parts[i] = name + "=" + short(length)
		}
	}
	return strings.Join(parts, ",")
}

// short is a length of time as Go writes it, without what is zero at its end: 24h and not 24h0m0s.
func short(length time.Duration) string {
	text := length.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
