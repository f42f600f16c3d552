package expr

// Facts returns the keys that are proved not null when e, a bool, has the given outcome, without repetition.
func Facts(e *Expr, outcome bool) []string { return nil }
