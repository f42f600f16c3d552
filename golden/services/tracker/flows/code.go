package flows

import (
	"context"

	rt "github.com/flowc-dev/flowc/runtime"

	"example.com/tracker/people"
)

// Code holds what the workflows need of the service.
type Code struct {
	Notify func(context.Context, Notice) error
}

// Notice says that an issue was closed.
type Notice struct {
	Issue string `json:"issue"`
	By    string `json:"by"`
}

type person struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// callerOf returns the person whom the service's login has let in.
func callerOf(ctx context.Context) (person, error) {
	p, ok := people.Of(ctx)
	if !ok {
		return person{}, rt.Reject("log in first")
	}
	return person{ID: p.ID, Name: p.Name}, nil
}

func (c *Code) notify(ctx context.Context, notice Notice) error { return c.Notify(ctx, notice) }
