package types

import "strings"

// Label marks what a value is, so that lint knows where it must not go and the log
// knows what to mask. Labels are a set.
type Label uint8

// The labels; workflow.md's table says what each comes from.
const (
	Secret Label = 1 << iota
	Password
	Hash
	Token
	Caller
	Data
)

// Masked are the labels that never appear in an execution log.
const Masked = Secret | Password | Hash | Token

var labelNames = []string{"secret", "password", "hash", "token", "caller", "data"}

// Has reports whether l holds any label of m.
func (l Label) Has(m Label) bool { return l&m != 0 }

// String lists the labels with commas, in the order of the constants.
func (l Label) String() string {
	var names []string
	for i, n := range labelNames {
		if l&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, ",")
}

// RequestLabel returns the labels that a request field carries by its name alone.
func RequestLabel(name string) Label {
	switch name {
	case "password", "passwd", "passphrase", "pwd":
		return Caller | Password
	}
	if strings.HasSuffix(name, "_password") || strings.HasSuffix(name, "Password") {
		return Caller | Password
	}
	return Caller | tokenLabel(name)
}

// ColumnLabel returns the labels that an SQL column carries by its name alone.
func ColumnLabel(name string) Label {
	if name == "hash" || strings.HasSuffix(name, "_hash") {
		return Data | Hash
	}
	return Data | tokenLabel(name)
}

func tokenLabel(name string) Label {
	if name == "token" || strings.HasSuffix(name, "_token") || strings.HasSuffix(name, "Token") || strings.HasSuffix(name, "_secret") {
		return Token
	}
	return 0
}
