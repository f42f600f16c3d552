package templates_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-playground/validator/v10"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// TestTags holds what is said of a tag, and how it is mended, to what each says.
func TestTags(t *testing.T) {
	text, number, length := types.Of(types.String), types.Of(types.Int), types.Of(types.Duration)
	for _, test := range []struct {
		tag       string
		of        types.Type
		why, mend string // in what is said; "" and "" of a tag that is right
	}{
		{"min=120,max=1", text, `"min=120" and "max=1" leave no value`, `write "min=1,max=120"`},
		{"min=2,max=-1", text, `"min=2" and "max=-1" leave no value`, "leave one of them out, or change it"},
		{"min=5,max=5", text, "", ""},
		{"gt=5,lt=6", number, `"gt=5" and "lt=6" leave no value`, "leave one"},
		{"gt=5,lt=6", types.Of(types.Float), "", ""},
		{"gte=6,lt=6", types.Of(types.Float), `"gte=6" and "lt=6" leave no value`, "leave one"},
		{"len=8,max=4", text, `"len=8" and "max=4"`, "leave one"},
		{"len=8,min=4,max=8", text, "", ""},
		{"max=-1", text, `"max=-1" leaves no value`, "leave one"},
		{"max=-1", number, "", ""},
		{"required,max=0", text, `"required" and "max=0"`, "leave one"},
		{"required,lt=0", number, "", ""},
		{"min=3,max=2,dive,email", types.ListOf(text), `"min=3" and "max=2"`, `write "min=2,max=3"`},
		{"min=1,dive,min=3,max=2", types.ListOf(text), `"min=3" and "max=2"`, `write "min=2,max=3"`},
		{"dive,keys,min=3,endkeys,max=2", types.MapOf(text), "", ""},
		{"uuid,max=20", text, `"uuid" and "max=20"`, "leave one"},
		{"uuid,len=36", text, "", ""},
		{"email,uuid4", text, `"email" and "uuid4"`, "leave one"},
		{"email|uuid4", text, "", ""},
		{"number,numeric", text, "", ""},
		{"oneof=a b,eq=c", text, `"oneof=a b" and "eq=c"`, "leave one"},
		{"oneof=a b,eq=b", text, "", ""},
		{"oneof=a b,min=2", text, `"oneof=a b" and "min=2"`, "leave one"},
		{"oneof='in progress' done,min=5", text, "", ""},
		{"oneof=a b", number, `"oneof=a b" leaves no value of type int`, "leave one"},
		{"oneof=1 2,gt=1", number, "", ""},
		{"oneof=1 2,gt=2", number, `"oneof=1 2" and "gt=2"`, "leave one"},
		{"omitempty,oneof=0 9,gt=9", number, "", ""},
		{"eq=a,ne=a", text, `"eq=a" and "ne=a"`, "leave one"},
		{"required,omitempty", text, `"required" refuses what is empty, and "omitempty" takes it`, "leave one"},
		{"omitempty,min=1,max=9", text, "", ""},
		{"min=1,max=30", length, `"min=1" counts nanoseconds: it has no unit`, `write "min=1s"`},
		{"min=1m,max=30m", length, "", ""},
		{"gt=0,max=1500000000", length, "", ""},
		{"min=1h,max=30m", length, `"min=1h" and "max=30m"`, `write "min=30m,max=1h"`},
		{"max=1d", length, "is not a number", `write "max=24h"`},
		{"max=15 min", length, "is not a number", `write "max=15m"`},
		{"email", number, `bad field type int: "email" is a rule for texts`, `make the type "string"`},
		{"email", types.ListOf(text), `bad field type list<string>: "email"`, `write "dive" before it`},
		{"base64", types.Of(types.Bytes), `bad field type bytes: "base64"`, "leave it out"},
		{"min=1", types.ObjectOf(), `bad field type object: "min=1"`, "write it at a member"},
		{"required", types.ObjectOf(), "", ""},
		{"numeric", number, "", ""},
		{"oneof=a,b", text, "there is no rule", `write "oneof=a b"`},
		{"required,oneof=in progress,done,max=20", text, "there is no rule", `write "required,oneof='in progress' done,max=20"`},
		{"oneof=a|b", text, "there is no rule", `write "oneof=a b"`},
		{"oneof=['a', 'b']", text, "there is no rule", `write "oneof=a b"`},
		{"min=1;max=2", text, "is not a number", `write "min=1,max=2"`},
		{"min=1, max=2", text, "there is no rule", `write "min=1,max=2"`},
		{"min=1 max=2", text, "is not a number", `write "min=1,max=2"`},
		{"min: 1, max: 2", text, "there is no rule", `write "min=1,max=2"`},
		{"min(1),email", text, "there is no rule", `write "min=1,email"`},
		{"max=many", text, "is not a number", "see the tags of validator/v10"},
	} {
		why := templates.TagProblem(test.tag, test.of)
		if test.why == "" && why != "" || !strings.Contains(why, test.why) {
			t.Errorf("%s of %s: %q, want %q", test.tag, test.of, why, test.why)
		}
		if why == "" {
			continue
		}
		if mend := templates.TagMend(test.tag, test.of); !strings.Contains(mend, test.mend) {
			t.Errorf("%s of %s is mended by %q, want %q", test.tag, test.of, mend, test.mend)
		}
	}
}

// TestTagsOfTwoBounds has validator/v10 itself say which pairs of bounds leave no value.
func TestTagsOfTwoBounds(t *testing.T) {
	var bounds []string
	for _, rule := range []string{"len", "min", "max", "gt", "gte", "lt", "lte"} {
		for n := -1; n < 4; n++ {
			bounds = append(bounds, fmt.Sprintf("%s=%d", rule, n))
		}
	}
	var ints, floats, texts, lists []any
	for n := -3; n < 7; n++ {
		ints, floats = append(ints, int64(n)), append(floats, float64(n), float64(n)+0.5)
		if n >= 0 {
			texts, lists = append(texts, strings.Repeat("é", n)), append(lists, make([]any, n))
		}
	}
	v := validator.New()
	for _, of := range []struct {
		t      types.Type
		values []any
	}{
		{types.Of(types.Int), ints}, {types.Of(types.Float), floats}, {types.Of(types.String), texts}, {types.ListOf(types.Of(types.Int)), lists},
	} {
		for _, first := range bounds {
			for _, second := range bounds {
				tag := first + "," + second
				satisfied := false
				for _, value := range of.values {
					satisfied = satisfied || v.Var(value, tag) == nil
				}
				if why := templates.TagProblem(tag, of.t); satisfied != (why == "") {
					t.Errorf("%s of %s: told %q, and some value satisfies it: %v", tag, of.t, why, satisfied)
				}
			}
		}
	}
}

// TestRequiredZero has what is asked of a number beside its presence asked of zero too.
func TestRequiredZero(t *testing.T) {
	number, text := types.Of(types.Int), types.Of(types.String)
	for _, test := range []struct {
		tag  string
		of   types.Type
		want string
	}{
		{"required,gte=18", number, "gte=18"},
		{"required", types.Of(types.Bool), ""},
		{"required,email", text, "required,email"},
		{"required,gt=0", number.OrNull(), "required,gt=0"},
		{"required,dive,required,gt=0", types.ListOf(number), "required,dive,gt=0"},
		{"dive,keys,required,endkeys,required", types.MapOf(number), "dive,keys,required,endkeys,required"},
	} {
		if got := templates.ValidateTag(templates.Declared{Validate: test.tag, Type: test.of}); got != test.want {
			t.Errorf("%s of %s becomes %q, want %q", test.tag, test.of, got, test.want)
		}
	}
}

// TestExcludes has validator/v10 itself say which comparisons a value that it lets through may meet.
func TestExcludes(t *testing.T) {
	compare := map[string]func(a, b int) bool{
		"==": func(a, b int) bool { return a == b }, "<": func(a, b int) bool { return a < b }, "<=": func(a, b int) bool { return a <= b },
		">": func(a, b int) bool { return a > b }, ">=": func(a, b int) bool { return a >= b },
	}
	number, text := types.Of(types.Int), types.Of(types.String)
	v := validator.New()
	for _, tag := range []string{"min=1,max=3", "gt=1", "lt=2", "gte=2,lt=3", "len=2", "omitempty,min=2", "required", "max=2,ne=1"} {
		for operator, holds := range compare {
			for literal := range 5 {
				for of, value := range map[*types.Type]func(n int) any{
					&number: func(n int) any { return int64(n) }, &text: func(n int) any { return strings.Repeat("é", n) },
				} {
					met := false
					for n := range 9 {
						met = met || holds(n, literal) && v.Var(value(n), tag) == nil
					}
					d := templates.Declared{Name: "x", Type: *of, Validate: tag}
					if why := d.Excludes(operator, int64(literal)); why != "" && met {
						t.Errorf("%s of %s: told to exclude what is %s %d by %q, and a value is", tag, of, operator, literal, why)
					} else if why == "" && !met && tag == "min=1,max=3" && literal > 0 {
						t.Errorf("%s of %s: no value is %s %d, and nothing is told", tag, of, operator, literal)
					}
				}
			}
		}
	}
	for _, test := range []struct {
		tag, text string
		excluded  string
	}{
		{"email", "ann", "email"}, {"email", "ann@example.com", ""}, {"required", "", "required"}, {"min=3,uuid", "abc", "uuid"},
		{"eqfield=Other", "x", ""}, {"omitempty,email", "", ""}, {"ipv4|ipv6", "x", ""}, {"nonsense", "x", ""}, {"", "x", ""},
	} {
		d := templates.Declared{Name: "x", Type: text, Validate: test.tag}
		if got := d.Excludes("==", test.text); got != test.excluded {
			t.Errorf("%q of %q: excluded by %q, want %q", test.text, test.tag, got, test.excluded)
		}
	}
}
