package gen_test

import (
	"fmt"
	"testing"

	"github.com/flowc-dev/flowc/gen"
)

// TestMeaningOfWhatWasAsked wants a workflow to mean the same whatever rules and emission have asked of its values.
func TestMeaningOfWhatWasAsked(t *testing.T) {
	a := gen.Analyse([]*gen.Folder{folderDrawn(t, fmt.Sprintf(releases, "r"))})[0]
	w := a.Program.Workflows[0]
	before, asked := a.Meaning(w), 0
	for _, s := range w.Flows[0].Steps {
		for _, v := range s.Value {
			for _, item := range v.Items {
				asked += len(s.Origins(item.Expr))
			}
		}
	}
	if after := a.Meaning(w); asked == 0 || after != before {
		t.Errorf("after %d origins the meaning is %x, before it was %x", asked, after, before)
	}
}
