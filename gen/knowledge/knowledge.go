// Package knowledge holds what the world calls things, as rows of tables that are embedded: languages, kinds of files,
// and words for rights, keys, hashes and more. Rules read the rows, and name none of them.
//
// It may be imported by gen/ir, gen/facts and gen/lint. It imports nothing of this module.
package knowledge

import (
	_ "embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
)

//go:embed languages.json
var languagesJSON []byte

//go:embed files.json
var filesJSON []byte

//go:embed words.json
var wordsJSON []byte

// Language is one that a service reads out of a text that it is sent. In it, what a value holds may be more of it.
type Language struct {
	Name  string   `json:"name"`
	Keys  []string `json:"keys"`  // the members and parameters that hold it, in small letters; "" is all that is sent; none are any
	Begin Pattern  `json:"begin"` // what the text looks like, with an x for each value
	Place Pattern  `json:"place"` // what stands before a value that ends what it stands in; none is anything
	Hint  string   `json:"hint"`
}

// IsMeant reports whether a text under a key is of the language.
func (l *Language) IsMeant(key, words string) bool {
	return (l.Keys == nil || slices.Contains(l.Keys, strings.ToLower(key))) && l.Begin.MatchString(words)
}

// File is a kind of files, known by the ends of their names.
type File struct {
	Name    string   `json:"name"`
	Endings []string `json:"endings"` // in small letters
	Hint    string   `json:"hint"`
	Escaped bool     `json:"escaped"` // a body with its content type escapes placeholders
	Caller  bool     `json:"caller"`  // what it is made of but for callers' texts, its author means to be more of it
}

// Pattern is a regular expression (RE2); the zero Pattern is none.
type Pattern struct{ *regexp.Regexp }

// UnmarshalText compiles the pattern.
func (p *Pattern) UnmarshalText(text []byte) (err error) {
	p.Regexp, err = regexp.Compile(string(text))
	return err
}

// Words is a list of words in small letters.
type Words struct {
	Are   string   `json:"are"` // what they are
	Words []string `json:"words"`
}

// Has reports whether a name is one of the words, in any case.
func (w Words) Has(name string) bool { return slices.Contains(w.Words, strings.ToLower(name)) }

// Ends reports whether a name is one of the words, or ends in "_" and one.
func (w Words) Ends(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(w.Words, func(word string) bool { return name == word || strings.HasSuffix(name, "_"+word) })
}

// Begin reports whether a text begins with one of the words.
func (w Words) Begin(text string) bool {
	return slices.ContainsFunc(w.Words, func(word string) bool { return strings.HasPrefix(text, word) })
}

// In reports whether one of the words is a part of a text, in any case.
func (w Words) In(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(w.Words, func(word string) bool { return strings.Contains(text, word) })
}

// The tables.
var (
	Languages = table[[]Language](languagesJSON) // one under a name that says less has to look the more like one, and stands later
	files     = table[[]File](filesJSON)
	// Names are the lists of words.
	Names = table[struct {
		Rights         Words `json:"rights"`
		Privileges     Words `json:"privileges"`
		Purposes       Words `json:"purposes"`
		Attempts       Words `json:"attempts"`
		Harmless       Words `json:"harmless"`
		Repeated       Words `json:"repeated"`
		KeyParameters  Words `json:"keyParameters"`
		Hashed         Words `json:"hashed"`
		Policies       Words `json:"policies"`
		Markup         Words `json:"markup"`
		Contents       Words `json:"contents"`
		Interpreters   Words `json:"interpreters"`
		RunOptions     Words `json:"runOptions"`
		Filtering      Words `json:"filtering"`
		Combining      Words `json:"combining"`
		Passing        Words `json:"passing"`
		HTMLMembers    Words `json:"htmlMembers"`
		Holding        Words `json:"holding"`
		TypeMembers    Words `json:"typeMembers"`
		AddressHeaders Words `json:"addressHeaders"`
		Recipients     Words `json:"recipients"`
		Directives     Words `json:"directives"`
		Undirected     Words `json:"undirected"`
		Computed       Words `json:"computed"`
		Icons          Words `json:"icons"`
		Void           Words `json:"void"`
		Items          Words `json:"items"`
		Places         Words `json:"places"`
		Counts         Words `json:"counts"`
		Many           Words `json:"many"`
	}](wordsJSON)
)

// The languages that more than one rule knows.
var (
	GraphQL = language("GraphQL")
	Mail    = language("a mail")
)

func language(name string) *Language {
	i := slices.IndexFunc(Languages, func(l Language) bool { return l.Name == name })
	return &Languages[i]
}

// FileNamed returns the kind of a file by its name, and whether that is known.
func FileNamed(name string) (File, bool) {
	end := strings.ToLower(path.Ext(name))
	i := slices.IndexFunc(files, func(f File) bool { return slices.Contains(f.Endings, end) })
	if i < 0 {
		return File{}, false
	}
	return files[i], true
}

// table reads a table. A table that does not fit its type is a mistake in this repository, which a test finds.
func table[T any](text []byte) T {
	rows, err := read[T](text)
	if err != nil {
		panic(fmt.Sprintf("knowledge: %v", err))
	}
	return rows
}

func read[T any](text []byte) (rows T, err error) {
	return rows, json.Unmarshal(text, &rows, json.RejectUnknownMembers(true))
}
