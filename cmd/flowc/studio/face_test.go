package studio_test

import (
	"fmt"
	"testing"

	"github.com/flowc-dev/flowc/templates/all"
)

// TestEveryNodeTypeHasAFace wants a group and an icon of each node type, and no icon twice: the page draws both from
// there.
func TestEveryNodeTypeHasAFace(t *testing.T) {
	t.Parallel()
	icons := map[string]string{}
	for _, typ := range all.Templates() {
		if typ.Face.Group == "" || len(typ.Face.Icon) == 0 {
			t.Errorf("%s has no face: %+v", typ.Type, typ.Face)
		}
		icon := fmt.Sprint(typ.Face.Icon)
		if icons[icon] != "" {
			t.Errorf("%s looks like %s", typ.Type, icons[icon])
		}
		icons[icon] = typ.Type
	}
}

// TestFacesAreDrawn looks for the tiles of a login: on its cards, in the palette and in the chooser, in the hue of each
// group.
func TestFacesAreDrawn(t *testing.T) {
	t.Parallel()
	for _, theme := range []string{"light", "dark"} {
		_, p, _ := openCommitted(t)
		p.turn(theme)
		p.cards(6)
		for title, group := range map[string]string{"in": "entry", "user": "data", "check": "guard", "ok": "answer"} {
			p.wait(fmt.Sprintf("%s.querySelector('.tile.k-%s path')", card(title), group))
		}
		if n := is[int](p, "document.querySelectorAll('.palette .tile path').length"); n < len(all.Templates()) {
			t.Errorf("%d paths are in the palette", n)
		}
		hues := is[int](p, "new Set([...document.querySelectorAll('.palette .tile')].map(e => getComputedStyle(e).color)).size")
		if hues != 5 {
			t.Errorf("there are %d hues in %s", hues, theme)
		}
		p.picture("faces in " + theme)
		p.press("a")
		p.wait("document.querySelectorAll('.chooser .option .tile path').length > 5")
		p.picture("chooser in " + theme)
	}
}
