package studio

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/gen/graph"
)

// asking is a question about a draft at a place.
type asking struct {
	draft
	Node    string   `json:"node"`
	Pointer string   `json:"pointer"` // into the node's data
	Offset  int      `json:"offset"`  // of the string there, in UTF-16 units
	Output  string   `json:"output"`
	Name    string   `json:"name"`
	Fix     string   `json:"mend"`
	Nodes   []string `json:"nodes"`
}

// question serves a question about a draft.
func (s *Studio) question(answer func(*assist.Draft, asking) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var q asking
		d, ok := s.drafted(w, r, &q, &q.draft)
		if !ok {
			return
		}
		d.Variables = s.variableNames()
		a, err := answer(d, q)
		if err != nil {
			refuse(w, err)
			return
		}
		reply(w, a)
	}
}

type here struct {
	Values []assist.Value `json:"values"`
	Grey   []assist.Value `json:"grey"`
}

func answerHere(d *assist.Draft, q asking) (any, error) {
	values, grey := d.Here(q.Node, q.Pointer)
	return here{values, grey}, nil
}

func answerInputs(d *assist.Draft, q asking) (any, error) { return d.Inputs(q.Node), nil }

func answerFollow(d *assist.Draft, q asking) (any, error) { return d.Follow(q.Node, q.Output), nil }

func answerLoose(d *assist.Draft, _ asking) (any, error) { return d.Loose(), nil }

func answerTidy(d *assist.Draft, _ asking) (any, error) {
	if d.Workflow == nil {
		return nil, fmt.Errorf("the document can't be read: fix its mistakes first")
	}
	places := map[string]point{}
	for id, at := range graph.Tidy(d.Workflow) {
		places[id] = point(at)
	}
	return map[string]any{"positions": places}, nil
}

// answerPicture draws the picture of flowc graph.
func answerPicture(d *assist.Draft, _ asking) (any, error) {
	if d.Workflow == nil {
		return nil, fmt.Errorf("the document can't be read: fix what is wrong with it first")
	}
	var svg strings.Builder
	if err := graph.Draw(&svg, d.Workflow, graph.Style{Format: "svg"}); err != nil {
		return nil, err
	}
	return map[string]string{"svg": svg.String()}, nil
}

// point is where a node stands on the canvas.
type point struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

type completion struct {
	From   int            `json:"from"`
	To     int            `json:"to"`
	Offers []assist.Offer `json:"offers"`
}

// serveComplete completes what is typed: in a setting of a node, or in the text of a document, where no node is named.
func (s *Studio) serveComplete(w http.ResponseWriter, r *http.Request) {
	var q asking
	if !readBody(w, r, maxDocument, &q) {
		return
	}
	whole, which := s.folderOf(q.Key)
	if whole == nil {
		http.Error(w, "there is no such workflow", http.StatusNotFound)
		return
	}
	open := func(text []byte) *assist.Draft {
		d := assist.Open(whole.Sources(), which, fileOf(q.Key), text)
		d.Variables = s.variableNames()
		return d
	}
	if q.Node == "" {
		reply(w, completeText(q, open))
		return
	}
	reply(w, completeSetting(open([]byte(q.Text)), q))
}

// completeText completes at a place of a document that is edited as text, with offsets in units of that text.
func completeText(q asking, open func([]byte) *assist.Draft) completion {
	at := bytesOf(q.Text, q.Offset)
	none := completion{q.Offset, q.Offset, []assist.Offer{}}
	place, ok := assist.Locate([]byte(q.Text), at)
	if !ok || place.Node == "" {
		return none
	}
	d := open(place.Text)
	c, text := d.Complete(place.Node, place.Pointer, place.At), d.Text(place.Node, place.Pointer)
	if place.Name {
		c, text = d.CompleteName(place.Node, place.Pointer, place.At), assist.LastName(place.Pointer)
	}
	from, to := at-(place.At-c.From), at+(c.To-place.At)
	if from < 0 || to > len(q.Text) || q.Text[from:to] != text[min(c.From, len(text)):min(c.To, len(text))] {
		return none // what it would replace is written with escapes
	}
	for i, o := range c.Offers {
		c.Offers[i].Text, c.Offers[i].Cursor = escaped(o.Text), -1
		if o.Cursor > 0 {
			c.Offers[i].Cursor = units(escaped(o.Text), len(escaped(o.Text[:o.Cursor])))
		}
	}
	return completion{units(q.Text, from), units(q.Text, to), c.Offers}
}

// escaped is a text as it stands between the quotes of a JSON string.
func escaped(text string) string {
	quoted, err := jsontext.AppendQuote(nil, text)
	if err != nil {
		return "" // no text of ours
	}
	return string(quoted[1 : len(quoted)-1])
}

func completeSetting(d *assist.Draft, q asking) completion {
	text := d.Text(q.Node, q.Pointer)
	c := d.Complete(q.Node, q.Pointer, bytesOf(text, q.Offset))
	for i, o := range c.Offers {
		if o.Cursor > 0 {
			c.Offers[i].Cursor = units(o.Text, o.Cursor)
		}
	}
	return completion{units(text, min(c.From, len(text))), units(text, min(c.To, len(text))), c.Offers}
}

// hover is what stands at a place, in units of the page.
type hover struct {
	From     int      `json:"from"`
	To       int      `json:"to"`
	Text     string   `json:"text"`
	Kind     string   `json:"kind"`
	Type     string   `json:"type"`
	Labels   []string `json:"labels"`
	Nullable bool     `json:"nullable"`
	Doc      string   `json:"doc"`
	At       *spot    `json:"at"` // where it comes from, nil where that is outside of the workflow
	Uses     []spot   `json:"uses"`
}

// spot is a place of a document.
type spot struct {
	Node    string `json:"node"`
	Pointer string `json:"pointer"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
}

func answerHover(d *assist.Draft, q asking) (any, error) {
	text := d.Text(q.Node, q.Pointer)
	h := d.Hover(q.Node, q.Pointer, bytesOf(text, q.Offset))
	v := hover{
		From: units(text, min(h.From, len(text))), To: units(text, min(h.To, len(text))), Text: h.Text, Kind: h.Kind, Type: h.Type,
		Labels: h.Labels, Nullable: h.Nullable, Doc: h.Doc, Uses: []spot{},
	}
	if h.Origin != nil {
		v.At = &spot{Node: h.Origin.Node, Pointer: h.Origin.Pointer}
	}
	for _, u := range h.Uses {
		v.Uses = append(v.Uses, spot{u.Node, u.Pointer, units(u.Text, u.Start), units(u.Text, u.End)})
	}
	return v, nil
}

// changed is a draft after something was done to it.
type changed struct {
	Text    string `json:"text"`
	Node    string `json:"node"`
	Changed int    `json:"changed"`
	Says    string `json:"says"`
}

func answerRename(d *assist.Draft, q asking) (any, error) {
	rename := func() (assist.Renamed, error) { return d.Rename(q.Node, q.Name) }
	if q.Pointer != "" {
		rename = func() (assist.Renamed, error) { return d.RenameField(q.Node, q.Pointer, q.Name) }
	}
	to, err := rename()
	if err != nil {
		return nil, err
	}
	says := fmt.Sprintf("renamed, with %d references", to.Changed)
	switch to.Changed {
	case 0:
		says = "renamed; nothing refers to it"
	case 1:
		says = "renamed, with 1 reference"
	}
	return changed{string(formatted(to.Text)), to.Node, to.Changed, says}, nil
}

// extracted is a draft in which a Call stands in the place of nodes. The workflow that it calls is not written yet.
type extracted struct {
	Text string `json:"text"`
	Made string `json:"made"`
	Call string `json:"call"`
}

func answerExtract(d *assist.Draft, q asking) (any, error) {
	if err := project.CheckName(q.Name); err != nil {
		return nil, err
	}
	x, err := d.Extract(q.Nodes, project.Stem(q.Name))
	if err != nil {
		return nil, err
	}
	return extracted{string(x.Text), string(x.Made), x.Call}, nil
}

func answerFix(d *assist.Draft, q asking) (any, error) {
	text, fixed, err := d.Fix(q.Fix)
	if err != nil {
		return nil, err
	}
	says := "nothing had to be fixed"
	if len(fixed) > 0 {
		says = fmt.Sprintf("%s is fixed", fixed[0].Code.Name)
	}
	if len(fixed) > 1 {
		says = fmt.Sprintf("%d mistakes are fixed", len(fixed))
	}
	return changed{Text: string(text), Says: says, Changed: len(fixed)}, nil
}

// goView is the Go of a draft.
type goView struct {
	Go       string    `json:"go"` // "" where there are errors
	Lines    []goLines `json:"lines"`
	Problems []problem `json:"problems"`
}

func (s *Studio) answerGo(d *assist.Draft, _ asking) (any, error) {
	source, err := d.Go()
	if err != nil {
		return nil, err
	}
	return goView{string(source), linesOf(string(source)), s.problemsOf(d)}, nil
}
