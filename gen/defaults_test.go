package gen_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// releases is a workflow that answers with a variable.
const releases = `
	in apiEndpoint {"endpointMethod": "GET", "endpointPath": "/%s", "endpointPublic": true}
	ok response {"responseStatus": 200, "responseBody": {"release": "{{env.RELEASE}}"}}
	in -> ok`

// TestDefaultsOfFolders holds a variable that one folder of a project says to be public to be so where each other one
// that reads it does.
func TestDefaultsOfFolders(t *testing.T) {
	const public = `{"version": 1, "names": {"public": ["RELEASE"]}}`
	const secret = `{"version": 1, "names": {"secret": ["RELEASE"]}}`
	leak := `FC402 ok: "env.RELEASE" puts a secret into an answer, which the caller reads`
	disputed := `FC510 : env.RELEASE is public here, and not in each folder that reads it: it stays a secret`
	for _, c := range []struct {
		name, here, there string // defaults.json of two folders, "" for none
		want              []string
	}{
		{"both", public, public, nil},
		{"neither", "", "", []string{leak, leak}},
		{"one of them", public, "", []string{leak, leak, disputed}},
		{"a secret of the other one", public, secret, []string{leak, leak, disputed}},
		{"not JSON", "{", public, []string{"FC001", leak, leak, disputed}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var folders []*gen.Folder
			for i, src := range []string{c.here, c.there} {
				f := folderDrawn(t, fmt.Sprintf(releases, fmt.Sprint("r", i)))
				f.Documents[0].Name = fmt.Sprintf("%d/drawn.flow.json", i)
				f.Documents[0].Src = []byte(strings.Replace(string(f.Documents[0].Src), `"id": "`, fmt.Sprintf(`"id": "f%d`, i), 1))
				if src != "" {
					f.Defaults = diag.NewFile(fmt.Sprintf("%d/defaults.json", i), []byte(src))
				}
				folders = append(folders, f)
			}
			var got []string
			for _, a := range gen.Analyse(folders) {
				for _, d := range a.Found {
					text := fmt.Sprintf("%s %s: %s", d.Code.Name, d.Node, d.Message)
					if d.Code == diag.FC001 {
						text = d.Code.Name
					}
					got = append(got, text)
				}
			}
			slices.Sort(got)
			got = slices.CompactFunc(got, func(a, b string) bool { return a == b && strings.HasPrefix(a, "FC510") })
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(c.want, "\n\t"))
			}
		})
	}
}

// TestNaming holds what a project says of names to the labels that lint follows, and to none that the log masks by.
func TestNaming(t *testing.T) {
	n := &ir.Naming{Public: []string{"RELEASE"}, Secret: []string{"PUBLIC_SEED"}}
	for name, want := range map[string]types.Label{
		"RELEASE": types.Private, "PUBLIC_SEED": types.Secret, "OTHER": types.Secret, "PUBLIC_URL": 0,
	} {
		if got := n.Variable(name); got != want {
			t.Errorf("%s is labelled %q, want %q", name, got, want)
		}
	}
}

// TestMeaningOfDefaults wants each workflow of a folder to mean something else where its defaults.json says something else.
func TestMeaningOfDefaults(t *testing.T) {
	meaning := func(src string) [32]byte {
		f := folderDrawn(t, fmt.Sprintf(releases, "r"))
		f.Defaults = diag.NewFile("defaults.json", []byte(src))
		a := gen.Analyse([]*gen.Folder{f})[0]
		return a.Meaning(a.Program.Workflows[0])
	}
	one, other := meaning(`{"version": 1, "names": {"inUrl": ["A"]}}`), meaning(`{"version": 1, "names": {"inUrl": ["B"]}}`)
	if one == other {
		t.Error("both mean the same")
	}
}
