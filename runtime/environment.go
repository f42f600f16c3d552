package runtime

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/joho/godotenv"

	"github.com/flowc-dev/flowc/runtime/internal/credentials"
)

// Values of FLOWC_ENV.
const (
	preview    = "preview"
	production = "production"
)

// environment is every variable this process may read, resolved once when the App opens.
type environment struct {
	name   string          // preview or production
	given  layer           // the process environment, or what WithEnv gave; it wins
	dotenv []layer         // .env.<name>, which wins over .env
	asked  map[string]bool // variables that workflows read
}

// ask remembers that workflows read a variable.
func (e *environment) ask(name string) {
	if e.asked == nil {
		e.asked = map[string]bool{}
	}
	e.asked[name] = true
}

// unread are the variables that are set and that neither workflows nor the runtime read, sorted.
func (e *environment) unread() []string {
	read := map[string]bool{}
	maps.Copy(read, e.asked)
	for _, v := range KnownVariables() {
		read[v.Name] = true
	}
	var names []string
	for _, l := range append([]layer{e.given}, e.dotenv...) {
		for name, value := range l.vars {
			if value != "" && !read[name] {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// layer is one place where variables are set.
type layer struct {
	from string // "environment", or the name of a dotenv file
	vars map[string]string
}

// readEnvironment reads the process environment and the dotenv files of dir. Problems name the file or the variable.
func readEnvironment(dir string) (environment, []ConfigProblem) {
	e := environment{name: preview, given: layer{"environment", processEnvironment()}}
	base, problems := readDotenv(dir, ".env")
	e.dotenv = []layer{base} // FLOWC_ENV may stand there

	problems = append(problems, e.choose()...)
	over, more := readDotenv(dir, ".env."+e.name)
	e.dotenv = []layer{over, base}
	return e, append(problems, more...)
}

// fixedEnvironment holds exactly the variables given, which are those of production where FLOWC_ENV is not among them.
func fixedEnvironment(vars map[string]string) (environment, []ConfigProblem) {
	e := environment{name: preview, given: layer{"environment", maps.Clone(vars)}}
	if vars["FLOWC_ENV"] == "" {
		e.name = production
	}
	return e, e.choose()
}

func processEnvironment() map[string]string {
	all := os.Environ()
	vars := make(map[string]string, len(all))
	for _, entry := range all {
		if name, value, ok := strings.Cut(entry, "="); ok {
			vars[name] = value
		}
	}
	return vars
}

// choose sets e.name by FLOWC_ENV; anything but the two known names is a problem, not a third environment.
func (e *environment) choose() []ConfigProblem {
	switch name := e.plain("FLOWC_ENV"); name {
	case "":
	case preview, production:
		e.name = name
	default:
		return []ConfigProblem{{Name: "FLOWC_ENV", Problem: fmt.Sprintf("is %q, must be %s or %s", name, preview, production)}}
	}
	return nil
}

func readDotenv(dir, name string) (layer, []ConfigProblem) {
	l := layer{from: name}
	text, err := readPlain(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err != nil {
		return l, []ConfigProblem{{Name: name, Problem: "cannot be read: " + reasonOf(err)}}
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // a byte-order mark, which some editors write and none shows
	l.vars, err = godotenv.UnmarshalBytes(text)
	if err != nil {
		return l, []ConfigProblem{{Name: name, Problem: "is not a dotenv file" + dotenvLine(text, err)}}
	}
	return l, nil
}

// dotenvLine says on which line godotenv gave up. Its error quotes the rest of the file, secrets included, so the
// quotation is only used to find the place and never shown.
func dotenvLine(text []byte, err error) string {
	_, quoted, ok := strings.Cut(err.Error(), "near ")
	if !ok {
		return ""
	}
	rest, err := strconv.Unquote(quoted)
	if err != nil {
		return ""
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	before, _, found := bytes.Cut(text, []byte(rest))
	if !found {
		return ""
	}
	return fmt.Sprintf(": line %d", 1+bytes.Count(before, []byte("\n")))
}

// plain returns the value of name, empty when it is not set. An empty variable counts as not set.
func (e *environment) plain(name string) string {
	if value := e.given.vars[name]; value != "" {
		return value
	}
	return e.written(name)
}

// written returns the value that the dotenv files give name.
func (e *environment) written(name string) string {
	for _, l := range e.dotenv {
		if value := l.vars[name]; value != "" {
			return value
		}
	}
	return ""
}

// secret is plain, and in production reads the file that <name>_FILE names, as container platforms mount secrets.
// The variable itself wins over the file, and the file over dotenv.
func (e *environment) secret(name string) (string, error) {
	if value := e.given.vars[name]; value != "" {
		return value, nil
	}
	path := e.plain(name + "_FILE")
	if e.name != production || path == "" {
		return e.written(name), nil
	}
	text, err := readPlain(path)
	if err != nil {
		return "", fmt.Errorf("cannot be read: %s", reasonOf(err))
	}
	return strings.TrimRight(string(text), "\r\n"), nil
}

// reasonOf returns why a file operation failed without the path, which the message around it may not show.
func reasonOf(err error) string {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err.Error()
	}
	return err.Error()
}

// export sets what the dotenv files give as variables of the process, for Code functions and libraries that ask
// os.Getenv. What is set stays; what is not known to be no secret is masked in the log from now on.
func (a *App) export() {
	known := map[string]bool{}
	for _, v := range KnownVariables() {
		known[v.Name] = true
	}
	for _, l := range a.env.dotenv {
		for name, value := range l.vars {
			if value == "" || os.Getenv(name) != "" || os.Setenv(name, value) != nil {
				continue
			}
			if !known[name] && !strings.HasPrefix(name, "PUBLIC_") {
				a.log.secrets.Add(credentials.In(value)...)
			}
		}
	}
}
