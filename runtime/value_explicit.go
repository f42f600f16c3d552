package runtime

import "github.com/flowc-dev/flowc/runtime/fn"

// ToInt converts as int(x) does: a text to the int that it says, a number to the part before its point, true to
// 1. Asked for by name, more is converted than where an int merely meets a value (Int).
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
	if n, overflow := fn.FloatToInt(f); overflow == nil {
		return n, nil
	}
	return 0, err
}

// ToFloat converts as float(x) does: a text to the number that it says, true to 1.
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

// ToBool converts as bool(x) does: a text to the true or false that it says, a number to whether it is not zero.
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
