package system_test

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/golden/harness"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

// TestEngines runs the tests of every project that keeps data a second time, on PostgreSQL and Redis: outgrowing one
// machine is setting two variables.
func TestEngines(t *testing.T) {
	apps := slices.DeleteFunc(golden.Starters(), func(app string) bool {
		database, storage := uses(t, app)
		wantChoice(t, app, database, "dbtest.Chosen(")
		wantChoice(t, app, storage, "storagetest.Chosen(")
		return !database && !storage
	})
	if len(apps) < 5 {
		t.Errorf("only %d projects keep data", len(apps))
	}
	runApps(t, apps, "FLOWC_TEST_DATABASE_URL="+dbtest.Postgres(t), "FLOWC_TEST_STORAGE_URL="+storagetest.Redis(t))
}

// TestEnginesPooled runs the tests of every project with a database on PostgreSQL behind a pooler that gives each transaction another
// connection.
func TestEnginesPooled(t *testing.T) {
	apps := slices.DeleteFunc(golden.Starters(), func(app string) bool {
		database, _ := uses(t, app)
		return !database
	})
	address := dbtest.Postgres(t)
	pooler := dbtest.NewPooler(t, address)
	through := func(p *dbtest.Pooler) []string {
		return []string{"FLOWC_TEST_DATABASE_URL=" + address, "FLOWC_TEST_DATABASE_POOLER=" + host(t, p.Address)}
	}
	tests := buildTests(t, apps)
	for _, app := range apps {
		t.Run(app, func(t *testing.T) {
			t.Parallel()
			out, err := runApp(t, tests, app, through(pooler)...)
			if err != nil && pooler.Ended() {
				t.Logf("the pooler ended by itself: once more, with another one")
				out, err = runApp(t, tests, app, through(dbtest.NewPooler(t, address))...)
			}
			report(t, out, err)
		})
	}
}

func host(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Host
}

// runApps runs the tests of projects with more of an environment: "NAME=value".
func runApps(t *testing.T, apps []string, more ...string) {
	t.Helper()
	tests := buildTests(t, apps)
	for _, app := range apps {
		t.Run(app, func(t *testing.T) {
			t.Parallel()
			out, err := runApp(t, tests, app, more...)
			report(t, out, err)
		})
	}
}

// runApp runs the tests of one project.
func runApp(t *testing.T, tests, app string, more ...string) ([]byte, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), filepath.Join(tests, app+".test"), "-test.v", "-test.parallel=4", "-test.timeout=5m")
	cmd.Dir, cmd.Env = filepath.Join("..", "apps", app), append(os.Environ(), more...)
	return cmd.CombinedOutput()
}

// report tells how the tests of a project went.
func report(t *testing.T, out []byte, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v\n%s", err, regexp.MustCompile(`(?m)^( *--- PASS|=== ).*\n`).ReplaceAll(out, nil))
	}
	t.Logf("%d tests passed", len(regexp.MustCompile(`(?m)^--- PASS`).FindAll(out, -1)))
	for _, skipped := range regexp.MustCompile(`(?m)^ *--- SKIP.*`).FindAllString(string(out), -1) {
		t.Logf("in part: %s", strings.TrimSpace(skipped))
	}
}

// buildTests builds the tests of projects into a folder, as NAME.test, by one go command: what they share is found once,
// and two are linked at a time. They were vetted where they ran first, and no debugger reads these.
func buildTests(t *testing.T, apps []string) string {
	t.Helper()
	dir := t.TempDir()
	args := []string{"-c", "-vet=off", "-ldflags=-w"}
	for _, app := range apps {
		args = append(args, "./golden/apps/"+app)
	}
	harness.Build(t, "engines", dir, filepath.Join("..", ".."), "test", args...)
	return dir
}

// uses says whether the workflows of a project, in what is generated of them, keep data in a database, and in a Local
// Storage.
func uses(t *testing.T, app string) (database, storage bool) {
	t.Helper()
	database = mentions(t, filepath.Join("..", "apps", app, "flows", "*.flow.go"), `"DATABASE_URL"`)
	storage = mentions(t, filepath.Join("..", "apps", app, "flows", "*.flow.json"), `"localStorage"`, `"rateLimit"`, `"once": true`)
	return database, storage
}

// wantChoice fails the test where a project's tests do not let us choose what the project keeps its data in.
func wantChoice(t *testing.T, app string, used bool, choice string) {
	t.Helper()
	if used && !mentions(t, filepath.Join("..", "apps", app, "*_test.go"), choice) {
		t.Errorf("the tests of %s do not call %s…): they would run on what is embedded again", app, choice)
	}
}

// mentions says whether one of the files that a pattern matches holds one of some texts.
func mentions(t *testing.T, pattern string, texts ...string) bool {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(string(content), text) })
	})
}
