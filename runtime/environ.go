package runtime

import "slices"

// A Variable is an environment variable as a program would read it.
type Variable struct {
	Value string
	From  string // where it is set: "environment", or a dotenv file: ".env", ".env.production"
}

// Environ returns the variables that a program started in dir reads, resolved as Open does it: the process environment
// wins over .env.<FLOWC_ENV>, which wins over .env, and an empty variable counts as not set. The error is a
// *ConfigError: a dotenv file that can't be read, or a FLOWC_ENV that is neither preview nor production; the map is
// right as far as it goes then.
func Environ(dir string) (map[string]Variable, error) {
	e, problems := readEnvironment(dir)
	vars := map[string]Variable{}
	for _, l := range slices.Backward(append([]layer{e.given}, e.dotenv...)) {
		for name, value := range l.vars {
			if value != "" {
				vars[name] = Variable{value, l.from}
			}
		}
	}
	wrong := new(ConfigError)
	for _, p := range problems {
		wrong.add(p)
	}
	return vars, wrong.err(nil)
}

// A KnownVariable is an environment variable that this package and its parts know by its name.
type KnownVariable struct {
	Name    string
	Default string // what holds where it is not set, in words where no value says it
	Doc     string
	Server  bool // every server reads it, whatever its workflows do
}

// KnownVariables lists the variables whose names are the same in every project, sorted.
func KnownVariables() []KnownVariable {
	return []KnownVariable{
		{"DATABASE_URL", defaultDatabase, "The database: sqlite:FILE, which is embedded, or postgres://USER:PASSWORD@HOST/NAME. Production has to set it.", false},
		{drainVariable, "0", "How long requests are still taken after SIGTERM, while /readyz is 503: 10s.", true},
		{"FLOWC_ENV", preview, "preview or production; in production NAME_FILE names a file that holds NAME.", true},
		{"GITLAB_ISSUER", "https://gitlab.com", "Whom logins with GitLab go to, where that is a GitLab of one's own.", false},
		{"HEALTH_LISTEN", "that of LISTEN", "An address for /healthz and /readyz alone.", true},
		{"LISTEN", defaultListen, "The address to serve on.", true},
		{"LOG_FORMAT", "text on a terminal, else json", "How the log is written: text or json.", true},
		{"LOG_LEVEL", "info", "The least level that is logged: debug, info, warn or error.", true},
		{"MAX_EXECUTIONS", "4096", "How many executions may run at once; further callers get a 503 with Retry-After.", true},
		{"MCP_ALGORITHM", "RS256", "What the server of MCP_ISSUER signs with.", false},
		{"MCP_AUDIENCE", "PUBLIC_URL and /mcp", "For whom access tokens of MCP_ISSUER must be.", false},
		{"MCP_ISSUER", "none, tokens of flowc mcp token only", "The OAuth server whose access tokens open MCP tools too: https://id.example.com.", false},
		{"MICROSOFT_ISSUER", "https://login.microsoftonline.com/common/v2.0", "Whose accounts Microsoft lets in: https://login.microsoftonline.com/TENANT/v2.0.", false},
		{httpHosts, "none, only this machine is asked over plain http", "Hosts whose identity providers preview asks over plain http: keycloak:8080.", false},
		{"PUBLIC_URL", "the address of LISTEN, under rt.Main alone", "Where callers reach the server: https://shop.example.com.", false},
		{"STORAGE_URL", "sqlite:storage.db", "Local Storage: sqlite:FILE, memory:, redis://HOST, or postgres: for the database of DATABASE_URL. Production has to set it.", false},
		{proxiesVariable, "none, the address of a caller is that of the connection", "Proxies whose X-Forwarded-For says what address a caller has: 10.0.0.0/8, 2001:db8::7.", true},
	}
}
