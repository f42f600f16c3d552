package validate_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/runtime/validate"
)

type address struct {
	City string `json:"city" validate:"min=2"`
}

type signup struct {
	Email   string   `json:"email" validate:"required,email"`
	Age     int64    `json:"age" validate:"required,gte=0,lte=150"`
	Terms   bool     `json:"terms" validate:"required"`
	Nick    *string  `json:"nick" validate:"min=3,max=5"`
	Page    int64    `query:"page" validate:"gte=0"`
	Color   string   `header:"X-Color" validate:"oneof=red green"`
	Tags    []string `json:"tags" validate:"max=1"`
	Codes   []string `json:"codes" validate:"dive,min=2"`
	Address address  `json:"address"`
}

func valid() signup {
	return signup{Email: "ada@example.org", Color: "red", Address: address{City: "Ulm"}}
}

func TestStructAccepts(t *testing.T) {
	in := valid()
	if wrong := validate.Struct(in); wrong != nil {
		t.Errorf("zero, false and missing values: %v", wrong)
	}
	nick := "adal"
	in.Nick = &nick
	if wrong := validate.Struct(&in); wrong != nil {
		t.Errorf("a pointer to it: %v", wrong)
	}
}

func TestStructNamesEveryWrongField(t *testing.T) {
	nick := "ad"
	got := validate.Struct(signup{
		Email: "no-address", Age: 151, Nick: &nick, Page: -1, Color: "mauve",
		Tags: []string{"a", "b"}, Codes: []string{"ab", "c"}, Address: address{City: "U"},
	})
	want := map[string]string{
		"email":        "must be an e-mail address",
		"age":          "must be at most 150",
		"nick":         "must have at least 3 characters",
		"page":         "must be at least 0",
		"X-Color":      "must be one of red, green",
		"tags":         "must have at most 1 item",
		"codes.1":      "must have at least 2 characters",
		"address.city": "must have at least 2 characters",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRequired(t *testing.T) {
	in := valid()
	in.Email = ""
	if got := validate.Struct(in)["email"]; got != "must not be empty" {
		t.Errorf("an empty text: %q", got)
	}
	missing := struct {
		Nick *string `json:"nick" validate:"required"`
	}{}
	if got := validate.Struct(missing)["nick"]; got != "must not be empty" {
		t.Errorf("a missing field: %q", got)
	}
}

// TestAddresses refuses addresses that are those of others once somebody sends a mail there: in quotes a mailbox has many spellings,
// and what can't be seen is left out by some.
func TestAddresses(t *testing.T) {
	for address, want := range map[string]bool{
		"ada@example.com": true, "ada+x@example.com": true, "o'hara@example.com": true, "ädä@exämple.com": true, "用户@例子.公司": true, "मेल@उदाहरण.भारत": true,
		`"ada"@example.com`: false, `"a\da"@example.com`: false, `"eve@example.com,x"@example.com`: false, "\"a\tb\"@example.com": false, `ada."x"@example.com`: false,
		"a\u00adda@example.com": false, "ada@exa\u200bmple.com": false, "ada@exam\u2060ple.com": false, "a\u2028da@example.com": false, "\u202eada@example.com": false, "a\u00a0da@example.com": false, "ada@example.com\ufeff": false,
		"ada": false, "ada@example.com\r\nBcc: eve@example.com": false, "ada@example.com\x00": false, "<ada@example.com>": false,
	} {
		one := struct {
			Email string   `json:"email" validate:"email"`
			Maybe *string  `json:"maybe" validate:"omitempty,email"`
			All   []string `json:"all" validate:"dive,email"`
		}{address, &address, []string{address}}
		got := validate.Struct(one)
		for _, field := range []string{"email", "maybe", "all.0"} {
			if (got[field] == "") != want || !want && got[field] != "must be an e-mail address" {
				t.Errorf("%q as %s: %q, want it taken: %t", address, field, got[field], want)
			}
		}
	}
}

func TestMessagesNeverQuoteTheValue(t *testing.T) {
	const canary = "canary-7f3a"
	in := struct {
		A string `json:"a" validate:"email"`
		B string `json:"b" validate:"len=3"`
		C string `json:"c" validate:"credit_card"`
		D string `json:"d" validate:"startswith=x"`
	}{canary, canary, canary, canary}
	got := validate.Struct(in)
	if len(got) != 4 {
		t.Fatalf("want 4 messages, got %v", got)
	}
	for field, message := range got {
		if strings.Contains(message, canary) {
			t.Errorf("%s: %q", field, message)
		}
	}
	if got["c"] != "does not satisfy credit_card" {
		t.Errorf("a tag without words: %q", got["c"])
	}
}
