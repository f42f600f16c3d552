package bench_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/bits"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// pathsTwin serves by hand what golden/bench/paths serves, as a careful programmer writes it with the same libraries: a prepared
// statement, a limit on rows, on what a service answers and on time, and arithmetic that sees an overflow.
type pathsTwin struct {
	*twin
	items  *sql.Stmt
	client *http.Client
	stocks string // the URL of the service
	key    string // that it wants
}

// newPathsTwin works on a database that has its tables.
func newPathsTwin(env map[string]string, db *sql.DB) (http.Handler, error) {
	items, err := db.Prepare("SELECT id, sku, name, note, quantity, bought_at FROM items WHERE owner = $1 ORDER BY id")
	if err != nil {
		return nil, err
	}
	t := &pathsTwin{
		twin:   &twin{log: slog.New(slog.NewJSONHandler(io.Discard, nil))},
		items:  items,
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}},
		stocks: env["STOCK_URL"],
		key:    env["STOCK_KEY"],
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items", t.around("rows", t.rows))
	mux.HandleFunc("GET /stock/{sku}", t.around("stock", t.stock))
	mux.HandleFunc("POST /price", t.around("price", t.price))
	return mux, nil
}

type twinItem struct {
	ID       int64     `json:"id"`
	SKU      string    `json:"sku"`
	Name     string    `json:"name"`
	Note     *string   `json:"note"`
	Quantity int64     `json:"quantity"`
	BoughtAt time.Time `json:"bought_at"`
}

func (t *pathsTwin) rows(w http.ResponseWriter, r *http.Request) int {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil || len(query["owner"]) != 1 {
		return t.answer(w, http.StatusBadRequest, map[string]string{"error": "owner is required"})
	}
	items, err := t.itemsOf(r.Context(), query.Get("owner"))
	if err != nil {
		return t.fail(r, w, err)
	}
	return t.answer(w, http.StatusOK, struct {
		Count int        `json:"count"`
		Items []twinItem `json:"items"`
	}{len(items), items})
}

var errTooManyItems = errors.New("there are more than 100 items")

func (t *pathsTwin) itemsOf(ctx context.Context, owner string) ([]twinItem, error) {
	rows, err := t.items.QueryContext(ctx, owner)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	items := []twinItem{}
	for rows.Next() {
		if len(items) == 100 {
			return nil, errTooManyItems
		}
		var item twinItem
		if err := rows.Scan(&item.ID, &item.SKU, &item.Name, &item.Note, &item.Quantity, &item.BoughtAt); err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	return items, rows.Err()
}

type twinStock struct {
	Left    *int64    `json:"left"`
	Shelves *[]string `json:"shelves"`
}

func (t *pathsTwin) stock(w http.ResponseWriter, r *http.Request) int {
	stock, err := t.stockOf(r.Context(), r.PathValue("sku"))
	if err != nil {
		return t.fail(r, w, err)
	}
	return t.answer(w, http.StatusOK, stock)
}

// maxStock is the most that the service may answer, in bytes.
const maxStock = 64 << 10

var errStock = errors.New("the service answers what it must not")

func (t *pathsTwin) stockOf(ctx context.Context, sku string) (stock twinStock, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, t.stocks+"/stock/"+url.PathEscape(sku), nil)
	if err != nil {
		return stock, err
	}
	request.Header.Set("Authorization", "Bearer "+t.key)
	request.Header.Set("Accept", "application/json")
	response, err := t.client.Do(request)
	if err != nil {
		return stock, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxStock+1))
	switch {
	case err != nil:
		return stock, err
	case response.StatusCode != http.StatusOK, len(body) > maxStock:
		return stock, fmt.Errorf("%w: %d, %d bytes", errStock, response.StatusCode, len(body))
	}
	if err := json.Unmarshal(body, &stock); err != nil {
		return stock, err
	}
	if stock.Left == nil || stock.Shelves == nil {
		return stock, errStock
	}
	return stock, nil
}

func (t *pathsTwin) price(w http.ResponseWriter, r *http.Request) int {
	var in struct {
		SKU   *string `json:"sku"`
		Count *int64  `json:"count"`
		Cents *int64  `json:"cents"`
	}
	body := http.MaxBytesReader(w, r.Body, 1<<20)
	if err := json.UnmarshalRead(body, &in); err != nil || in.SKU == nil || in.Count == nil || in.Cents == nil {
		return t.answer(w, http.StatusBadRequest, map[string]string{"error": "sku, count and cents are required"})
	}
	if *in.Count <= 0 {
		return t.answer(w, http.StatusUnprocessableEntity, map[string]string{"error": "a line is of one piece at least"})
	}
	net, gross, ok := lineOf(*in.Count, *in.Cents)
	if !ok {
		return t.answer(w, http.StatusBadRequest, map[string]string{"error": "too much"})
	}
	return t.answer(w, http.StatusOK, struct {
		Gross int64  `json:"gross"`
		Net   int64  `json:"net"`
		SKU   string `json:"sku"`
	}{gross, net, strings.ToUpper(*in.SKU)})
}

// lineOf is what a line costs, without and with 19 percent on top. It is not ok where cents are below 0 or no int64 holds one.
func lineOf(count, cents int64) (net, gross int64, ok bool) {
	high, low := bits.Mul64(uint64(count), uint64(cents))
	if cents < 0 || high > 0 || low > 1<<58 {
		return 0, 0, false
	}
	net = int64(low)
	return net, net + net*19/100, true
}

func (t *pathsTwin) fail(r *http.Request, w http.ResponseWriter, err error) int {
	t.log.LogAttrs(r.Context(), slog.LevelError, "failed", slog.String("path", r.URL.Path), slog.Any("error", err))
	return t.answer(w, http.StatusInternalServerError, map[string]string{"error": "internal server error"})
}
