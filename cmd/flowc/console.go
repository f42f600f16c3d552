package main

import (
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-isatty"

	"github.com/flowc-dev/flowc/schema/diag"
)

// console is where a command reads and writes.
type console struct {
	in       io.Reader
	out, err io.Writer
}

// report prints diagnostics for people.
func (c *console) report(list diag.List) error { return diag.WriteText(c.err, list, colored(c.err)) }

// printf writes to standard output. As with fmt.Printf, that it can't be written to is nothing to act on.
func (c *console) printf(format string, args ...any) { fmt.Fprintf(c.out, format, args...) }

// notef writes one line about what happens to standard error.
func (c *console) notef(format string, args ...any) {
	fmt.Fprintf(c.err, "flowc: "+format+"\n", args...)
}

// colored reports whether w is a terminal whose user wants colours (no-color.org).
func colored(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
