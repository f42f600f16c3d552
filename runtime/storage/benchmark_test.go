package storage_test

import (
	"sync/atomic"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
)

// Fewer rounds than that are no measurement.
const manyRounds = 10_000

// BenchmarkIncrement counts under one key, one increment after the other. In memory one takes less than a microsecond.
func BenchmarkIncrement(b *testing.B) {
	for name, open := range engines() {
		b.Run(name, func(b *testing.B) {
			s := open(b)
			visits := s.counter(b, storage.CounterConfig{By: 1, TTL: time.Hour})
			s.execute(b.Context(), func(x *rt.Exec) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := visits.Increment(x, "visits"); err != nil {
						b.Fatal(err)
					}
				}
			})
			if took := b.Elapsed() / time.Duration(b.N); name == "memory" && b.N >= manyRounds && took > time.Microsecond {
				b.Errorf("an increment takes %v", took)
			}
		})
	}
}

// BenchmarkIncrement32 is BenchmarkIncrement by 32 executions at a time. SQLite makes 20,000 of them a second, or more.
func BenchmarkIncrement32(b *testing.B) {
	for name, open := range engines() {
		b.Run(name, func(b *testing.B) {
			s := open(b)
			visits := s.counter(b, storage.CounterConfig{By: 1, TTL: time.Hour})
			var left atomic.Int64
			left.Store(int64(b.N))
			b.ReportAllocs()
			b.ResetTimer()
			s.concurrently(b, 32, func(x *rt.Exec) {
				for left.Add(-1) >= 0 {
					if _, err := visits.Increment(x, "visits"); err != nil {
						b.Error(err)
						return
					}
				}
			})
			rate := float64(b.N) / b.Elapsed().Seconds()
			b.ReportMetric(rate, "increments/s")
			if name == "sqlite" && b.N >= manyRounds && rate < 20_000 {
				b.Errorf("there are %.0f increments a second", rate)
			}
		})
	}
}

type login struct {
	User  int64  `json:"user"`
	Email string `json:"email"`
}

// BenchmarkGet reads a small value back.
func BenchmarkGet(b *testing.B) {
	for name, open := range engines() {
		b.Run(name, func(b *testing.B) {
			s := open(b)
			sessions := values[login](b, s, time.Hour)
			s.execute(b.Context(), func(x *rt.Exec) {
				if err := sessions.Set(x, "session:1", login{User: 7, Email: "ann@example.com"}); err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					if item, err := sessions.Get(x, "session:1"); err != nil || !item.Found {
						b.Fatal(err)
					}
				}
			})
		})
	}
}
