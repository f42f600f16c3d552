package password_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/password"
)

// TestUnknownUserCostsMemory counts the work of argon2id, which is the memory that it fills, whatever the password is.
func TestUnknownUserCostsMemory(t *testing.T) {
	params := password.Argon2id(1)
	stored, err := hash(t, params, "pw")
	if err != nil {
		t.Fatal(err)
	}
	app := openApp(t)
	v := password.NewVerifier(app.Setup(), params)
	execute(t, app, t.Context(), func(x *rt.Exec) {
		for _, given := range []string{"wrong", strings.Repeat("wrong", 16)} { // the second is longer than bcrypt takes
			known := allocated(func() { v.Verify(x, stored.Hash, given) })
			unknown := allocated(func() { v.Verify(x, "", given) })
			if known < 19<<20 || unknown < known*95/100 || unknown > known*105/100 {
				t.Errorf("with %q, a known user takes %d bytes, an unknown one %d", given, known, unknown)
			}
		}
	})
}

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestUnknownUserCostsTime compares the fastest of many short bcrypts each: some of them fit between what else the
// machine does, however busy it is. What must not happen is that one of them is answered without the work, or with that
// of another cost, which is at least half as much or twice as much.
func TestUnknownUserCostsTime(t *testing.T) {
	params := password.Bcrypt(5)
	stored, err := hash(t, params, "pw")
	if err != nil {
		t.Fatal(err)
	}
	long := string(make([]byte, 100))
	app := openApp(t)
	v := password.NewVerifier(app.Setup(), params)
	execute(t, app, t.Context(), func(x *rt.Exec) {
		calls := []struct{ name, stored, given string }{
			{"wrong password", stored.Hash, "wrong"}, {"unknown user", "", "wrong"},
			{"wrong and long", stored.Hash, long}, {"unknown and long", "", long},
		}
		fastest := make([]time.Duration, len(calls))
		for range 100 {
			for i, call := range calls {
				took := timed(func() { v.Verify(x, call.stored, call.given) })
				if fastest[i] == 0 || took < fastest[i] {
					fastest[i] = took
				}
			}
		}
		for i, call := range calls {
			if ratio := float64(fastest[i]) / float64(fastest[0]); ratio < 0.85 || ratio > 1.15 {
				t.Errorf("%s takes %s, %s takes %s", call.name, fastest[i], calls[0].name, fastest[0])
			}
		}
	})
}

// BenchmarkVerify compares the two answers that must take equally long with the library alone.
func BenchmarkVerify(b *testing.B) {
	params := password.Bcrypt(10)
	stored, err := hash(b, params, "pw")
	if err != nil {
		b.Fatal(err)
	}
	app := openApp(b)
	v := password.NewVerifier(app.Setup(), params)
	execute(b, app, b.Context(), func(x *rt.Exec) {
		b.Run("wrong password", func(b *testing.B) {
			for b.Loop() {
				v.Verify(x, stored.Hash, "wrong")
			}
		})
		b.Run("unknown user", func(b *testing.B) {
			for b.Loop() {
				v.Verify(x, "", "wrong")
			}
		})
		b.Run("library alone", func(b *testing.B) {
			for b.Loop() {
				bcrypt.CompareHashAndPassword([]byte(stored.Hash), []byte("wrong"))
			}
		})
	})
}

// pairs is how many times both are measured, one after the other and each first in turn, so that load on the machine
// meets both alike.
const pairs = 1000

// BenchmarkUnknownUser compares what callers wait for: an unknown user must not be told from a wrong password. At cost 6, what is not bcrypt weighs 64 times as much as at the default of 12.
func BenchmarkUnknownUser(b *testing.B) {
	params := password.Bcrypt(6)
	stored, err := hash(b, params, "pw")
	if err != nil {
		b.Fatal(err)
	}
	app := openApp(b)
	v := password.NewVerifier(app.Setup(), params)
	var ratio float64
	execute(b, app, b.Context(), func(x *rt.Exec) {
		ratio = compare(func() { v.Verify(x, stored.Hash, "wrong") }, func() { v.Verify(x, "", "wrong") })
	})
	b.ReportMetric(ratio, "unknown/known")
	if ratio < 0.9 || ratio > 1.1 {
		b.Errorf("an unknown user takes %.2f times as long as a wrong password", ratio)
	}
}

// compare returns how much longer the second takes, by the lower quartiles of pairs: what took longer than those may have
// waited for other processes.
func compare(first, second func()) float64 {
	calls, times := [2]func(){first, second}, [2][]time.Duration{}
	for i := range 2 * pairs {
		n := (i + i/2) % 2 // 0 1, 1 0, 0 1, …
		times[n] = append(times[n], timed(calls[n]))
	}
	slices.Sort(times[0])
	slices.Sort(times[1])
	return float64(times[1][pairs/4]) / float64(times[0][pairs/4])
}

func timed(f func()) time.Duration {
	began := time.Now()
	f()
	return time.Since(began)
}
