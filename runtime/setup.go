package runtime

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/runtime/internal/credentials"
)

// Setup resolves the configuration of a generated constructor. It collects problems instead of returning
// them, so that Err reports all of them together. It is used by one goroutine, before the server starts.
type Setup struct {
	app      *App
	defaults map[string]string
	schema   string
	files    fs.FS // with folders of migrations; nil without
}

const (
	databaseURL     = "DATABASE_URL"
	defaultDatabase = "sqlite:flows.db"
)

// Setup starts resolving the configuration of one package of workflows.
func (a *App) Setup() *Setup {
	s := &Setup{app: a, defaults: map[string]string{}}
	if a.whole { // any other server listens where it likes
		listen := a.listenURL()
		s.Default(publicURL, listen.String())
	}
	s.Embedded(databaseURL, defaultDatabase)
	return s
}

// Embedded is Default for the URL of an embedded database, unless there is one. In production that has to be set: a
// file that nobody has asked for may be gone with its container.
func (s *Setup) Embedded(name, url string) {
	if _, known := s.defaults[name]; !known && !s.app.Production() {
		s.Default(name, url)
	}
}

// Server says that the tables of the program around are on a PostgreSQL, and so is Local Storage where nothing else is
// said: no file stands in for either.
func (s *Setup) Server() {
	delete(s.defaults, databaseURL)
	s.Default("STORAGE_URL", "postgres:")
}

// App returns the application that is being set up.
func (s *Setup) App() *App { return s.app }

// Secret returns the value of a secret variable and masks it in the log from now on. A missing one is a problem that
// Err reports, and "" here.
func (s *Setup) Secret(name string) string {
	value, ok := s.secret(name)
	if !ok {
		return ""
	}
	return s.orDefault(name, value)
}

// OptionalSecret is Secret for a variable that may be missing; "" is its value then.
func (s *Setup) OptionalSecret(name string) string {
	value, _ := s.secret(name)
	return value
}

// secret is not ok where a file that should hold the value can't be read, which is reported.
func (s *Setup) secret(name string) (value string, ok bool) {
	s.app.env.ask(name)
	value, err := s.app.env.secret(name)
	if err != nil {
		s.Problem(name+"_FILE", err.Error())
		return "", false
	}
	s.app.log.secrets.Add(credentials.In(value)...)
	return value, true
}

// Fresh returns the value of a Secret as it is now: the file that <name>_FILE names in production may have changed. It
// is "" where only a default is known.
func (a *App) Fresh(name string) (string, error) {
	value, err := a.env.secret(name)
	if err != nil {
		return "", fmt.Errorf("%s_FILE %w", name, err)
	}
	a.log.secrets.Add(credentials.In(value)...)
	return value, nil
}

// Mask masks values in the log from now on: those that a variable holds among others, as a list of keys does.
func (s *Setup) Mask(values ...string) { s.app.log.secrets.Add(values...) }

// Env returns the value of a variable. One named PUBLIC_* is not secret; any other is masked like a Secret.
func (s *Setup) Env(name string) string {
	if !strings.HasPrefix(name, "PUBLIC_") {
		return s.Secret(name)
	}
	return s.Plain(name)
}

// Plain returns the value of a variable that is no secret, such as a provider's address. The log shows it as it is.
func (s *Setup) Plain(name string) string { return s.orDefault(name, s.Optional(name)) }

// Optional is Plain for a variable that may be missing; "" is its value then.
func (s *Setup) Optional(name string) string {
	s.app.env.ask(name)
	return s.app.env.plain(name)
}

func (s *Setup) orDefault(name, value string) string {
	if value != "" {
		return value
	}
	value, ok := s.defaults[name]
	if !ok {
		s.Problem(name, notSet)
	}
	return value
}

// Default makes a variable optional: value stands in where it is not set.
func (s *Setup) Default(name, value string) { s.defaults[name] = value }

// Problem records that a variable is malformed; what completes the sentence "NAME …" and must not quote the value.
func (s *Setup) Problem(name, what string) {
	s.app.config.add(ConfigProblem{Name: name, Problem: what})
}

// MinSecret is the least length, in bytes, of a secret that somebody shares with us and that no hash protects.
const MinSecret = 16

// ShortSecret completes the sentence "NAME has …" of a secret, or a key of a list, that is too short.
func ShortSecret(what string) string {
	return fmt.Sprintf("has %s of less than %d bytes, which can be guessed; make one with openssl rand -hex 16", what, MinSecret)
}

// Unlinked completes the sentence "NAME …" of a URL whose engine the program does not link.
func Unlinked(engine string) string {
	return fmt.Sprintf("is of an engine that this program does not link; add to the imports of main.go: _ %q",
		"github.com/flowc-dev/flowc/runtime/engine/"+engine)
}

// SharedSecret is Secret for what a sender of events proves itself with to a workflow.
// White space around it is nothing that has to be guessed.
func (s *Setup) SharedSecret(name, workflow string) string {
	value := s.Secret(name)
	if value != "" && len(strings.TrimSpace(value)) < MinSecret {
		s.WeakSecret(name, workflow)
	}
	return value
}

// WeakSecret is Weak for what a sender of events proves itself with to a workflow. It is not told again when one comes.
func (s *Setup) WeakSecret(name, workflow string) {
	s.app.warned.Store(workflow, true)
	s.Weak(name, ShortSecret("a secret")+": workflow "+workflow)
}

// weakSecret is the log's message in preview.
const weakSecret = "a secret is weak, and will be refused in production"

// Weak reports that the variable's value works but can be guessed: a warning in preview, in production a problem.
func (s *Setup) Weak(name, what string) {
	if s.app.Production() {
		s.Problem(name, what)
		return
	}
	weak := ConfigProblem{Name: name, Problem: what}
	if slices.Contains(s.app.weak, weak) { // of a variable that several workflows share
		return
	}
	s.app.weak = append(s.app.weak, weak)
	s.app.Logger().Warn(weakSecret, "variable", name, "problem", what)
}

// Fail records a failure that is not about a variable, such as a database that does not open.
func (s *Setup) Fail(err error) {
	if err == nil {
		return
	}
	var config *ConfigError
	if errors.As(err, &config) {
		for _, p := range config.Problems {
			s.app.config.add(p)
		}
		return
	}
	s.app.config.fail(err)
}

// Schema gives the SQL script that an empty embedded database is created with.
func (s *Setup) Schema(sql string) { s.schema = sql }

// SchemaSQL returns what Schema was given.
func (s *Setup) SchemaSQL() string { return s.schema }

// Migrations gives the folders of migrations, by which a database gets its tables in place of Schema.
func (s *Setup) Migrations(files fs.FS) { s.files = files }

// MigrationFiles returns what Migrations was given, nil where it was not called.
func (s *Setup) MigrationFiles() fs.FS { return s.files }

// Later has f change what the process depends on, such as the tables of a database, once nothing is wrong with the
// configuration: a start that is refused has changed nothing. Main runs it before the server takes requests, when all
// workflows are set up; elsewhere Err does. Its error is a failure of the start.
func (s *Setup) Later(f func() error) { s.app.later = append(s.app.later, f) }

// Err returns nil, or a *ConfigError that lists every problem found so far.
func (s *Setup) Err() error {
	if s.app.whole {
		return s.app.configured()
	}
	return s.app.begin()
}

// configured returns what is wrong with the configuration.
func (a *App) configured() error { return a.config.err(a.env.unread()) }

// begin runs what waits for the configuration, if that is right.
func (a *App) begin() error {
	if err := a.configured(); err != nil {
		return err
	}
	for _, f := range a.later {
		if err := f(); err != nil {
			a.config.fail(err)
		}
	}
	a.later = nil
	return a.configured()
}

// IsKeywords reports whether a text names a server by keywords, as in host=db dbname=shop (libpq's connection strings).
func IsKeywords(text string) bool { return credentials.IsKeywords(text) }
