package lint

// Rules returns all rules, by code.
func Rules() []*Rule {
	return []*Rule{}
}
