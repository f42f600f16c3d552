package serve

import (
	"testing"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// A server behind the front takes the front's address for its own, where workflows ask for that and nothing else says it.
func TestPublicURL(t *testing.T) {
	for _, tt := range []struct {
		app, set string
		want     bool
	}{{"oauth", "", true}, {"oauth", "https://shop.example.com", false}, {"hello", "", false}} {
		t.Run(tt.app+tt.set, func(t *testing.T) {
			t.Setenv("PUBLIC_URL", tt.set)
			app := "../../../golden/apps/" + tt.app
			d := &Server{target: &project.Target{Dir: app, Program: app}}
			d.missing(nil)
			if got := d.wantsPublicURL(); got != tt.want {
				t.Errorf("with PUBLIC_URL %q: %t", tt.set, got)
			}
		})
	}
}
