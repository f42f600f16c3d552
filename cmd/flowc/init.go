package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/mod/module"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	"github.com/flowc-dev/flowc/golden"
)

const modulePath = project.Flowc

func initCommand(c *console.Console) *cobra.Command {
	var p creation
	cmd := &cobra.Command{
		Use:   "init DIR [--starter NAME]",
		Short: "Make a new project, or a folder of workflows in a module",
		Long: `Init writes a project into DIR, which must not exist or be empty but for .git: the starter's workflows with their Go and
tests, .env with generated secrets, a go.mod that carries what any node type needs, .gitattributes and a CI workflow.

In a Go module that is there, DIR is a folder of workflows and no more: a first workflow, and the Go file that has
go generate run flowc. Init prints the lines that the service needs besides. The root of a module stands for
internal/flows in it. With --schema the workflows use the tables that the SQL of the service makes: a file, or the
folder of its tool for migrations. With --module, DIR is a project and a module of its own all the same.

Starters: ` + strings.Join(golden.Starters(), ", ") + ".",
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			p.dir = filepath.Clean(args[0])
			if m, ok := project.ModuleAround(p.dir); ok && p.module == "" {
				return p.addTo(m, c)
			}
			if p.schemas != nil {
				return errors.New("--schema is for a folder of workflows in a module; a project has migrations of its own")
			}
			return p.create(c)
		},
	}
	cmd.Flags().StringVar(&p.starter, "starter", "", "what to begin with (default: "+firstStarter+")")
	cmd.Flags().StringVar(&p.module, "module", "", "path of the Go module (default: the folder's name)")
	cmd.Flags().StringArrayVar(&p.schemas, "schema", nil, "postgres=PATH or sqlite=PATH: what makes the service's tables")
	return cmd
}

// firstStarter is what a project begins with where none is named.
const firstStarter = "hello"

// creation is what init makes.
type creation struct {
	dir, starter, module string
	schemas              []string     // ENGINE=PATH
	document             *golden.File // in the place of a starter's workflows; nil for those
}

func (p *creation) create(c *console.Console) error {
	p.starter = cmp.Or(p.starter, firstStarter)
	files, ok := golden.Starter(p.starter)
	if !ok {
		return unknown("starter", p.starter, golden.Starters())
	}
	if err := p.check(); err != nil {
		return err
	}
	source, err := findSource()
	if err != nil {
		return err
	}
	mod, err := goMod(p.module, source)
	if err != nil {
		return err
	}
	if p.document != nil {
		files = slices.DeleteFunc(files, func(f golden.File) bool {
			return f.Path != "main.go" && path.Base(f.Path) != project.DirectiveFile
		})
		files = append(files, golden.File{Path: "flows/" + p.document.Path, Content: p.document.Content})
	}
	files = append(files,
		golden.File{Path: "go.mod", Content: mod},
		golden.File{Path: "go.sum", Content: source.sums},
		golden.File{Path: ".gitattributes", Content: []byte(gitAttributes)},
		golden.File{Path: ".gitignore", Content: []byte(gitIgnore)},
		golden.File{Path: ".github/workflows/ci.yml", Content: []byte(ciWorkflow)},
	)
	if err := p.writeAll(files, p.follow); err != nil {
		return err
	}
	dir := p.dir
	if strings.HasPrefix(dir, "-") {
		dir = "./" + dir // cd would take it for an option
	}
	c.Printf("%s is ready. Next:\n\n\tcd %s\n\tgo tool flowc dev\n", p.dir, serve.Quote(dir))
	if source.dir != "" {
		c.Printf("\nIts go.mod takes flowc from %s: "+
			"another machine needs a clone there, or a replace line of its own.\n", source.dir)
	}
	return nil
}

// checkFolder returns an error where the folder holds something.
func (p *creation) checkFolder() error {
	entries, err := os.ReadDir(p.dir)
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s is a file; init wants a folder", p.dir)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("looking at the project's folder: %w", err)
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".git" }) // git init may well come first
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty: it holds %s", p.dir, entries[0].Name())
	}
	return nil
}

// check returns an error where the folder holds something or its module has no path, which it settles.
func (p *creation) check() error {
	if err := p.checkFolder(); err != nil {
		return err
	}
	if p.module == "" {
		dir, err := filepath.Abs(p.dir)
		if err != nil {
			return fmt.Errorf("naming the module: %w", err)
		}
		p.module = filepath.Base(dir)
	}
	if err := module.CheckImportPath(p.module); err != nil {
		return fmt.Errorf("%w: say --module", err)
	}
	if inStandardLibrary(p.module) {
		return fmt.Errorf("a module can't be called %q, as a package of Go is: say --module", p.module)
	}
	return nil
}

// inStandardLibrary reports whether Go has a package of that path. A module of the same path can't be built.
func inStandardLibrary(path string) bool {
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		return false
	}
	list := exec.Command("go", "list", "-find", path)
	list.Dir = os.TempDir() // outside of any module
	return list.Run() == nil
}

// writeAll writes all files and what follows from them, or leaves nothing of them behind.
func (p *creation) writeAll(files []golden.File, follows func() error) (err error) {
	_, missing := os.Stat(p.dir)
	defer func() {
		if err != nil {
			p.remove(missing != nil)
		}
	}()
	for _, f := range files {
		if err := p.writeStarter(f); err != nil {
			return err
		}
	}
	return follows()
}

// follow writes what follows from the files of a project.
func (p *creation) follow() error {
	if _, err := project.CreateDotenv(p.dir, nil); err != nil {
		return err
	}
	return p.writeSchemas()
}

// remove takes away what was written: the folder was missing, or held a .git at most.
func (p *creation) remove(missing bool) {
	if missing {
		_ = os.RemoveAll(p.dir)
		return
	}
	entries, _ := os.ReadDir(p.dir)
	for _, e := range entries {
		if e.Name() != ".git" {
			_ = os.RemoveAll(filepath.Join(p.dir, e.Name()))
		}
	}
}

// writeStarter writes a starter's file, whose program and packages get the names of the project's.
func (p *creation) writeStarter(f golden.File) error {
	if filepath.Ext(f.Path) == ".go" {
		own := modulePath + "/golden/apps/" + p.starter
		f.Content = bytes.ReplaceAll(f.Content, []byte(`"`+own+`/`), []byte(`"`+p.module+`/`))
		command := "// Command "
		f.Content = bytes.Replace(f.Content, []byte(command+p.starter+" "), []byte(command+p.program()+" "), 1)
		formatted, err := format.Source(f.Content) // the order of imports is another one now
		if err != nil {
			return fmt.Errorf("formatting %s: %w", f.Path, err)
		}
		f.Content = formatted
	}
	return p.write(f)
}

// program returns the name that go build gives to the program of the module.
func (p *creation) program() string {
	prefix, _, _ := module.SplitPathVersion(p.module)
	return path.Base(prefix)
}

// writeSchemas writes the JSON Schema of a workflow into each folder of workflows, for editors.
func (p *creation) writeSchemas() error {
	places, err := project.FindFolders(p.dir, true)
	if err != nil {
		return err
	}
	for _, place := range places {
		if err := project.WriteSchema(place.Dir); err != nil {
			return err
		}
	}
	return nil
}

func (p *creation) write(f golden.File) error {
	path := filepath.Join(p.dir, filepath.FromSlash(f.Path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("making a folder of the project: %w", err)
	}
	if err := os.WriteFile(path, f.Content, 0o644); err != nil {
		return fmt.Errorf("writing a file of the project: %w", err)
	}
	return nil
}

const gitIgnore = `# secrets of this machine
.env
.env.*
!.env.example

# what running the project leaves behind
*.db
*.db-shm
*.db-wal
`

// gitAttributes keeps git from writing CRLF on Windows: editors and gofmt there write LF too.
const gitAttributes = "* text=auto eol=lf\n"

const ciWorkflow = `name: ci
on: [push, pull_request]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 2 # of a pull request, HEAD^1 is what it is to be merged into
      - uses: actions/setup-go@v5
        with:
          go-version-file: go.mod
      - run: go tool flowc lint --strict --format github ./...
      - run: go tool flowc generate --check ./...
      - run: go tool flowc diff --fail-on weaker HEAD^1
        if: github.event_name == 'pull_request'
      - run: go vet ./...
      - run: go test ./...
`
