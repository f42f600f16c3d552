package templates

// EffectSpec is what a node does outside of its workflow.
type EffectSpec struct {
	// Changes reports whether the node changes something there. It may be nil: never.
	Changes func(Pass) bool
	// Safe reports whether that is only a request for something, meant to change nothing (RFC 9110, 9.2.1). It may be nil:
	// never.
	Safe func(Pass) bool
	// Repeats reports whether doing it twice is more than doing it once. It may be nil: never.
	Repeats func(Pass) bool
	// Touches lists what the node uses there, for people: "table users (written)". It may be nil: nothing.
	Touches func(Pass) []string
}
