package types

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// initialisms are written in one case in Go names (Go Code Review Comments, Initialisms).
var initialisms = map[string]string{
	"api": "API", "html": "HTML", "http": "HTTP", "https": "HTTPS", "id": "ID", "ip": "IP", "json": "JSON",
	"jwt": "JWT", "sql": "SQL", "ttl": "TTL", "url": "URL", "uri": "URI", "uuid": "UUID", "xml": "XML",
}

// GoName turns a name of the document into an exported Go name: "password_hash" into
// PasswordHash, "user id" into UserID. A name without a letter or digit yields "".
func GoName(name string) string {
	s := pascal(words(name))
	if s != "" && !unicode.IsUpper(firstRune(s)) {
		return "X" + s // a digit or a letter without case can't begin an exported name
	}
	return s
}

// GoLocal turns a name of the document into an unexported Go name: "user-id" into
// userID. Keywords are its caller's to avoid, which knows the scope.
func GoLocal(name string) string {
	ws := words(name)
	if len(ws) == 0 {
		return ""
	}
	first := strings.ToLower(ws[0])
	if _, ok := initialisms[first]; !ok {
		r, size := utf8.DecodeRuneInString(ws[0])
		first = string(unicode.ToLower(r)) + ws[0][size:]
	}
	s := first + pascal(ws[1:])
	if unicode.IsDigit(firstRune(s)) {
		s = "n" + s
	}
	return s
}

// GoFields returns the names of the Go struct fields of the object t, in the order of its fields: Field.Go
// where given, else GoName. Of fields whose names are equal in Go, the later ones get 2, 3, …
func GoFields(t Type) []string {
	names := make([]string, len(t.Fields))
	taken := make(map[string]bool, len(t.Fields))
	for i, f := range t.Fields {
		base := f.goName()
		name := base
		for n := 2; taken[name]; n++ {
			name = base + strconv.Itoa(n)
		}
		names[i], taken[name] = name, true
	}
	return names
}

// HasTag reports whether the json tag of a Go struct can hold the name of a field: tags end names at commas and quotes,
// and read an empty name and "-" in another way (encoding/json/v2).
func HasTag(name string) bool {
	return name != "" && name != "-" && !strings.ContainsAny(name, ",\\'\"`")
}

func (f Field) goName() string {
	if f.Go != "" {
		return f.Go
	}
	if name := GoName(f.Name); name != "" {
		return name
	}
	return "Field" // "$" has no exported Go name of their own
}

// pascal joins words, each with its first letter raised and initialisms in capitals.
func pascal(ws []string) string {
	var b strings.Builder
	for _, w := range ws {
		if up, ok := initialisms[strings.ToLower(w)]; ok {
			b.WriteString(up)
			continue
		}
		r, size := utf8.DecodeRuneInString(w)
		b.WriteRune(unicode.ToUpper(r))
		b.WriteString(w[size:])
	}
	return b.String()
}

// words splits at everything that is neither letter nor digit.
func words(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
