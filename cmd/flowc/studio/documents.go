package studio

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/gen/diff"
	"github.com/flowc-dev/flowc/gen/graph"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
)

// maxDocument bounds what the page sends: a document of the largest size that flowc reads, escaped.
const maxDocument = 40 << 20

// draft is a document as the page would save it.
type draft struct {
	Key  string `json:"key"`
	Text string `json:"text"`
	Base string `json:"base"` // the revision that it was made of
}

// documentView is a document as it is on disk.
type documentView struct {
	Key      string `json:"key"`
	File     string `json:"file"`
	Text     string `json:"text"`
	Revision string `json:"revision"`
	Draft    *kept  `json:"draft"` // of an earlier page; nil for none
}

// written is what is on disk: after a write, or instead of one.
type written struct {
	Text     string `json:"text"`
	Revision string `json:"revision"` // "" where there is no file
}

// revision returns an identifier of a file's content.
func revision(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:12])
}

func (s *Studio) serveDocument(w http.ResponseWriter, r *http.Request) {
	d, ok := s.shelved(w, r.FormValue("key"))
	if !ok {
		return
	}
	defer d.close()
	text, err := d.read()
	if errors.Is(err, fs.ErrNotExist) && isDefaults(d.key) { // a folder without one says nothing
		reply(w, documentView{Key: d.key, File: d.path, Draft: d.draft()})
		return
	}
	if errors.Is(err, fs.ErrNotExist) {
		http.Error(w, "there is no such workflow", http.StatusNotFound)
		return
	}
	if err != nil {
		refuse(w, err)
		return
	}
	reply(w, documentView{Key: d.key, File: d.path, Text: string(text), Revision: revision(text), Draft: d.draft()})
}

// serveSave writes a document as flowc fmt writes it, where what is on disk is what the page has seen.
func (s *Studio) serveSave(w http.ResponseWriter, r *http.Request) {
	var asked draft
	if !readBody(w, r, maxDocument, &asked) {
		return
	}
	s.writeTo(w, asked.Key, func(d *shelf) error { return s.save(w, d, asked) })
}

func (s *Studio) save(w http.ResponseWriter, d *shelf, asked draft) error {
	have, err := d.read()
	there := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	want := formattedAs(d.name, []byte(asked.Text))
	if !bytes.Equal(have, want) || !there {
		if !d.seen(w, have, there, asked.Base) {
			return nil
		}
		if err := d.write(d.name, want); err != nil {
			return err
		}
		s.wrote()
	}
	d.dropDraft()
	go s.Check() // which may take a second where workflows call Go, and then notifies the page
	reply(w, written{string(want), revision(want)})
	return nil
}

// seen reports whether what is on disk is what the page has based its text on; else the page is shown what there is.
func (d *shelf) seen(w http.ResponseWriter, have []byte, there bool, base string) bool {
	now := written{Text: string(have)}
	if there {
		now.Revision = revision(have)
	}
	if base == now.Revision {
		return true
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusConflict)
	_ = json.NewEncoder(w).Encode(now) // a page that is gone gets no answer
	return false
}

// formatted is a workflow as flowc fmt writes it, which leaves alone what is no JSON.
func formatted(text []byte) []byte { return formattedAs("", text) }

// formattedAs is formatted of a file of that name.
func formattedAs(name string, text []byte) []byte {
	if canonical, err := schema.FormatFile(name, text); err == nil {
		return canonical
	}
	return text
}

func serveFormat(w http.ResponseWriter, r *http.Request) {
	var asked draft
	if !readBody(w, r, maxDocument, &asked) {
		return
	}
	text, err := schema.FormatFile(path.Base(asked.Key), []byte(asked.Text))
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	reply(w, map[string]string{"text": string(text)})
}

// checked is what a draft means.
type checked struct {
	Problems []problem   `json:"problems"`
	View     *graph.View `json:"view"` // nil where its nodes can't be read
	Notes    []note      `json:"notes"`
	Name     string      `json:"name"`
	About    string      `json:"about"`
	Broken   bool        `json:"broken"`
}

func (s *Studio) serveCheck(w http.ResponseWriter, r *http.Request) {
	var asked draft
	if !readBody(w, r, maxDocument, &asked) {
		return
	}
	if isDefaults(asked.Key) {
		s.checkDefaults(w, asked)
		return
	}
	d, ok := s.opened(w, asked)
	if !ok {
		return
	}
	c := checked{Problems: s.problemsOf(d), Notes: notes(d.File.Src), Broken: d.Workflow == nil}
	if d.Workflow != nil {
		view := graph.Look(d.Workflow)
		c.View, c.Name, c.About = &view, d.Workflow.Name.Value, d.Workflow.Description.Value
	}
	reply(w, c)
}

// problemsOf is what is wrong in a draft, and what is wrong elsewhere because of it: what was not before.
func (s *Studio) problemsOf(d *assist.Draft) []problem {
	list := []problem{}
	for _, found := range d.Found {
		list = append(list, newProblem(found).placed(assist.At(d.File, d.Root, found.Span)))
	}
	before := s.known()
	for _, found := range d.Others {
		if p := newProblem(found); !before.has(p) {
			list = append(list, p)
		}
	}
	return list
}

// drafted reads the draft that a call is about into asked, whose part d is, and says what it means in its project.
func (s *Studio) drafted(w http.ResponseWriter, r *http.Request, asked any, d *draft) (*assist.Draft, bool) {
	if !readBody(w, r, maxDocument, asked) {
		return nil, false
	}
	return s.opened(w, *d)
}

// opened says what a draft means in its project.
func (s *Studio) opened(w http.ResponseWriter, d draft) (*assist.Draft, bool) {
	whole, which := s.folderOf(d.Key)
	if whole == nil || isDefaults(d.Key) {
		http.Error(w, "there is no such workflow", http.StatusNotFound)
		return nil, false
	}
	return assist.Open(whole.Sources(), which, fileOf(d.Key), []byte(d.Text)), true
}

// folderOf is the project of the folder of a key as it is now, and its number in that; nil where there is none.
func (s *Studio) folderOf(key string) (*project.Project, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.project.folderOf(key)
}

// readBody reads what a call sends.
func readBody(w http.ResponseWriter, r *http.Request, most int64, into any) bool {
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, most)).Decode(into); err != nil {
		http.Error(w, "what the page has sent can't be read", http.StatusBadRequest)
		return false
	}
	return true
}

func refuse(w http.ResponseWriter, err error) {
	http.Error(w, err.Error(), http.StatusUnprocessableEntity)
}

// since is what a draft changes of its workflow as git's HEAD has it.
type since struct {
	Changes []change         `json:"changes"`
	Nodes   []graph.ViewNode `json:"nodes"` // those that are gone
	Wires   []graph.ViewWire `json:"wires"` // those that are gone
}

// change is a difference that flowc diff finds.
type change struct {
	Sign     string          `json:"sign"` // "+", "-" or "~"
	What     string          `json:"what"`
	Details  []string        `json:"details"`
	Weaker   bool            `json:"weaker"`
	Node     string          `json:"node"` // its id, "" for what is no node's
	Wire     *graph.ViewWire `json:"wire"` // nil for what is no wire's
	Settings []settingChange `json:"settings"`
}

// settingChange is a setting as it was and is, as documents write it; "" is none.
type settingChange struct {
	Name   string `json:"name"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// head is the commit that git has checked out in a folder; "" where there is no git, no repository or no commit.
func head(ctx context.Context, dir string) string {
	out, err := inGit(ctx, dir, "rev-parse", "--verify", "--quiet", "--short", "HEAD^{commit}")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// inGit returns what a git command prints.
func inGit(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	return cmd.Output()
}

// serveSince compares a draft with the workflow at git's HEAD.
func (s *Studio) serveSince(w http.ResponseWriter, r *http.Request) {
	var asked draft
	now, ok := s.drafted(w, r, &asked, &asked)
	if !ok {
		return
	}
	before, err := s.atHead(r.Context(), asked.Key, now)
	switch {
	case err != nil:
		refuse(w, err)
	case now.Workflow == nil:
		refuse(w, fmt.Errorf("the document can't be read: fix what is wrong with it first"))
	default:
		reply(w, sinceOf(before, now.Workflow))
	}
}

// atHead is a workflow at git's HEAD, in the project as it is now. It is none where HEAD has no such file.
func (s *Studio) atHead(ctx context.Context, key string, now *assist.Draft) (*ir.Workflow, error) {
	dir := filepath.Dir(filepath.FromSlash(key))
	if head(ctx, dir) == "" {
		return nil, fmt.Errorf("git has no commit of this project")
	}
	name := filepath.Base(filepath.FromSlash(key)) + project.DocumentSuffix
	text, err := inGit(ctx, dir, "cat-file", "blob", "HEAD:./"+name)
	if err != nil {
		return &ir.Workflow{Workflow: &schema.Workflow{Root: &schema.Value{Kind: schema.Object}}}, nil
	}
	if bytes.Equal(text, now.File.Src) {
		return now.Workflow, nil
	}
	whole, which := s.folderOf(key)
	before := assist.Open(whole.Sources(), which, fileOf(key), text)
	if before.Workflow == nil {
		return nil, fmt.Errorf("the document at HEAD can't be read")
	}
	return before.Workflow, nil
}

func sinceOf(before, now *ir.Workflow) since {
	v := since{Changes: []change{}, Nodes: []graph.ViewNode{}, Wires: []graph.ViewWire{}}
	for _, c := range diff.Workflows(before, now) {
		v.Changes = append(v.Changes, changeOf(c))
	}
	if before.File == nil {
		return v
	}
	was := graph.Look(before)
	gone := func(is func(change) bool) bool {
		return slices.ContainsFunc(v.Changes, func(c change) bool { return c.Sign == "-" && is(c) })
	}
	for _, n := range was.Nodes {
		if gone(func(c change) bool { return c.Node == n.ID }) {
			v.Nodes = append(v.Nodes, n)
		}
	}
	for _, wire := range was.Wires {
		if gone(func(c change) bool { return c.Wire != nil && sameWire(*c.Wire, wire) }) {
			v.Wires = append(v.Wires, wire)
		}
	}
	return v
}

func sameWire(a, b graph.ViewWire) bool {
	return a.From == b.From && a.To == b.To && a.Output == b.Output
}

func changeOf(c diff.Change) change {
	v := change{
		Sign: string(c.Sign), What: c.What, Details: append([]string{}, c.Details...), Weaker: c.Weaker, Node: c.Node,
		Settings: []settingChange{},
	}
	if c.Wire != nil {
		v.Wire = &graph.ViewWire{From: c.Wire.Source.Value, To: c.Wire.Target.Value, Output: c.Wire.Handle.Value}
	}
	for _, s := range c.Settings {
		v.Settings = append(v.Settings, settingChange(s))
	}
	return v
}
