package runtime

// ToInt is what int(x) makes of a value: of a text the int that it says, of a number what stands before its point, of
// true 1. Asked for by name, more is converted than where an int merely meets a value (Int).
func (v Value) ToInt() (int64, error) {
	switch v.kind() {
	case '"':
		return v.written().Int()
	case 't', 'f':
		return v.oneIfTrue()
	}
	n, err := v.Int()
	if err == nil || v.kind() != '0' {
		return n, err
	}
	f, notFloat := v.Float()
	if notFloat != nil {
		return 0, notFloat
	}
	if n, overflow := FloatToInt(f); overflow == nil {
		return n, nil
	}
	return 0, err
}

// ToFloat is what float(x) makes of a value: of a text the number that it says, of true 1.
func (v Value) ToFloat() (float64, error) {
	switch v.kind() {
	case '"':
		return v.written().Float()
	case 't', 'f':
		n, err := v.oneIfTrue()
		return float64(n), err
	}
	return v.Float()
}

// ToBool is what bool(x) makes of a value: of a text true or false, as it says, of a number whether it is not zero.
func (v Value) ToBool() (bool, error) {
	switch v.kind() {
	case '"':
		return v.written().Bool()
	case '0':
		f, err := v.Float()
		return f != 0, err
	}
	return v.Bool()
}

// written is v as in a form, where numbers are written as text.
func (v Value) written() Value {
	v.asText = true
	return v
}

func (v Value) oneIfTrue() (int64, error) {
	t, err := v.Bool()
	if t {
		return 1, err
	}
	return 0, err
}
