package templates

import (
	"time"

	"github.com/dave/jennifer/jen"
)

// Span is a duration as a Go programmer writes it: 15 * time.Minute, 7 * 24 * time.Hour.
func Span(d time.Duration) *jen.Statement {
	const day = 24 * time.Hour
	if d > day && d%day == 0 {
		return jen.Lit(int(d/day)).Op("*").Lit(24).Op("*").Qual("time", "Hour")
	}
	units := []struct {
		unit time.Duration
		name string
	}{{time.Hour, "Hour"}, {time.Minute, "Minute"}, {time.Second, "Second"}, {time.Millisecond, "Millisecond"}}
	for _, u := range units {
		switch {
		case d == u.unit:
			return jen.Qual("time", u.name)
		case d%u.unit == 0:
			return jen.Lit(int(d/u.unit)).Op("*").Qual("time", u.name)
		}
	}
	return jen.Qual("time", "Duration").Call(jen.Lit(int(d)))
}
