package auth

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/runtime/provider"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// paramNames are the parameters that a login may send.
var paramNames = func() (names []string) {
	for _, param := range provider.Params {
		names = append(names, param.Name)
	}
	return names
}()

// paramsField is what a login asks the provider for.
var paramsField = templates.Field{
	Name: "authParams", Shape: templates.Object, Type: types.Of(types.String), Text: true, ZeroNull: true, Sink: templates.Address,
	When: templates.Is("authType", "oauth"),
	Doc: "Parameters that a login sends to the provider. They are " + strings.Join(paramNames, ", ") + ". Each is a text or one variable " +
		"of the environment; `login_hint`, `domain_hint` and `ui_locales` may come from the request, and empty or null are not " +
		"sent. The ID token must show what was asked for: `max_age` by auth_time, `acr_values` by acr, `hd` by hd, " +
		"`organization` by org_id. Else the output `invalid` has the reason `login too old`, `wrong authentication level`, " +
		"`wrong domain` or `wrong organization`.",
}

// granted are what a login brings beside who the user is.
var granted = []types.Field{
	types.F("accessToken", types.Of(types.String).OrNull().With(types.Token)),
	types.F("accessClaims", types.Of(types.Any)),
}

// lacksLogin says what an Auth without a login does not have.
func lacksLogin(p templates.Pass) string {
	if p.Text("authType") == "oauth" && !p.Wired("login") {
		return "accessToken and accessClaims come with a login: wire \"login\""
	}
	return ""
}

// checkParams checks what a login asks for.
func checkParams(p templates.Pass) {
	if !p.Given("authParams") {
		return
	}
	if !p.Wired("login") {
		p.Report(templates.Problem{
			Code: diag.FC213, Field: "authParams", Message: "\"authParams\" has no effect without a wire from \"login\"", Hint: "wire \"login\", or remove it",
		})
	}
	for _, name := range p.Keys("authParams") {
		checkParam(p, name)
	}
}

func checkParam(p templates.Pass, name string) {
	report := func(code *diag.Code, message, hint string) {
		p.Report(templates.Problem{Code: code, Field: "authParams", Key: name, Message: message, Hint: hint})
	}
	param, of := provider.ParamNamed(name), p.Text("authProvider")
	value, fixed := p.Written("authParams", name)
	switch {
	case param == nil:
		report(diag.FC202, fmt.Sprintf("a login sends no parameter %q of yours", name), diag.DidYouMean(name, paramNames))
	case of != "" && !param.Reads(of):
		report(diag.FC213, fmt.Sprintf("%q means nothing where \"authProvider\" is %q", name, of), "remove it")
	case fixed && value == "":
		report(diag.FC203, fmt.Sprintf("%q of \"authParams\" is empty", name), "remove it")
	case fixed && param.Problem != nil && param.Problem(value) != "":
		report(diag.FC203, fmt.Sprintf("%q of \"authParams\" %s", name, param.Problem(value)), "")
	case !fixed && param.Problem != nil:
		report(diag.FC203, fmt.Sprintf("%q of \"authParams\": want a text without placeholders", name), "write what every login asks for")
	case !fixed && !param.Chosen && p.Variable("authParams", name) == "":
		report(diag.FC203, fmt.Sprintf("%q of \"authParams\": want a text, or one variable of the environment", name),
			"only login_hint, domain_hint and ui_locales may come from the request")
	}
}

// isHint reports whether a parameter is another one at each login.
func isHint(p templates.Pass, name string) bool {
	_, fixed := p.Written("authParams", name)
	return !fixed && p.Variable("authParams", name) == ""
}

// params is the Go list of the parameters that every login has, nil where there are none.
func params(s templates.Step) jen.Code {
	var list []jen.Code
	for _, name := range s.Keys("authParams") {
		if isHint(s, name) {
			continue
		}
		text, _ := s.Written("authParams", name)
		var value jen.Code = jen.Lit(text)
		if variable := s.Variable("authParams", name); variable != "" {
			value = s.Setup().Dot("Plain").Call(jen.Lit(variable))
		}
		list = append(list, jen.Values(jen.Id("Name").Op(":").Lit(name), jen.Id("Value").Op(":").Add(value)))
	}
	if list == nil {
		return nil
	}
	return jen.Index().Qual(templates.OAuth, "Param").Values(list...)
}

// hints are the parameters of a login of this execution, as arguments.
func hints(s templates.Step) (list []jen.Code) {
	for _, name := range s.Keys("authParams") {
		if isHint(s, name) {
			list = append(list, jen.Qual(templates.OAuth, "Param").Values(
				jen.Id("Name").Op(":").Lit(name), jen.Id("Value").Op(":").Add(s.Entry("authParams", name)),
			))
		}
	}
	return list
}

// loginStrengths are what a login has to be, as its ID token shows it.
func loginStrengths(p templates.Pass) []templates.Strength {
	age := templates.Strength{Lead: "let in are logins of", Value: "any age", Open: true, Ranked: true, Rank: math.MinInt64}
	if text, _ := p.Written("authParams", "max_age"); text != "" {
		seconds, _ := strconv.ParseInt(text, 10, 64)
		age = templates.Strength{Lead: age.Lead, Value: "the last " + text + " s", Ranked: true, Rank: -seconds}
	}
	list := []templates.Strength{age}
	for _, name := range []string{"acr_values", "hd", "organization"} {
		s := templates.Strength{Lead: "let in are logins with " + name, Value: "any value", Open: true, Lets: []string{"*"}}
		value, _ := p.Written("authParams", name)
		if variable := p.Variable("authParams", name); variable != "" {
			value = "env." + variable
		}
		if value != "" {
			s = templates.Strength{Lead: s.Lead, Value: value, Lets: strings.Fields(value)}
		}
		list = append(list, s)
	}
	return list
}
