package templates

import (
	"regexp"

	"github.com/flowc-dev/flowc/schema/types"
)

// Reuse is what a node type is to workflows that call one another: an entry point, an end, or a call.
type Reuse struct {
	Called  bool   // an entry point for other workflows of the folder, and the only one of its workflow
	Output  string // of an end: the Text field that names the output which the Call takes
	Values  string // of an end: the Object field of what that output carries
	Calls   string // of a call: the Stem field that names the workflow
	Handing string // of a call: the Inputs field of what the workflow is given
}

// Subflow is a workflow that others call, as a Call of it sees it.
type Subflow struct {
	Known   bool       // false where there is none of that name
	Name    string     // as the workflow is called
	In      types.Type // what it takes, an object; Unknown where its declarations were refused
	Returns []Return   // sorted by output
	Result  types.Type // the Go struct of all that it may return: an object without the outputs' names
	Several bool       // it says which output is taken, as there are several or one is taken inside of a region
}

// Return is an output of a Call.
type Return struct {
	Output string
	Type   types.Type // of what it carries
	Guards bool       // no caller comes to it whom a guard inside has not let through
}

// Return returns what a Call's output is, zero where the workflow returns by no such name.
func (s Subflow) Return(output string) Return {
	for _, r := range s.Returns {
		if r.Output == output {
			return r
		}
	}
	return Return{}
}

// outputName matches the names that an output of a Call may have.
var outputName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// IsOutput reports whether an output of a Call may have a name.
func IsOutput(name string) bool { return outputName.MatchString(name) }
