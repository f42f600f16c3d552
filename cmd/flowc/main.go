// Command flowc compiles workflows to Go: flags, files and exit codes around the packages that do the work.
//
// Nothing imports it.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// gcPercent takes a fifth off the memory of a thousand workflows, and costs less than a tenth of the time:
//
//	go test ./cmd/flowc -run '^$' -bench GenerateMemory
const gcPercent = 50

// Exit codes. Whatever is neither fine nor a problem in a workflow is wrong usage, or a failure of files or processes.
const (
	exitFine     = 0
	exitProblems = 1
	exitFailure  = 2
)

// Main runs one command line and returns its exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &console.Output{To: stdout}
	root := rootCommand(&console.Console{In: stdin, Out: out, Err: stderr})
	root.SetArgs(append([]string{}, args...)) // cobra takes nil for the process's own arguments
	err := root.Execute()
	if err == nil {
		err = out.Failed()
	}
	switch {
	case err == nil:
		return exitFine
	case errors.Is(err, console.ErrProblems):
		return exitProblems
	default:
		fmt.Fprintf(stderr, "flowc: %v\n", err)
		return exitFailure
	}
}

func rootCommand(c *console.Console) *cobra.Command {
	root := &cobra.Command{
		Use:   "flowc",
		Short: "Compile workflows to plain Go handlers",
		Long: `Flowc compiles workflows, which a canvas saves as JSON, to plain Go net/http handlers. To begin:

	flowc init shop && cd shop
	go tool flowc dev

Exit status: 0 fine, 1 problems found in workflows, 2 wrong usage or a failure of files or processes.`,
		Version:       ownVersion(),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.SetVersionTemplate("flowc {{.Version}}\n")
	root.SetIn(c.In)
	root.SetOut(c.Out)
	root.SetErr(c.Err)
	root.AddCommand(
		initCommand(c), newCommand(c), duplicateCommand(c),
		generateCommand(c), lintCommand(c), fixCommand(c), fmtCommand(c), diffCommand(c), graphCommand(c),
		devCommand(c), studioCommand(c), routesCommand(c), mcpCommand(c), envCommand(c),
		docsCommand(c), explainCommand(c), nodesCommand(c), schemaCommand(c), migrateCommand(c), openapiCommand(c),
		versionCommand(c),
	)
	root.InitDefaultHelpCmd() // those that cobra adds are explained too
	root.InitDefaultCompletionCmd()
	explainUsage(root)
	return root
}
