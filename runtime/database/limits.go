package database

import "errors"

// Limits names the parameters that are a LIMIT or OFFSET. Below zero they are none to SQLite, which would give all
// rows; PostgreSQL refuses them, and so do we.
func Limits(parameters ...int) Option {
	return func(p *prepared) { p.limits = parameters }
}

var errBelowZero = errors.New("LIMIT and OFFSET must not be below zero")

// arguments are the parameters as the engine wants them. It may change args.
func (p *prepared) arguments(args []any) ([]any, error) {
	if err := p.asDocuments(args); err != nil {
		return nil, err
	}
	args, err := p.handle.engine.arguments(args, p.days)
	if err != nil {
		return nil, err
	}
	for _, n := range p.limits {
		if count, ok := args[n-1].(int64); ok && count < 0 {
			return nil, &misfitError{parameter: n, what: isBelowZero, err: errBelowZero}
		}
	}
	return args, nil
}
