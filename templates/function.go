package templates

import "github.com/flowc-dev/flowc/schema/types"

// OwnTime is the part of an output's documentation on the time for handling a failure.
const OwnTime = "Where time ran out or the caller left, what follows has its own time once: that of the entry point, 10s at most."

// OwnPackage is the import path that stands for the package of the workflows themselves.
const OwnPackage = "."

// Function is what a Go function of a Func field takes and returns.
type Function struct {
	Package  string // import path, or OwnPackage
	Base     string // name of that package; "" for OwnPackage
	Name     string
	Method   bool       // of the workflows' own type Code
	Verifies bool       // takes the request of a Webhook, to verify its sender
	In       types.Type // an Object; Unknown where it takes no input
	Out      types.Type // an Object, perhaps without fields
	Known    bool       // the function was found, and is one that a workflow can call
}
