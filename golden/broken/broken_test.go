package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

func read(t *testing.T) []mutant {
	t.Helper()
	all, err := mutants()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestMutantsStand wants each mutant to change one place of its file as it is now, and to say why that matters.
func TestMutantsStand(t *testing.T) {
	all := read(t)
	seen := map[string]bool{}
	for _, m := range all {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.file)))
		if err != nil {
			t.Errorf("%s: %s: %v", m.list, m.name, err)
			continue
		}
		if _, err := m.apply(string(text)); err != nil {
			t.Error(err)
		}
		if m.why == "" || len(m.tests) == 0 || m.before == m.after || seen[m.list+m.name] {
			t.Errorf("%s: %s has no reason, no tests, no change or its name twice", m.list, m.name)
		}
		seen[m.list+m.name] = true
	}
	if len(all) < 750 {
		t.Errorf("there are %d mutants, want 750", len(all))
	}
}

// TestSample tries six that are quick to build, of which no change is left: .ci/long tries all.
func TestSample(t *testing.T) {
	if testing.Short() {
		t.Skip("builds test binaries")
	}
	sample := []string{
		"apikey every key is right", "apikey keys stay unmasked", "labels names of hashes", "labels keys are not known by their form",
		"webhook signature not compared", "webhook deliveries not remembered",
	}
	r := &runner{root: absolute(t), dir: t.TempDir()}
	tried := 0
	for i, m := range read(t) {
		if !slices.Contains(sample, m.list+" "+m.name) {
			continue
		}
		tried++
		if what, said := r.try(t.Context(), &m, i); what != killed {
			t.Errorf("%s: %s is not killed (%d):\n%s", m.list, m.name, what, said)
		}
	}
	if tried != len(sample) {
		t.Errorf("%d of %d are there", tried, len(sample))
	}
}

// TestOutcomes has a change that is none, one that does not compile, and tests that do not exist.
func TestOutcomes(t *testing.T) {
	r := &runner{root: absolute(t), dir: t.TempDir()}
	for i, line := range []struct {
		after, tests string
		want         outcome
	}{
		{"(password), and", "./runtime/label", left},
		{"*/", "./runtime/label", left},
		{"\n!", "./runtime/label", unusable},
		{"(password)", "./runtime/label -run Nothing", unusable},
	} {
		m := mutant{file: "runtime/label/label.go", before: "knows what names and", after: line.after, tests: strings.Fields(line.tests)}
		if what, said := r.try(t.Context(), &m, i); what != line.want {
			t.Errorf("%q: got %d, want %d:\n%s", line.after, what, line.want, said)
		}
	}
}

func absolute(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"nonsense":                `line 1: "nonsense" is no key: value`,
		"# x\n\nnew: a\nother: b": `line 4: unknown key "other"`,
	} {
		if _, err := parse("list", text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	list, err := parse("list", "tests: ./a -run B\n\n== one\nfile: f\nold: a\nold: \tb: c\nnew:\nwhy: w\n== two\nbenign: b\ntests: ./c\n")
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	one, two := list[0], list[1]
	if one.before != "a\n\tb: c" || one.after != "" || strings.Join(one.tests, " ") != "./a -run B" || one.list != "list" || one.name != "one" {
		t.Errorf("%+v", one)
	}
	if two.benign != "b" || strings.Join(two.tests, " ") != "./c" || two.before != "" {
		t.Errorf("%+v", two)
	}
}
