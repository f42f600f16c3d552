package expr

// Check checks t against a place of the document and inserts the conversions that it takes to fit there.
// It always returns an Expr; with a problem, that can't be emitted.
func (t *Template) Check(s Scope, w Want) (*Expr, []Problem) { return &Expr{}, nil }

// Check checks one part of a template for itself, as Template.Check does a whole one: a parameter of an
// SQL statement, a part of a URL.
func (p *Part) Check(s Scope, w Want) (*Expr, []Problem) { return &Expr{}, nil }
