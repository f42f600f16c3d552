package expr

import (
	"encoding/base64"
	"go/constant"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// form is what is known of each text that a function gives.
type form struct {
	whole func(text string) bool // whether it may be text
	part  func(text string) bool // whether text may be a part of it; nil: whatever
}

var (
	small     = &form{isSmall, isSmall}
	capital   = &form{isCapital, isCapital}
	trimmed   = &form{whole: func(text string) bool { return strings.TrimSpace(text) == text }}
	ofDigits  = &form{matcher(`^([0-9a-f]{2})*$`), matcher(`^[0-9a-f]*$`)}
	digest256 = &form{matcher(`^[0-9a-f]{64}$`), matcher(`^[0-9a-f]{0,64}$`)}
	uuid4     = &form{matcher(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`), matcher(`^[0-9a-f-]{0,36}$`)}
	padded    = &form{decodes(base64.StdEncoding), matcher(`^[A-Za-z0-9+/]*={0,2}$`)}
	unpadded  = &form{decodes(base64.RawURLEncoding), matcher(`^[A-Za-z0-9_-]*$`)}
	ofQueries = &form{part: matcher(`^[A-Za-z0-9_.~+%-]*$`)}
	ofHTML    = &form{part: matcher(`^[^<>"']*$`)}
)

func isSmall(text string) bool   { return strings.ToLower(text) == text }
func isCapital(text string) bool { return strings.ToUpper(text) == text }

func matcher(pattern string) func(string) bool { return regexp.MustCompile(pattern).MatchString }

func decodes(e *base64.Encoding) func(string) bool {
	return func(text string) bool {
		_, err := e.Strict().DecodeString(text)
		return err == nil
	}
}

// never reports whether a call of a function never gives a literal text, or, of a part, none that holds it: sha256(x)
// is not "abc".
func (e *Expr) never(literal *Expr, part bool) bool {
	call := e.bare()
	v, ok := literal.bare().Const()
	if call.fn == nil || call.fn.form == nil || !ok || v.Kind() != constant.String {
		return false
	}
	text, known := constant.StringVal(v), call.fn.form
	return known.part != nil && !known.part(text) || !part && known.whole != nil && !known.whole(text)
}

// asksOf are the functions that ask whether a text has a part.
var asksOf = []string{"contains", "startsWith", "endsWith"}

// asked is what a question about a part of a text is, whatever the text: nothing is part of each, and some never have
// it.
func (e *Expr) asked() (value, known bool) {
	if e.Op != OpCall || !slices.Contains(asksOf, e.Name) || e.Args[0].Type.Kind != types.String {
		return false, false
	}
	v, ok := e.Args[1].Const()
	if ok && v.Kind() == constant.String && constant.StringVal(v) == "" {
		return true, true
	}
	return false, e.Args[0].never(e.Args[1], true)
}
