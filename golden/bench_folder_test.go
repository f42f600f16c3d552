package golden_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/gen"
)

// What a folder of a thousand workflows may take on two cores.
const (
	manyWorkflows = 1000
	maxLint       = time.Second
	maxGenerate   = 2 * time.Second
	maxMemory     = 300 << 20 // bytes that the process has of the system
)

func BenchmarkLintThousand(b *testing.B) {
	files := thousand(b)
	within(b, maxLint, func() {
		if list := gen.Lint(files.folder()); list.HasErrors() {
			b.Fatalf("diagnostics:\n%s", text(list[:1]))
		}
	})
}

func BenchmarkGenerateThousand(b *testing.B) {
	files := thousand(b)
	within(b, maxGenerate, func() {
		out, _, err := gen.Compile(files.folder())
		if err != nil || len(out) != manyWorkflows+1 {
			b.Fatalf("%d files (%v), want one for each workflow and one for all", len(out), err)
		}
	})
}

// thousand is the login workflow that many times, each with an id, a name and a path of its own.
func thousand(b *testing.B) fileSet {
	b.Helper()
	files := fileSet{}
	for _, name := range []string{"schema.sql", "login.flow.json"} {
		text, err := os.ReadFile("apps/auth/flows/" + name)
		if err != nil {
			b.Fatal(err)
		}
		files[name] = text
	}
	login := string(files["login.flow.json"])
	delete(files, "login.flow.json")
	for i := range manyWorkflows {
		files[fmt.Sprintf("login%d.flow.json", i)] = []byte(strings.NewReplacer(
			`"k3v7q2m7x4t6w3z6r5y2n2b7cd"`, fmt.Sprintf(`"%026d"`, i),
			`"name": "login"`, fmt.Sprintf(`"name": "login%d"`, i),
			`"/login"`, fmt.Sprintf(`"/login%d"`, i),
		).Replace(login))
	}
	return files
}

// within fails the benchmark where the best run takes longer than that, or where the process takes too much memory.
func within(b *testing.B, limit time.Duration, run func()) {
	b.Helper()
	best := time.Duration(0)
	for b.Loop() {
		began := time.Now()
		run()
		if took := time.Since(began); best == 0 || took < best {
			best = took
		}
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	b.ReportMetric(float64(memory.Sys)/(1<<20), "MiB")
	if best > limit {
		b.Fatalf("took %v, may take %v", best, limit)
	}
	if memory.Sys > maxMemory {
		b.Fatalf("took %d MiB, may take %d", memory.Sys>>20, maxMemory>>20)
	}
}
