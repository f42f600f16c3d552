package runtime_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
)

// BenchmarkLogMasked writes a typical record with 20 secrets known. What masking costs is what it takes more than
// BenchmarkLogPlain.
func BenchmarkLogMasked(b *testing.B) {
	l := loggerWithSecrets(b)
	b.ReportAllocs()
	for b.Loop() {
		logTypically(l)
	}
}

// BenchmarkLogPlain is the same record by slog's own handler.
func BenchmarkLogPlain(b *testing.B) {
	l := slog.New(slog.NewJSONHandler(io.Discard, nil))
	b.ReportAllocs()
	for b.Loop() {
		logTypically(l)
	}
}

// BenchmarkMasking measures both in turns, and wants masking to cost less than a microsecond a record. The best turn of
// each counts: what else the machine does only adds to it.
func BenchmarkMasking(b *testing.B) {
	const records = 1000
	masking, plain := loggerWithSecrets(b), slog.New(slog.NewJSONHandler(io.Discard, nil))
	turn := func(l *slog.Logger, best time.Duration) time.Duration {
		began := time.Now()
		for range records {
			logTypically(l)
		}
		return min(best, time.Since(began))
	}
	masked, bare := time.Hour, time.Hour
	for b.Loop() {
		masked, bare = turn(masking, masked), turn(plain, bare)
	}
	cost := (masked - bare) / records
	b.ReportMetric(float64(cost.Nanoseconds()), "ns/masking")
	b.ReportMetric(0, "ns/op") // of both turns: means nothing
	if cost > time.Microsecond {
		b.Errorf("masking a record takes %v", cost)
	}
}

// loggerWithSecrets masks 20 secrets, each 64 bytes long.
func loggerWithSecrets(b *testing.B) *slog.Logger {
	b.Helper()
	env := map[string]string{}
	for i := range 20 {
		env[fmt.Sprintf("SECRET_%d", i)] = fn.SHA256(strconv.Itoa(i))
	}
	app, err := rt.Open(rt.WithEnv(env), rt.WithLogWriter(io.Discard))
	if err != nil {
		b.Fatal(err)
	}
	s := app.Setup()
	for name := range env {
		s.Secret(name)
	}
	return app.Logger()
}

func logTypically(l *slog.Logger) {
	l.LogAttrs(context.Background(), slog.LevelInfo, "execution", slog.String("id", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
		slog.String("workflow", "login"), slog.String("entry", "in"), slog.String("method", "POST"), slog.String("path", "/login"),
		slog.Int("status", 200), slog.Duration("duration", 1234567), slog.String("nodes", "in user check:valid token ok"))
}
