package templates

// When limits a field or output to nodes whose field Field, a Choice or a Bool, has one of
// Values; any where Field is "". The zero value is always.
type When struct {
	Field  string
	Values []string
	Also   *When  // holds too, where it is not nil
	Absent string // and the document does not give this field, as far as that one means something; "" is none
	Given  string // and the document gives this field; "" is none
}

// Is returns the When of a field having one of the values.
func Is(field string, values ...string) When { return When{Field: field, Values: values} }

// And returns w limited further: another field has one of the values too.
func (w When) And(field string, values ...string) When {
	also := Is(field, values...)
	w.Also = &also
	return w
}

// IsZero reports whether w is always.
func (w When) IsZero() bool { return w.Field == "" && w.Absent == "" && w.Given == "" && w.Also == nil }

// Unless returns w limited further: the document does not give another field, which stands in for this one.
func (w When) Unless(field string) When {
	w.Absent = field
	return w
}

// UnlessEither returns w limited further: the document gives neither of two fields, which stand in for this one.
func (w When) UnlessEither(field, other string) When {
	w.Absent = field
	w.Also = &When{Absent: other}
	return w
}

// Given returns the When of nodes whose document gives a field.
func Given(field string) When { return When{Given: field} }
