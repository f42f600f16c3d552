package golden_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// forms are the forms of generated Go that gen/emit/README.md argues and that can be counted, by the first cell of
// their row.
var forms = map[string]func(src string) int{
	"`if x.Answered() { return nil }` behind a region":               occurrences(`x\.Answered\(\)`),
	"`if _, err := f.open.Exec(…); err != nil`":                      occurrences(`(?m)^\t+if (_, )*err := `),
	"`x.After(func(x *rt.Exec) error { return f.later(x, in) })`":    occurrences(`x\.After\(func\(x `),
	"`func() error { return f.allTx(x, in, auth) }` around a region": occurrences(`\.(Retry|Transact)(Value)?\(x,`),
	"`x.Caught(\"pass\", err)` behind `x.Enter(\"pass\")`":           occurrences(`x\.(Caught|Swallowed)\("`),
	"`envStripeWebhookSecret: s.SharedSecret(…)`, a text":            occurrences(`env\w+: +(s\.SharedSecret|webhook\.\w+)\(`),
	"`envMailURL: s.Secret(…)`, a text":                              occurrences(`env\w+: +s\.(Optional)?Secret\(`),
	"`rt.LogReturn(x, \"no\", whoResult{output: whoOutputNo})`":      occurrences(`rt\.LogReturn\(x, "`),
	"two structs with the same fields":                               sameFields,
	"a method that is called once":                                   calledOnce,
	"a method and a struct with one name":                            oneName,
	"`if returned.output != \"\"` behind a region":                   occurrences(`\.output != ""`),
	"`type tried struct {…}` in a function":                          occurrences(`(?m)^\t+type \w+ struct`),
	"`(member joinMember, err error)`, returned by name":             occurrences(`(?m)^(func .*|\)) \(\w+ .*, err error\) \{$`),
	"`item2`, `item3`":                occurrences(`(?m)^\t+[a-z]\w*[2-9](, err)? := `),
	"a line of more than 120 columns": longLines,
}

// TestForms checks how often gen/emit/README.md says that each form stands in golden/apps and in all of committed
// generated Go; -update rewrites the figures.
func TestForms(t *testing.T) {
	const path = "../gen/emit/README.md"
	page := read(t, path)
	want := page
	apps, all := map[string]int{}, map[string]int{}
	for _, c := range written(t) {
		for _, src := range c.want.matching(".flow.go") {
			for form, count := range forms {
				n := count(string(src))
				all[form] += n
				if strings.HasPrefix(c.name, "apps/") {
					apps[form] += n
				}
			}
		}
	}
	for form := range forms {
		row := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(form) + ` \| [^|]* \|`)
		if !row.MatchString(page) {
			t.Errorf("no row for %q", form)
		}
		want = row.ReplaceAllLiteralString(want, fmt.Sprintf("| %s | %d, %d |", form, apps[form], all[form]))
	}
	if want == page {
		return
	}
	if !*update {
		t.Fatal("gen/emit/README.md has other figures; go test ./golden -run TestForms -update rewrites them")
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

func occurrences(pattern string) func(src string) int {
	compiled := regexp.MustCompile(pattern)
	return func(src string) int { return len(compiled.FindAllString(src, -1)) }
}

var (
	structTypes = regexp.MustCompile(`(?ms)^type (\w+) struct \{\n(.*?)^\}`)
	flowMethods = regexp.MustCompile(`(?m)^func \(f \*\w+\) (\w+)\(`)
	joined      = regexp.MustCompile(`(?m)^// (\w+) \(.+\) is reached from `)
)

// sameFields counts structs with the fields, the types and the tags of another one.
func sameFields(src string) (count int) {
	seen := map[string]bool{}
	for _, m := range structTypes.FindAllStringSubmatch(src, -1) {
		if seen[m[2]] {
			count++
		}
		seen[m[2]] = true
	}
	return count
}

func oneName(src string) (count int) {
	types := map[string]bool{}
	for _, m := range structTypes.FindAllStringSubmatch(src, -1) {
		types[m[1]] = true
	}
	for _, m := range flowMethods.FindAllStringSubmatch(src, -1) {
		if types[m[1]] {
			count++
		}
	}
	return count
}

func calledOnce(src string) (count int) {
	for _, m := range joined.FindAllStringSubmatch(src, -1) {
		if strings.Count(src, "f."+m[1]+"(") == 1 {
			count++
		}
	}
	return count
}

// longLines counts a tab as four columns.
func longLines(src string) (count int) {
	for line := range strings.Lines(src) {
		if utf8.RuneCountInString(line)-1+3*strings.Count(line, "\t") > 120 {
			count++
		}
	}
	return count
}
