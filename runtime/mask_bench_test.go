package runtime_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// BenchmarkLogMasked writes a typical record with 20 secrets known. What masking costs is what it takes more than
// BenchmarkLogPlain.
func BenchmarkLogMasked(b *testing.B) {
	env := map[string]string{}
	for i := range 20 {
		env[fmt.Sprintf("SECRET_%d", i)] = rt.SHA256(strconv.Itoa(i))
	}
	app, err := rt.Open(rt.WithEnv(env), rt.WithLog(io.Discard))
	if err != nil {
		b.Fatal(err)
	}
	s := app.Setup()
	for name := range env {
		s.Secret(name)
	}
	benchmarkRecord(b, app.Logger())
}

// BenchmarkLogPlain is the same record by slog's own handler.
func BenchmarkLogPlain(b *testing.B) {
	benchmarkRecord(b, slog.New(slog.NewJSONHandler(io.Discard, nil)))
}

func benchmarkRecord(b *testing.B, l *slog.Logger) {
	b.ReportAllocs()
	for b.Loop() {
		l.LogAttrs(context.Background(), slog.LevelInfo, "execution", slog.String("id", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
			slog.String("workflow", "login"), slog.String("entry", "in"), slog.String("method", "POST"), slog.String("path", "/login"),
			slog.Int("status", 200), slog.Duration("duration", 1234567), slog.String("nodes", "in user check:valid token ok"))
	}
}
