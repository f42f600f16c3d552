package postgres_test

import (
	"os"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
)

func TestMain(m *testing.M) { os.Exit(harness.InMemory(m).Run()) }
