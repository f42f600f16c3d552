package system_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
)

// nodeModules is the folder that holds the packages of a folder here, as `bash golden/system/install FOLDER` installs
// them. Without Node.js, or one of the packages wanted, the test is skipped, or fails where servers are required.
func nodeModules(t *testing.T, folder string, packages ...string) string {
	t.Helper()
	harness.Needs(t, "node")
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	modules := filepath.Join(cache, "flowc-test-"+folder, "node_modules")
	for _, name := range packages {
		if _, err := os.Stat(filepath.Join(modules, name)); err != nil {
			harness.Missing(t, "there is no %s, which `bash golden/system/install %s` installs: %v", name, folder, err)
		}
	}
	return modules
}
