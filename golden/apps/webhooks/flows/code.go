package flows

import (
	"context"
	"fmt"
	"strings"
)

// pushed is what GitHub sends of a push (docs.github.com, Webhook events and payloads).
type pushed struct {
	Ref        string     `json:"ref"`
	Repository repository `json:"repository"`
	Commits    []commit   `json:"commits"`
}

type repository struct {
	Name string `json:"full_name"`
}

type commit struct {
	ID string `json:"id"`
}

// received is an event of GitHub.
type received struct {
	Push pushed `json:"push"`
}

// push is what the workflow keeps of one.
type push struct {
	Repository string `json:"repository"`
	Branch     string `json:"branch"`
	Commits    int64  `json:"commits"`
}

// summarise tells what was pushed where.
func summarise(_ context.Context, in received) (push, error) {
	return push{
		Repository: in.Push.Repository.Name,
		Branch:     strings.TrimPrefix(in.Push.Ref, "refs/heads/"),
		Commits:    int64(len(in.Push.Commits)),
	}, nil
}

// intent is what Stripe sends of a payment (docs.stripe.com, The PaymentIntent object).
type intent struct {
	ID       string `json:"id"`
	Received int64  `json:"amount_received"` // in the currency's smallest unit
	Currency string `json:"currency"`
}

// paid is an event of Stripe.
type paid struct {
	Intent intent `json:"intent"`
}

// payment is what the workflow keeps of one.
type payment struct {
	Intent   string `json:"intent"`
	Amount   string `json:"amount"` // as people write it
	Currency string `json:"currency"`
}

// withoutCents are currencies whose smallest unit is their only one (docs.stripe.com, Zero-decimal currencies).
const withoutCents = " bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf "

// receipt writes an amount as people do.
func receipt(_ context.Context, in paid) (payment, error) {
	amount := fmt.Sprintf("%d.%02d", in.Intent.Received/100, in.Intent.Received%100)
	if strings.Contains(withoutCents, " "+in.Intent.Currency+" ") {
		amount = fmt.Sprint(in.Intent.Received)
	}
	return payment{Intent: in.Intent.ID, Amount: amount, Currency: strings.ToUpper(in.Intent.Currency)}, nil
}
