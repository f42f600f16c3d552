package studio_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/flowc-dev/flowc/golden/harness"
)

// commit has git hold what a folder holds now, as its HEAD.
func commit(t testing.TB, dir string) {
	t.Helper()
	harness.Needs(t, "git")
	for _, args := range [][]string{
		{"init", "--quiet"}, {"add", "."},
		{"-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false", "commit", "--quiet", "--message", "All"},
	} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

// openChanged opens login as it differs from HEAD in a setting, a node that is new, one that is gone, and their wires.
func openChanged(t testing.TB) (*bench, string) {
	t.Helper()
	b, file := openDrawing(t, read(t, committed))
	commit(t, filepath.Dir(filepath.Dir(file)))
	text := read(t, file)
	changed := strings.NewReplacer(`"jwtExpiresIn": "15m"`, `"jwtExpiresIn": "2h"`, `"no"`, `"refused"`).Replace(text)
	if !strings.Contains(changed, "2h") || !strings.Contains(changed, `"refused"`) {
		t.Fatalf("too little is changed of %s", text)
	}
	write(t, file, changed)
	b.page.Check()
	return b, file
}

// TestChangedSinceHead outlines the nodes and wires that are new, changed or gone since HEAD, with old and new settings
// side by side, as it is drawn.
func TestChangedSinceHead(t *testing.T) {
	t.Parallel()
	b, _ := openChanged(t)
	p := b.openLogin()
	p.cards(6)
	p.click(holding(".tools button", "Changes"))
	p.wait("document.querySelector('.card.since-gone')")
	named := func(class string) string {
		return is[string](p, "[...document.querySelectorAll('.card.since-"+class+" strong')].map(e => e.innerText).join()")
	}
	for class, want := range map[string]string{"new": "refused", "changed": "token", "gone": "no"} {
		if got := named(class); got != want {
			t.Errorf("%s: %s, want %s", class, got, want)
		}
	}
	if got := is[int](p, "document.querySelectorAll('.react-flow__edge.since-gone').length"); got != 1 {
		t.Errorf("%d wires are gone", got)
	}
	if got := is[int](p, "document.querySelectorAll('.react-flow__edge.since-new').length"); got != 1 {
		t.Errorf("%d wires are new", got)
	}
	p.wait(holding(".since-head li.since-gone", "node no"))
	p.click(card("token"))
	p.wait(holding(".since-head tr", "Expires in"))
	row := is[string](p, "[...document.querySelectorAll('.since-head tbody td')].map(e => e.innerText.trim()).join()")
	if row != "15m,2h" {
		t.Errorf("side by side there are %s", row)
	}
	p.picture("changed")
	p.fill("jwtExpiresIn", "15m")
	p.wait(holding(".since-head", "Nothing of this node is changed"))
	p.wait("!document.querySelector('.card.since-changed')")
	p.press(kb.Escape)
	p.click(holding(".tools button", "Changes"))
	p.wait("!document.querySelector('.card.since-new, .card.since-gone, .since-head')")
}

// TestNothingToCompareWith offers no comparison where there is no commit.
func TestNothingToCompareWith(t *testing.T) {
	t.Parallel()
	b, p, _ := openCommitted(t)
	p.wait(holding(".tools button", "Tidy"))
	var kit struct{ Head *string }
	if b.get("/api/project", &kit); kit.Head == nil || *kit.Head != "" {
		t.Errorf("the commit is %v", kit.Head)
	}
	if is[bool](p, "!!("+holding(".tools button", "Changes")+")") {
		t.Error("changes are offered")
	}
	if status, answer := b.call("POST", "/api/since", `{"key": "`+b.keyOf("login")+`", "text": "{}"}`); status != 422 || !strings.Contains(answer, "no commit") {
		t.Errorf("it is answered %d %s", status, answer)
	}
}
