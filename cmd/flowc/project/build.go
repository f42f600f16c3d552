package project

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
)

// atEachSave are what go build leaves out of a program that is built at each save, and that does the same without. What
// only debuggers read is half of the linker's work and, with inlining, a third of the compiler's: that is done without
// in the project's own packages, as all others are compiled already. Nobody asks which revision such a program is of,
// and the version control would have to look at each file of the repository.
var atEachSave = []string{"-ldflags=-s", "-gcflags=./...=-l -dwarf=false", "-buildvcs=false"}

// Build builds the program into folder, which is empty, and returns the path of what was built. What the go command has
// to say goes to the console. Again says that it has been built before, so that there is little to compile; else what
// KeepBuilt has kept of it is taken as it is, where it would be linked so again. A file of overlay has it see other
// sources than are there; "" has not.
func (t *Target) Build(ctx context.Context, c *console.Console, folder, overlay string, again bool) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", fmt.Errorf("building: %w", err)
	}
	var kept string
	if !again {
		kept = takeBuilt(t.Program, folder)
	}
	// Into a folder, the go command builds programs only, and calls them what the system wants.
	args := slices.Concat([]string{"build"}, atEachSave, []string{"-o", folder})
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	build := exec.CommandContext(ctx, "go", append(args, t.pkg())...)
	build.Dir = t.Dir
	if again {
		build.Env = withoutCollecting(os.Environ())
	}
	build.Stdout, build.Stderr = c.Err, c.Err
	if err := build.Run(); errors.As(err, new(*exec.ExitError)) {
		return "", console.ErrProblems // the go command has said what
	} else if err != nil {
		return "", fmt.Errorf("building: %w", err)
	}
	return builtIn(folder, kept)
}

// builtIn is the path of the program in folder, into which it was built; beside it may lie what was kept, which had
// another name.
func builtIn(folder, kept string) (string, error) {
	programs, err := os.ReadDir(folder)
	if err == nil && len(programs) > 1 && kept != "" {
		programs = slices.DeleteFunc(programs, func(e os.DirEntry) bool { return e.Name() == filepath.Base(kept) })
	}
	if err != nil || len(programs) != 1 {
		return "", fmt.Errorf("building: there is no program in %s: %w", folder, err)
	}
	return filepath.Join(folder, programs[0].Name()), nil
}

// withoutCollecting returns the environment for Go's tools to end before they collect their garbage: most of them do so
// soon, and the linker takes an eighth less time for a tenth more memory. One that takes much memory nevertheless
// collects as usual. What the environment itself says of either stays.
func withoutCollecting(env []string) []string {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return env
	}
	return append(env, "GOGC=off", "GOMEMLIMIT=1GiB")
}

// LinkedFolders are the folders of the packages that the program in dir is built of.
func LinkedFolders(ctx context.Context, dir string) (map[string]bool, error) {
	list := exec.CommandContext(ctx, "go", "list", "-deps", "-f", "{{if not .Standard}}{{.Dir}}{{end}}", ".")
	list.Dir = dir
	out, err := outputOf(list)
	if err != nil {
		return nil, fmt.Errorf("finding what the program is built of: %w", err)
	}
	linked := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		linked[Absolute(strings.TrimSpace(line))] = true
	}
	return linked, nil
}

// outputOf returns what a command prints. Where it fails, the error is what it says of that, rather than its exit
// status.
func outputOf(cmd *exec.Cmd) ([]byte, error) {
	out, err := cmd.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) && len(bytes.TrimSpace(failed.Stderr)) > 0 {
		err = errors.New(string(bytes.TrimSpace(failed.Stderr)))
	}
	return out, err
}
