package validate

import (
	"strings"
	"unicode"

	"github.com/go-playground/validator/v10"
)

// oneSpelling refuses what plain, a validator without it, takes for e-mail addresses though others read it as another
// one: a name in quotes, which a mailbox has many of ("ada" and "a\da" are ada) and which may hold whole addresses, and
// characters that nobody sees and that some leave out. Whoever counts mails by their address, or has one account for
// each, would count one mailbox many times.
func oneSpelling(plain *validator.Validate) validator.Func {
	return func(field validator.FieldLevel) bool {
		address := field.Field().String()
		return plain.Var(address, "email") == nil && !strings.Contains(address, `"`) && !strings.ContainsFunc(address, unseen)
	}
}

func unseen(r rune) bool { return !unicode.IsPrint(r) }
