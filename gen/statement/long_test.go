package statement

import (
	"strings"
	"testing"
	"time"
)

// BenchmarkLongStatement reads a schema with the rows that it begins with in one statement, and fails where ten times as many take
// much longer than ten times as long: each token of it was looked at for each that follows once.
func BenchmarkLongStatement(b *testing.B) {
	const maxGrowth = 30
	few, many := time.Hour, time.Hour
	for b.Loop() {
		few, many = min(few, timeToRead(b, 5000)), min(many, timeToRead(b, 50_000))
	}
	if growth := many.Seconds() / few.Seconds(); growth > maxGrowth {
		b.Errorf("ten times as many rows take %.1f times as long, may take %d", growth, maxGrowth)
	}
}

// timeToRead is how long it takes to read a schema with so many rows.
func timeToRead(b *testing.B, rows int) time.Duration {
	b.Helper()
	text := "INSERT INTO places VALUES (0)" + strings.Repeat(",\n(1)", rows) + ";\nCREATE TABLE places (id INTEGER);"
	began := time.Now()
	schema := ReadSchema(text)
	took := time.Since(began)
	if schema.Table("places") == nil {
		b.Fatal("the table behind the rows is not known")
	}
	return took
}
