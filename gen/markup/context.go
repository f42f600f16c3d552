package markup

import (
	"cmp"
	"errors"
	"html/template"
	"io"
	"slices"
	"strings"
	"text/template/parse"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
)

// Probe is a page whose placeholders are all alike.
type Probe struct {
	text   strings.Builder
	values []*Piece // its placeholders, in the order of its actions
	places []pieceAt
}

// pieceAt is the byte offset in the probe at which a piece of the page begins.
type pieceAt struct {
	at    int
	piece *Piece
}

func (p *Probe) Add(pieces []*Piece) {
	for _, piece := range pieces {
		p.places = append(p.places, pieceAt{p.text.Len(), piece})
		switch {
		case piece.IsLiteral():
			p.text.WriteString(piece.Literal)
		case piece.Each != nil:
			p.text.WriteString("{{range $.List}}")
			p.Add(piece.Inside)
			p.text.WriteString("{{end}}")
		default:
			p.values = append(p.values, piece)
			p.text.WriteString(probed)
		}
	}
}

// dangers finds the placeholders whose text is run, or chooses from where a page loads something. html/template escapes
// what is in an address; it lets any host stand there.
func (p *Probe) dangers() {
	for i, at := range placesOf(p.text.String(), probed) {
		if i < len(p.values) { // what is written so by hand was refused
			at.escaped = p.values[i].quoted
			p.values[i].Loads, p.values[i].Runs = at.loads(), at.runs()
			p.values[i].Leads = p.values[i].Runs == AddressScheme && at.leadsOn()
		}
	}
}

// causes say what html/template finds in words of the page; what else it finds it says itself.
var causes = map[template.ErrorCode]string{
	template.ErrEndContext:   "a tag, quote, comment or script in it is not closed",
	template.ErrBranchEnd:    "what each repeats has a tag, quote, comment or script that it does not close itself",
	template.ErrAmbigContext: "what it means depends on what a placeholder before it says",
	template.ErrSlashAmbig:   "\"/\" may divide or begin a regular expression there, depending on what a placeholder says",
}

// Run runs the page, and notes of each placeholder where it stands.
func (p *Probe) Run() error {
	t, err := template.New("page").Parse(p.text.String())
	if err == nil {
		err = t.Execute(io.Discard, map[string]any{"Value": "", "List": []int{0}})
	}
	if err != nil {
		return err
	}
	actions := actionsOf(t.Tree.Root)
	for i, piece := range p.values {
		piece.Script = slices.Contains(escapersOf(actions[i]), "_html_template_jsvalescaper")
		piece.quoted = slices.ContainsFunc(escapersOf(actions[i]), func(name string) bool { return strings.HasPrefix(name, "_html_template_js") })
	}
	p.dangers()
	return nil
}

// Problem is the error of html/template, at its place in the page.
func (p *Probe) Problem(err error) expr.Problem {
	found := expr.Problem{
		Code: diag.FC210, Message: "the page can't be escaped: " + err.Error(),
		Hint:  "close what is open, and put placeholders where a text, a quoted attribute or a value of a script can stand",
		Start: p.places[0].piece.Start, End: p.places[len(p.places)-1].piece.End,
	}
	var escaping *template.Error
	if !errors.As(err, &escaping) {
		return found
	}
	found.Message = "the page can't be escaped: " + cmp.Or(causes[escaping.ErrorCode], strings.ReplaceAll(escaping.Description, probed, "it"))
	if escaping.Node == nil {
		return found
	}
	for _, place := range p.places {
		if place.at <= int(escaping.Node.Position()) {
			found.Start, found.End = place.piece.Start, place.piece.End
		}
	}
	return found
}

// actionsOf lists the actions of a template in the order of its text.
func actionsOf(list *parse.ListNode) []*parse.ActionNode {
	var actions []*parse.ActionNode
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *parse.ActionNode:
			actions = append(actions, n)
		case *parse.RangeNode:
			actions = append(actions, actionsOf(n.List)...)
		}
	}
	return actions
}

// escapersOf are the functions by which html/template has come to escape an action.
func escapersOf(action *parse.ActionNode) []string {
	var names []string
	for _, command := range action.Pipe.Cmds {
		if f, ok := command.Args[0].(*parse.IdentifierNode); ok {
			names = append(names, f.Ident)
		}
	}
	return names
}
