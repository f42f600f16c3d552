package bench_test

import (
	"io"
	"log/slog"
	"math"
	"math/bits"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
)

// newPricesTwin serves by hand what the workflow each does: a loop over the lines of an order, of which there may be a thousand.
func newPricesTwin() http.Handler {
	t := &twin{log: slog.New(slog.NewJSONHandler(io.Discard, nil))}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /prices", t.around("prices", t.prices))
	return mux
}

type twinLine struct {
	SKU   string `json:"sku"`
	Count int64  `json:"count"`
	Cents int64  `json:"cents"`
}

type twinPrice struct {
	Cents int64  `json:"cents"`
	SKU   string `json:"sku"`
}

func (t *twin) prices(w http.ResponseWriter, r *http.Request) int {
	var in struct {
		Lines *[]twinLine `json:"lines"`
	}
	body := http.MaxBytesReader(w, r.Body, 1<<20)
	if err := json.UnmarshalRead(body, &in); err != nil || in.Lines == nil || len(*in.Lines) > 1000 {
		return t.answer(w, http.StatusBadRequest, map[string]string{"error": "lines are required, a thousand at most"})
	}
	prices := make([]twinPrice, 0, len(*in.Lines))
	for _, line := range *in.Lines {
		cents, ok := product(line.Count, line.Cents)
		if !ok {
			return t.answer(w, http.StatusBadRequest, map[string]string{"error": "lines: too much"})
		}
		prices = append(prices, twinPrice{Cents: cents, SKU: strings.ToUpper(line.SKU)})
	}
	return t.answer(w, http.StatusOK, struct {
		Count int         `json:"count"`
		Lines []twinPrice `json:"lines"`
	}{len(prices), prices})
}

// product is a*b. It is not ok where one of them is below 0 or no int64 holds it.
func product(a, b int64) (int64, bool) {
	high, low := bits.Mul64(uint64(a), uint64(b))
	if a < 0 || b < 0 || high > 0 || low > math.MaxInt64 {
		return 0, false
	}
	return int64(low), true
}
