package assist_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/templates/all"
)

var update = flag.Bool("update", false, "write what is answered as what is wanted")

// TestGolden asks what the cases ask: an archive holds a folder of workflows, and a file "asks" in which each line that begins
// with ">" is a question about its first document, with the answer below it.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("there are no cases (%v)", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			f := &gen.Folder{Package: "flows", Templates: all.Templates(), Imports: imports()}
			for _, file := range archive.Files {
				put(f, file.Name, file.Data)
			}
			d := open(f, f.Documents[0])
			for i, file := range archive.Files {
				if file.Name == "asks" {
					archive.Files[i].Data = []byte(answered(t, d, string(file.Data)))
				}
			}
			got := txtar.Format(archive)
			if want, _ := os.ReadFile(path); string(got) != string(want) && !*update {
				t.Errorf("it answers\n%s\nwant\n%s", got, want)
			} else if *update {
				if err := os.WriteFile(path, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// answered are questions with the answers to them.
func answered(t *testing.T, d *assist.Draft, asks string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(asks) {
		if question, ok := strings.CutPrefix(line, "> "); ok {
			fmt.Fprintf(&b, "> %s%s\n", question, answer(t, d, strings.Fields(question)))
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func answer(t *testing.T, d *assist.Draft, q []string) string {
	t.Helper()
	switch {
	case q[0] == "here" && len(q) == 3:
		here, grey := d.Here(q[1], strings.TrimSuffix(q[2], "-"))
		return valueLines(here, "") + valueLines(grey, "not here: ")
	case q[0] == "complete" && len(q) == 4:
		c := d.Complete(q[1], q[2], number(t, q[3]))
		return offerLines(c)
	case q[0] == "name" && len(q) == 4:
		return offerLines(d.CompleteName(q[1], q[2], number(t, q[3])))
	case q[0] == "hover" && len(q) == 4:
		return hoverLines(d.Hover(q[1], q[2], number(t, q[3])))
	case q[0] == "follow" && len(q) == 3:
		f := d.Follow(q[1], q[2])
		return strings.TrimSpace("likely "+strings.Join(f.Likely, " ")) + "\nnodes " + strings.Join(f.Nodes, " ") + "\n" // types are added
	case q[0] == "rename" && len(q) == 3:
		return renamedLines(d.Rename(q[1], q[2]))
	case q[0] == "renameField" && len(q) == 4:
		return renamedLines(d.RenameField(q[1], q[2], q[3]))
	case q[0] == "mends":
		text := ""
		for _, p := range d.Found {
			at := assist.At(d.File, d.Root, p.Span)
			text += strings.TrimSpace(fmt.Sprintf("%s %s %d-%d %s", p.Code.Name, at.Pointer, at.Start, at.End, assist.FixID(p))) + "\n"
		}
		return text
	}
	t.Fatalf("nobody answers %q", q)
	return ""
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func valueLines(values []assist.Value, before string) string {
	text := ""
	for _, v := range flat(values) {
		line := before + v.Ref + " " + v.Type
		if len(v.Labels) > 0 {
			line += " (" + strings.Join(v.Labels, ", ") + ")"
		}
		if v.Why != "" {
			line += ": " + v.Why
		}
		text += strings.TrimSpace(line) + "\n"
	}
	return text
}

// offerLines are the first twelve offers: those of functions are the same everywhere.
func offerLines(c assist.Completion) string {
	text := fmt.Sprintf("%d-%d\n", c.From, c.To)
	for i, o := range c.Offers {
		if i == 12 {
			return text + "and others\n"
		}
		text += strings.TrimSpace(o.Kind+" "+o.Text+" "+o.Type) + "\n"
	}
	return text
}

func hoverLines(h assist.Hover) string {
	text := strings.TrimSpace(fmt.Sprintf("%d-%d %s %s %s %s", h.From, h.To, h.Kind, h.Text, h.Type, strings.Join(h.Labels, ","))) + "\n"
	if h.Doc != "" {
		text += h.Doc + "\n"
	}
	if h.Origin != nil {
		text += strings.TrimSpace("of "+h.Origin.Node+" "+h.Origin.Pointer) + "\n"
	}
	for _, u := range h.Uses {
		text += fmt.Sprintf("read in %s %s %d-%d\n", u.Node, u.Pointer, u.Start, u.End)
	}
	return text
}

// renamedLines are the lines of a document that hold the new name.
func renamedLines(to assist.Renamed, err error) string {
	if err != nil {
		return err.Error() + "\n"
	}
	return fmt.Sprintf("%s, %d references\n%s", to.Node, to.Changed, to.Text)
}
