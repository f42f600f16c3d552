package runtime

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/internal/mask"
	"github.com/flowc-dev/flowc/runtime/label"
)

// Limits of a node's values in the debug log.
const (
	maxShownText  = 1 << 10  // bytes of one text
	maxShownItems = 32       // of one list, or members of one object
	maxShownAll   = 16 << 10 // bytes; what follows is left out
)

// shown is v as the debug log shows it: as JSON, what is labelled masked, what is large cut. Members of JSON that
// nobody declared are masked by the names that give declared ones their labels. cut is how many texts, items and
// members are not there in full.
func (e *execution) shown(v any) (text Value, cut int) {
	defer func() {
		if recover() != nil { // of a method of a function's own type
			text, cut = ValueOf(mask.Text), 0
		}
	}()
	labelled := e.log.labels.Attr(slog.Any("", v)).Value.Any()
	raw, err := json.Marshal(labelled, wire, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return ValueOf(fmt.Sprintf("%T, which can't be shown as JSON", v)), 0
	}
	s := shower{run: e, in: jsontext.NewDecoder(bytes.NewBuffer(raw), lenient)}
	s.out = jsontext.NewEncoder(&s.text, lenient)
	if err := s.value(); err != nil {
		return ValueOf(mask.Text), 0
	}
	return Value{raw: bytes.TrimSpace(s.text.Bytes())}, s.cuts
}

// lenient is for what is not ours: a method may have written it, and names that are cut may be equal.
var lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// shower copies JSON to what a log shows of it.
type shower struct {
	run  *execution
	in   *jsontext.Decoder
	out  *jsontext.Encoder
	text bytes.Buffer
	last named // of what was read, for what comes
	cuts int   // texts that are shortened, items and members that are left out
}

func (s *shower) value() error {
	if s.last.masks(s.in) {
		if err := s.in.SkipValue(); err != nil {
			return err
		}
		return s.out.WriteToken(jsontext.String(mask.Text))
	}
	switch s.in.PeekKind() {
	case '{':
		return s.members()
	case '[':
		return s.items()
	}
	token, err := s.in.ReadToken()
	if err != nil {
		return err
	}
	if token.Kind() == '"' {
		text := token.String()
		s.last.read(s.in, text)
		token = jsontext.String(s.cut(s.readable(text)))
	}
	return s.out.WriteToken(token)
}

func (s *shower) items() error {
	left, err := s.inside(']', s.value)
	if err == nil && left > 0 {
		err = s.out.WriteToken(jsontext.String(leftOut(left)))
	}
	return s.end(err)
}

func (s *shower) members() error {
	left, err := s.inside('}', s.member)
	if err == nil && left > 0 {
		if err = s.out.WriteToken(jsontext.String("…")); err == nil {
			err = s.out.WriteToken(jsontext.String(leftOut(left)))
		}
	}
	return s.end(err)
}

func leftOut(n int) string { return fmt.Sprintf("… %d more", n) }

// inside copies what is inside of a list or an object as far as there is room, and counts what is left out.
func (s *shower) inside(end jsontext.Kind, one func() error) (left int, err error) {
	if err := s.copyToken(); err != nil {
		return 0, err
	}
	for n := 0; s.in.PeekKind() != end; n++ {
		if n < maxShownItems && s.out.OutputOffset() < maxShownAll {
			err = one()
		} else {
			left++
			s.cuts++
			err = s.skip(end)
		}
		if err != nil {
			return left, err
		}
	}
	return left, nil
}

// skip passes over an item of a list, or a member of an object.
func (s *shower) skip(end jsontext.Kind) error {
	if end == '}' {
		if err := s.in.SkipValue(); err != nil {
			return err
		}
	}
	return s.in.SkipValue()
}

func (s *shower) member() error {
	token, err := s.in.ReadToken()
	if err != nil {
		return err
	}
	name := token.String()
	s.last.read(s.in, name)
	if err := s.out.WriteToken(jsontext.String(s.cut(name))); err != nil {
		return err
	}
	return s.value()
}

func (s *shower) end(err error) error {
	if err != nil {
		return err
	}
	return s.copyToken()
}

func (s *shower) copyToken() error {
	token, err := s.in.ReadToken()
	if err != nil {
		return err
	}
	return s.out.WriteToken(token)
}

// cut shortens a text. It is masked before: part of a secret would not be found in the log.
func (s *shower) cut(text string) string {
	if len(text) <= maxShownText {
		return text
	}
	s.cuts++
	masked := s.run.masked(text)
	end := min(len(masked), maxShownText)
	for end > 0 && end < len(masked) && !utf8.RuneStart(masked[end]) {
		end--
	}
	return fmt.Sprintf("%s… (%d bytes)", masked[:end], len(text))
}

// isLabelName knows the names that give a value a label, as the reference of workflows lists them, and the headers of
// credentials.
func isLabelName(name string) bool {
	switch strings.ToLower(name) {
	case "proxy-authorization", "cookie", "set-cookie":
		return true
	}
	return label.IsCredential(name) || label.IsHash(name)
}
