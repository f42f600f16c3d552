package assist

import (
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

var (
	declaration = regexp.MustCompile(`"([^"]+)"\s*:\s*\{\s*"type"\s*:\s*"([^"]+)"`)
	member      = regexp.MustCompile(`^[,{\s]*"([^"]+)"\s*:`)
	spaces      = regexp.MustCompile(`\s+`)
)

// longestName is how many characters of a text the name of a fix quotes.
const longestName = 40

// FixName returns what the fix of a diagnostic does, in the words of a button: "Use number", "Declare limit as int"; ""
// where there is none.
func FixName(d diag.Diagnostic) string {
	for _, e := range d.Fix {
		before := string(e.File.Src[e.Span.Start:e.Span.End])
		old, fresh := bare(before), bare(e.Text)
		switch {
		case fresh == "" && old == "":
		case fresh == "":
			return "Remove " + named(before, old)
		case declaration.MatchString(e.Text) && !declaration.MatchString(before):
			m := declaration.FindAllStringSubmatch(e.Text, -1)
			if len(m) > 1 {
				return "Declare the fields"
			}
			return "Declare " + m[0][1] + " as " + m[0][2]
		case old == "":
			return "Add " + named(e.Text, fresh)
		default:
			return "Use " + short(fresh)
		}
	}
	if len(d.Fix) > 0 {
		return "Fix it"
	}
	return ""
}

// bare is a part of a document on one line, without what separates it from the rest.
func bare(text string) string {
	text = spaces.ReplaceAllString(strings.Trim(text, " \t\n,"), " ")
	if inner := strings.Trim(text, `"`); len(text)-len(inner) == 2 && !strings.Contains(inner, `"`) {
		return inner
	}
	return text
}

// named is what a part of a document is called: the key of a member, else its text.
func named(text, bare string) string {
	if m := member.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return short(bare)
}

func short(text string) string {
	if r := []rune(text); len(r) > longestName {
		return strings.TrimSpace(string(r[:longestName])) + "…"
	}
	return text
}
