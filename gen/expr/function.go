package expr

// Function is one function of expressions: the one place that says what it is called, what it takes, and how it is written in Go.
type Function struct {
	Name string
	Doc  string // one sentence, Markdown, what it returns
}

// Functions lists the functions of expressions in the order of their names.
func Functions() []Function { return nil }
