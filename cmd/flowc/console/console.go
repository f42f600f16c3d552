// Package console is where the commands of flowc read and write, and how they print diagnostics.
//
// Only cmd/flowc and the packages beside it import it.
package console

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-isatty"

	"github.com/flowc-dev/flowc/schema/diag"
)

// ErrProblems ends a command that has reported what is wrong with workflows.
var ErrProblems = errors.New("problems found")

// Console is where a command reads and writes.
type Console struct {
	In       io.Reader
	Out, Err io.Writer
}

// Report prints diagnostics for people.
func (c *Console) Report(list diag.List) error { return diag.WriteText(c.Err, list, colored(c.Err)) }

// Printf writes to standard output. Whether it can be written to is known by Output.Failed.
func (c *Console) Printf(format string, args ...any) { fmt.Fprintf(c.Out, format, args...) }

// Notef writes one line about what happens to standard error.
func (c *Console) Notef(format string, args ...any) {
	fmt.Fprintf(c.Err, "flowc: "+format+"\n", args...)
}

// Terminal reports whether what is said of what happens goes to a terminal.
func (c *Console) Terminal() bool {
	f, ok := c.Err.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// colored reports whether w is a terminal whose user wants colours (no-color.org).
func colored(w io.Writer) bool {
	f, ok := w.(interface{ Fd() uintptr }) // a file, or what passes on to one
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
