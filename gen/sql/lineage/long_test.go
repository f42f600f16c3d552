package lineage

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"
)

// BenchmarkLongStatement reads a schema with the rows that it begins with in one statement, and fails where five times as many take
// much longer than five times as long: each token of it was looked at for each that follows once, and they took 25 times as long.
func BenchmarkLongStatement(b *testing.B) {
	const maxGrowth = 15
	few, many := time.Hour, time.Hour
	for b.Loop() {
		few, many = min(few, timeToRead(b, 20_000)), min(many, timeToRead(b, 100_000))
	}
	b.ReportMetric(many.Seconds()/few.Seconds(), "growth")
	if growth := many.Seconds() / few.Seconds(); growth > maxGrowth {
		b.Errorf("five times as many rows take %.1f times as long, may take %d", growth, maxGrowth)
	}
}

// timeToRead is how long it takes to read a schema with so many rows.
func timeToRead(b *testing.B, rows int) time.Duration {
	b.Helper()
	text := "INSERT INTO places VALUES (0)" + strings.Repeat(",\n(1)", rows) + ";\nCREATE TABLE places (id INTEGER);"
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which would tell how much is kept, not how it is read
	began := time.Now()
	schema := ReadSchema(text)
	took := time.Since(began)
	if schema.Table("places") == nil {
		b.Fatal("the table behind the rows is not known")
	}
	return took
}
