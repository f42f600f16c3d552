package studio

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	rt "github.com/flowc-dev/flowc/runtime"
)

// dotenv is the file that the page sets variables in.
const dotenv = ".env"

// maxVariable bounds what the page sends of one: keys in PEM are a hundredth of that.
const maxVariable = 256 << 10

// fixed returns why the page can't set a variable that is set where from says, "" where it can.
func (s *Studio) fixed(name, from string) string {
	switch {
	case s.config.Log != "":
		return "a log is looked at, and nothing runs"
	case s.config.Foreign:
		return "the program around the workflows has an environment of its own"
	case ofTools(name):
		return "the go command or the loader reads it"
	case from == "environment":
		return "the shell wins over " + dotenv
	case from != "" && from != dotenv:
		return from + " wins over " + dotenv
	}
	return ""
}

// ofTools reports whether a variable changes what the go command, the loader or a shell does.
func ofTools(name string) bool {
	begins := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
	return slices.ContainsFunc([]string{"GO", "CGO_", "LD_", "DYLD_", "GIT_", "BASH_", "PKG_CONFIG"}, begins) ||
		slices.Contains([]string{"PATH", "HOME", "SHELL", "ENV", "IFS", "TMPDIR", "CC", "CXX", "AR", "PWD"}, name)
}

// environmentView is where the page sets variables.
type environmentView struct {
	File string `json:"file"`
	// Exposed says why nothing secret may be written there: version control has the file, or would take it.
	Exposed string `json:"exposed"`
	Ignore  bool   `json:"ignore"` // a line of .gitignore would change that
}

func (s *Studio) serveEnvironment(w http.ResponseWriter, r *http.Request) {
	v := environmentView{File: filepath.Join(s.config.Dir, dotenv)}
	switch s.secrecy(r) {
	case tracked:
		v.Exposed = v.File + " is in version control: remove it there first (git rm --cached)"
	case exposed:
		v.Exposed, v.Ignore = "version control does not ignore "+v.File, true
	}
	reply(w, v)
}

// secrecy is what version control does with the file of variables.
type secrecy int

const (
	private secrecy = iota // it ignores it, or there is none
	tracked
	exposed // it would take it
)

// secrecy asks git. Where there is no git, or no repository, nothing is published.
func (s *Studio) secrecy(r *http.Request) secrecy {
	git := func(args ...string) int {
		cmd := exec.CommandContext(r.Context(), "git", args...)
		cmd.Dir = s.config.Dir
		if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
			return -1
		}
		return cmd.ProcessState.ExitCode()
	}
	switch {
	case git("rev-parse", "--is-inside-work-tree") != 0:
		return private
	case git("ls-files", "--error-unmatch", "--", dotenv) == 0:
		return tracked
	case git("check-ignore", "--quiet", "--", dotenv) == 1:
		return exposed
	}
	return private
}

// serveSetVariable writes a variable into the file. Its value is in no answer, and no message quotes it.
func (s *Studio) serveSetVariable(w http.ResponseWriter, r *http.Request) {
	var asked struct{ Name, Value string }
	if !readBody(w, r, maxVariable, &asked) {
		return
	}
	if err := s.setVariable(r, asked.Name, asked.Value); err != nil {
		refuse(w, err)
		return
	}
	s.wrote()
	go s.Check()
	reply(w, struct{}{})
}

func (s *Studio) setVariable(r *http.Request, name, value string) error {
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	known := s.variables(p)
	i := slices.IndexFunc(known, func(v variableInfo) bool { return v.Name == name })
	switch {
	case i < 0:
		return fmt.Errorf("neither a workflow nor the server reads %q", name)
	case known[i].Fixed != "":
		return fmt.Errorf("%s can't be set here: %s", name, known[i].Fixed)
	case value == "" || strings.Contains(value, "\x00"):
		return errors.New("a value has at least one character, and no NUL")
	case s.secrecy(r) != private:
		return fmt.Errorf("version control does not ignore %s: nothing is written there", dotenv)
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	d, err := s.beside(dotenv)
	if err != nil {
		return err
	}
	defer d.close()
	text, err := d.read()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text, err = project.SetVariable(text, name, strings.ReplaceAll(value, "\r\n", "\n"))
	if err != nil {
		return fmt.Errorf("%s: %w", d.path, err)
	}
	return d.replace(d.name, text, 0o600)
}

// beside opens a file of the project's own folder.
func (s *Studio) beside(name string) (*shelf, error) {
	root, err := s.folder(s.config.Dir)
	if err != nil {
		return nil, err
	}
	return &shelf{root: root, name: name, path: filepath.Join(s.config.Dir, name)}, nil
}

// serveIgnore has version control ignore the file of variables.
func (s *Studio) serveIgnore(w http.ResponseWriter, r *http.Request) {
	if s.secrecy(r) == exposed {
		if err := s.ignoreDotenv(); err != nil {
			refuse(w, err)
			return
		}
	}
	s.serveEnvironment(w, r)
}

func (s *Studio) ignoreDotenv() error {
	s.writing.Lock()
	defer s.writing.Unlock()
	d, err := s.beside(".gitignore")
	if err != nil {
		return err
	}
	defer d.close()
	text, err := d.read()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		text = append(text, '\n')
	}
	return d.write(d.name, append(text, dotenv+"\n"...))
}

// knownVariables are the variables of flowc's own, by name.
func knownVariables() map[string]rt.KnownVariable {
	all := map[string]rt.KnownVariable{}
	for _, k := range rt.KnownVariables() {
		all[k.Name] = k
	}
	return all
}

// variableNames are the names of variables that the project's dotenv files set, and of what flowc knows, sorted; never
// a value. What else the environment of this machine holds is none of the page's business.
func (s *Studio) variableNames() []string {
	vars, _ := rt.Environ(s.config.Dir) // what can't be read is the server's to report
	var names []string
	for name, v := range vars {
		if v.From != "environment" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
