package main

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
)

// list is what listing orders answers.
type list struct {
	Count  int      `json:"count"`
	Orders []listed `json:"orders"`
}

type listed struct {
	ID          int64      `json:"id"`
	Number      string     `json:"number"`
	Note        *string    `json:"note"`
	PlacedAt    time.Time  `json:"placed_at"`
	DeliverBy   *time.Time `json:"deliver_by"`
	CancelledAt *time.Time `json:"cancelled_at"`
	Pieces      int        `json:"pieces"`
}

func (c customer) list(t *testing.T, query string) (l list) {
	t.Helper()
	c.do(t, "GET", "/orders"+query, "").into(t, &l)
	if l.Orders == nil || len(l.Orders) != l.Count {
		t.Errorf("%d orders are listed, counted are %d", len(l.Orders), l.Count)
	}
	return l
}

func TestList(t *testing.T) {
	t.Parallel()
	s := start(t)
	ada, bob := s.as("ada"), s.as("bob")
	ada.do(t, "GET", "/orders", "").want(t, http.StatusOK, `{"count":0,"orders":[]}`)

	due := time.Now().Add(48*time.Hour + 123456789*time.Nanosecond).UTC()
	one := ada.place(t, lamps)
	two := ada.place(t, fmt.Sprintf(`{"number": "A-2", "items": [{"sku": "chair", "quantity": 4}], "note": "Ring twice", "deliver_by": %q}`,
		due.In(time.FixedZone("", 3600)).Format(time.RFC3339Nano)))
	bob.place(t, lamps)
	ada.do(t, "POST", "/orders/1/cancellation", "").want(t, http.StatusNoContent, "")

	got := ada.list(t, "")
	if got.Count != 2 || got.Orders[1].CancelledAt == nil || got.Orders[1].CancelledAt.Before(one.At) {
		t.Fatalf("listed %+v, want two, of which the first one is cancelled", got)
	}
	note, until := "Ring twice", due.Truncate(time.Microsecond)
	want := []listed{
		{ID: two.ID, Number: "A-2", Note: &note, PlacedAt: two.At, DeliverBy: &until, Pieces: 4},
		{ID: one.ID, Number: "A-1", PlacedAt: one.At, CancelledAt: got.Orders[1].CancelledAt, Pieces: 6},
	}
	if !reflect.DeepEqual(got.Orders, want) {
		t.Errorf("listed %+v, want %+v", got.Orders, want)
	}
}

func TestListSince(t *testing.T) {
	t.Parallel()
	ada := start(t).as("ada")
	ada.place(t, lamps)
	ada.exec(t, "UPDATE orders SET placed_at = $1", "2025-03-01 09:00:00.000000")
	two := ada.place(t, strings.Replace(lamps, "A-1", "A-2", 1))

	for since, want := range map[string]int{
		"2025-03-01T10:00:00+01:00":                      2, // the same time
		"2025-03-01T09:00:01Z":                           1,
		two.At.Add(time.Second).Format(time.RFC3339Nano): 0,
	} {
		if got := ada.list(t, "?since="+url.QueryEscape(since)); got.Count != want {
			t.Errorf("since %s: %d orders are listed, want %d", since, got.Count, want)
		}
	}
	ada.do(t, "GET", "/orders?since=yesterday", "").wantProblem(t, http.StatusBadRequest)
}

// A hundred orders are listed. With one more, a list would be cut: that is a failure, which the log tells more of than
// the customer.
func TestListTooLong(t *testing.T) {
	t.Parallel()
	ada := start(t).as("ada")
	var rows []string
	for i := range 100 {
		rows = append(rows, fmt.Sprintf("('ada', 'B-%d', '2025-03-01 09:00:00.000000')", i))
	}
	ada.exec(t, "INSERT INTO orders (customer, number, placed_at) VALUES "+strings.Join(rows, ", "))
	if got := ada.list(t, ""); got.Count != 100 {
		t.Errorf("%d orders are listed, want 100", got.Count)
	}

	ada.place(t, lamps)
	if p := ada.do(t, "GET", "/orders", "").wantProblem(t, http.StatusInternalServerError); p.Detail != "" {
		t.Errorf("the customer is told %q", p.Detail)
	}
	for _, said := range []string{"there are more than 100 rows", "FROM orders WHERE customer = ", "give it a LIMIT and pages, or raise sqlMaxRows"} {
		if !strings.Contains(ada.logged(), said) {
			t.Errorf("the log does not say %q:\n%s", said, ada.logged())
		}
	}
	if got := ada.list(t, "?since=2025-03-02T00:00:00Z"); got.Count != 1 {
		t.Errorf("of a shorter time, %d orders are listed, want one", got.Count)
	}
}

func TestShow(t *testing.T) {
	t.Parallel()
	ada := start(t).as("ada")
	p := ada.place(t, lamps)
	const items = `[{"sku":"desk","name":"Standing desk","quantity":1},{"sku":"lamp","name":"Desk lamp","quantity":5}]`
	want := func(state string) string {
		at := p.At.Format(time.RFC3339Nano)
		return fmt.Sprintf(`{"deliver_by":null,"id":1,"items":%s,"note":"","number":"A-1","placed_at":%q,"state":%q}`, items, at, state)
	}
	ada.do(t, "GET", "/orders/1", "").want(t, http.StatusOK, want("open"))
	ada.do(t, "POST", "/orders/1/cancellation", "").want(t, http.StatusNoContent, "")
	ada.do(t, "GET", "/orders/1", "").want(t, http.StatusOK, want("cancelled"))
}

func TestShowNotFound(t *testing.T) {
	t.Parallel()
	s := start(t)
	ada, bob := s.as("ada"), s.as("bob")
	ada.place(t, lamps)
	const gone = `{"error":"no such order"}`
	ada.do(t, "GET", "/orders/2", "").want(t, http.StatusNotFound, gone)
	bob.do(t, "GET", "/orders/1", "").want(t, http.StatusNotFound, gone) // it is somebody else's
	ada.do(t, "GET", "/orders/first", "").wantProblem(t, http.StatusBadRequest)
}

func TestCancel(t *testing.T) {
	t.Parallel()
	s := start(t)
	ada, bob := s.as("ada"), s.as("bob")
	ada.place(t, lamps)
	const gone = `{"error":"no such order"}`
	bob.do(t, "POST", "/orders/1/cancellation", "").want(t, http.StatusNotFound, gone)
	ada.do(t, "POST", "/orders/2/cancellation", "").want(t, http.StatusNotFound, gone)
	ada.do(t, "POST", "/orders/1/cancellation", "").want(t, http.StatusNoContent, "")

	at := ada.list(t, "").Orders[0].CancelledAt
	if at == nil {
		t.Fatal("the order is not cancelled")
	}
	ada.do(t, "POST", "/orders/1/cancellation", "").want(t, http.StatusConflict,
		fmt.Sprintf(`{"cancelled_at":%q,"error":"this order was cancelled before"}`, at.Format(time.RFC3339Nano)))
}
