package storage_test

import (
	"testing"

	"github.com/flowc-dev/flowc/runtime/storage"
)

func TestKey(t *testing.T) {
	for _, test := range []struct {
		values []string
		want   string
	}{
		{nil, "visits"},
		{[]string{"7"}, "visits:7"},
		{[]string{"7", "2026-03-01"}, "visits:7:2026-03-01"},
		{[]string{""}, "visits:"},
		{[]string{"", ""}, "visits::"},
		{[]string{"a:b"}, "visits:a%3Ab"},
		{[]string{"a%3Ab"}, "visits:a%253Ab"},
		{[]string{":", "%"}, "visits:%3A:%25"},
		{[]string{"é\x00"}, "visits:é\x00"},
	} {
		if got := storage.Key("visits", test.values...); got != test.want {
			t.Errorf("Key(visits, %q) = %q, want %q", test.values, got, test.want)
		}
	}
}

// FuzzKey wants two different pairs of values never to make one key.
func FuzzKey(f *testing.F) {
	f.Add("a", "b:c", "a:b", "c")
	f.Add("a%3A", "", "a:", "")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		same := a == c && b == d
		if (storage.Key("k", a, b) == storage.Key("k", c, d)) != same {
			t.Errorf("%q, %q and %q, %q", a, b, c, d)
		}
	})
}
