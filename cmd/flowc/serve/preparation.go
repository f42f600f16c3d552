package serve

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/templates"
)

var shellVariable = regexp.MustCompile(`\$([A-Z][A-Z0-9_]*)`)

// writePreparation writes how the shell variables of the routes' curl lines get their values. A secret stays where it
// is: the lines read it from .env.
func writePreparation(w io.Writer, dir string, routes []Route) {
	p := preparation{path: filepath.Join(dir, ".env")}
	text, _ := project.ReadFile(p.path) // where there is none, it holds nothing
	p.lines = strings.Split(string(text), "\n")
	for _, r := range routes {
		if len(r.cookies) > 0 {
			p.add("COOKIES=$(mktemp)")
		}
		if r.sender != nil {
			p.fromDotenv(r.sender.secret)
		}
		for _, m := range shellVariable.FindAllStringSubmatch(r.credentials, -1) {
			p.variable(m[1], r.auth, routes)
		}
	}
	if len(p.commands) > 0 {
		fmt.Fprintf(w, "\nFirst, for the lines below:\n  %s\n", strings.Join(p.commands, "\n  "))
	}
}

// preparation is shell commands that come before all others.
type preparation struct {
	path     string   // of .env
	lines    []string // of .env
	commands []string
}

// add adds a command that is not there yet.
func (p *preparation) add(command string) {
	if !slices.Contains(p.commands, command) {
		p.commands = append(p.commands, command)
	}
}

// variable adds what sets a variable of a route's credentials.
func (p *preparation) variable(name string, auth *ir.Step, routes []Route) {
	switch {
	case name == "TOKEN":
		if !slices.ContainsFunc(routes, func(r Route) bool { return r.kept[name] != "" }) {
			p.token(auth)
		}
	case name == "LOGIN" && p.holds(project.PasswordComment):
		p.add("LOGIN=" + project.DevPerson)
	case name == "PASSWORD" && p.holds(project.PasswordComment):
		p.read(name, "# The password of "+project.DevPerson+".*: ")
	case name == "LOGIN", name == "PASSWORD":
		p.add("# LOGIN and PASSWORD: of a user in BASIC_AUTH_USERS")
	case p.holds(name + "S=" + project.DevMachine + ":"):
		p.read(name, name+"S="+project.DevMachine+":")
	default:
		p.fromDotenv(name)
	}
}

func (p *preparation) holds(prefix string) bool {
	return slices.ContainsFunc(p.lines, func(line string) bool { return strings.HasPrefix(line, prefix) })
}

// read adds a command that reads what follows prefix, a regular expression, in a line of .env.
func (p *preparation) read(variable, prefix string) {
	p.add(fmt.Sprintf("%s=$(sed -n 's/^%s//p' %s)", variable, prefix, Quote(p.path)))
}

// fromDotenv adds a command that reads a variable from .env. A variable that is set elsewhere is left to the user.
func (p *preparation) fromDotenv(variable string) {
	if p.holds(variable + "=") {
		p.read(variable, variable+"=")
		return
	}
	p.add(fmt.Sprintf("# %s is not in %s: set it here", variable, p.path))
}

// token adds commands that sign a token where no route hands one out, and says who signs it where only others can.
func (p *preparation) token(auth *ir.Step) {
	scheme := facts.Scheme(auth)
	if scheme == nil || scheme.Algorithm == "" {
		p.add("# TOKEN: an access token, from the service that signs them")
		return
	}
	bits := strings.TrimPrefix(scheme.Algorithm, "HS")
	p.fromDotenv(scheme.Secret)
	p.add("base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }")
	var variables []string // as they are in JSON, and outside of the quotes of the shell
	claims := jsonText(claimsOf(scheme, func(variable string) string {
		p.fromDotenv(variable)
		variables = append(variables, "$"+variable, `'"$`+variable+`"'`)
		return "$" + variable
	}))
	p.add(fmt.Sprintf(`TOKEN=$(printf '{"alg":"HS%s"}' | base64url).$(printf '%s,"exp":%%d}' $(($(date +%%s) + 3600)) | base64url) # good for an hour`,
		bits, strings.NewReplacer(append(variables, "'", `'\''`)...).Replace(strings.TrimSuffix(claims, "}"))))
	p.add(fmt.Sprintf(`TOKEN=$TOKEN.$(printf %%s "$TOKEN" | openssl dgst -sha%s -hmac "$%s" -binary | base64url)`, bits, scheme.Secret))
}

// claimsOf returns the claims of a token that is accepted, but for its end. valueOf returns what a variable holds.
func claimsOf(scheme *templates.Scheme, valueOf func(variable string) string) map[string]any {
	claims := map[string]any{"sub": project.DevPerson}
	add := func(claim string, names []string) {
		if len(names) == 0 {
			return
		}
		claims[claim] = names[0]
		if variable := templates.Variable(names[0]); variable != "" {
			claims[claim] = valueOf(variable)
		}
	}
	add("iss", scheme.Issuers)
	add("aud", scheme.Audiences)
	return claims
}
