package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

const lamps = `{"number": "A-1", "items": [{"sku": "lamp", "quantity": 2}, {"sku": "desk", "quantity": 1}, {"sku": "lamp", "quantity": 3}]}`

// placed is what placing an order answers.
type placed struct {
	ID     int64     `json:"id"`
	Number string    `json:"number"`
	Items  int       `json:"items"`
	At     time.Time `json:"placed_at"`
}

// place places an order, which must be taken.
func (c customer) place(t *testing.T, body string) (p placed) {
	t.Helper()
	a := c.do(t, "POST", "/orders", body)
	if err := json.Unmarshal([]byte(a.text), &p); err != nil || a.status != http.StatusCreated {
		t.Fatalf("answered %d %s (%v), want 201", a.status, a.text, err)
	}
	if want := fmt.Sprint("/orders/", p.ID); a.header.Get("Location") != want {
		t.Errorf("Location is %q, want %q", a.header.Get("Location"), want)
	}
	return p
}

func TestPlace(t *testing.T) {
	t.Parallel()
	ada := start(t).as("ada")
	before := time.Now().Add(-time.Second)
	p := ada.place(t, lamps)
	if p.ID != 1 || p.Number != "A-1" || p.Items != 2 || p.At.Before(before) || p.At.After(time.Now().Add(time.Second)) {
		t.Errorf("placed %+v", p)
	}
	if p := ada.place(t, strings.Replace(lamps, "A-1", "A-2", 1)); p.ID != 2 {
		t.Errorf("placed %+v as the second one", p)
	}
}

// Whoever does not know whether an order was taken sends it again. Another customer may use the same number.
func TestPlaceAgain(t *testing.T) {
	t.Parallel()
	s := start(t)
	ada, bob := s.as("ada"), s.as("bob")
	ada.place(t, lamps)
	ada.do(t, "POST", "/orders", lamps).want(t, http.StatusConflict, `{"error":"there is an order with this number"}`)
	bob.place(t, lamps)
	if got := ada.list(t, ""); got.Count != 1 {
		t.Errorf("%d orders are listed, want one", got.Count)
	}
}

func TestPlaceAtOnce(t *testing.T) {
	t.Parallel()
	ada := start(t).as("ada")
	answers := make([]answer, 8)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = ada.do(t, "POST", "/orders", lamps) })
	}
	all.Wait()
	statuses := map[int]int{}
	for _, a := range answers {
		statuses[a.status]++
	}
	if statuses[http.StatusCreated] != 1 || statuses[http.StatusConflict] != len(answers)-1 {
		t.Errorf("answered %v, want 201 once and 409 to all others", statuses)
	}
	if got := ada.list(t, ""); got.Count != 1 || got.Orders[0].Pieces != 6 {
		t.Errorf("listed %+v, want one order with all its items", got)
	}
}

// A product that does not exist violates a foreign key. Nothing of the order is left, and its number is free.
func TestPlaceUnknownProduct(t *testing.T) {
	t.Parallel()
	ada := start(t).as("ada")
	ada.do(t, "POST", "/orders", strings.Replace(lamps, "desk", "sofa", 1)).
		want(t, http.StatusUnprocessableEntity, `{"error":"there is no such product"}`)
	if got := ada.list(t, ""); got.Count != 0 {
		t.Errorf("%d orders are listed, want none", got.Count)
	}
	ada.place(t, lamps)
}

func TestPlaceRefused(t *testing.T) {
	t.Parallel()
	ada := start(t).as("ada")
	many := strings.Repeat(`{"sku": "lamp", "quantity": 1},`, 51)
	for _, test := range []struct{ name, more, want string }{
		{"no items", `"items": []`, "an order has 1 to 50 items"},
		{"too many", `"items": [` + strings.TrimSuffix(many, ",") + `]`, "an order has 1 to 50 items"},
		{"none of an item", `"items": [{"sku": "lamp", "quantity": 0}]`, "the quantity of an item is 1 to 1000"},
		{"too much of one", `"items": [{"sku": "lamp", "quantity": 1001}]`, "the quantity of an item is 1 to 1000"},
		{"too late", `"items": [{"sku": "lamp", "quantity": 1}], "deliver_by": "2024-02-29T12:00:00+01:00"`, "deliver_by is past"},
	} {
		t.Run(test.name, func(t *testing.T) {
			ada.do(t, "POST", "/orders", `{"number": "A-1", `+test.more+`}`).
				want(t, http.StatusUnprocessableEntity, `{"error":"`+test.want+`"}`)
		})
	}
	ada.place(t, lamps) // none of those took the number
}

func TestPlaceMalformed(t *testing.T) {
	t.Parallel()
	ada := start(t).as("ada")
	for _, test := range []struct{ name, body, field string }{
		{"no number", `{"items": [{"sku": "lamp", "quantity": 1}]}`, "number"},
		{"a long number", `{"number": "` + strings.Repeat("x", 41) + `", "items": [{"sku": "lamp", "quantity": 1}]}`, "number"},
		{"no items", `{"number": "A-1"}`, "items"},
		{"half a lamp", `{"number": "A-1", "items": [{"sku": "lamp", "quantity": 0.5}]}`, "items.0.quantity"},
		{"no time", `{"number": "A-1", "items": [{"sku": "lamp", "quantity": 1}], "deliver_by": "soon"}`, "deliver_by"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := ada.do(t, "POST", "/orders", test.body).wantProblem(t, http.StatusBadRequest)
			if len(p.Errors) != 1 || p.Errors[test.field] == "" {
				t.Errorf("wrong fields are %v, want %s", p.Errors, test.field)
			}
		})
	}
}
