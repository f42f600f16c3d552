package templates

// NeedsSpec is what a node needs at run time that no field of its workflow holds.
type NeedsSpec struct {
	// Variables are the environment variables that are read by names of their own, beside those of the node's fields. It
	// may be nil.
	Variables func(Pass) []string
	// Opens is the import path of the runtime's package whose Open New calls, so that a service without it does not start;
	// "" where there is none. It may be nil.
	Opens func(Pass) string
	// Engines are the import paths of the engines that a URL of the environment may choose. It may be nil: none.
	Engines func(Pass) []string
}
