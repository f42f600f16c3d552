package flows

import (
	"context"
	"errors"

	"github.com/flowc-dev/flowc/runtime"
)

// person is what derive is given.
type person struct {
	Name     string `json:"name"`
	Password string `json:"password" flowc:"password"`
}

// derived is what derive makes of it.
type derived struct {
	Key  string `json:"key" flowc:"secret"`
	Name string `json:"name"`
	Long string `json:"long"`
}

// derive gives the password back, in a field that says so.
func derive(_ context.Context, in person) (derived, error) {
	long := make([]byte, 0, longText)
	for len(long)+len(in.Password) < longText {
		long = append(long, "-- "...)
	}
	return derived{Key: in.Password, Name: in.Name, Long: string(long)}, nil
}

// longText is more than a log shows, in bytes.
const longText = 8 << 10

// event is what check is given.
type event struct {
	Name string `json:"name"`
}

// check rejects some events.
func check(_ context.Context, in event) error {
	if in.Name == "unknown" {
		return runtime.Reject("unknown event")
	}
	return nil
}

func broken(context.Context) error {
	return errors.New("dial tcp db.internal:5432: SELECT secret FROM vault")
}

func panics(context.Context) error { panic("in /srv/app of db.internal") }

func tells(context.Context) error { return runtime.Fail(409, "the seat is taken") }
