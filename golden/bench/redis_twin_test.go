package bench_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/redis/go-redis/v9"
)

// redisTwin serves by hand what the workflows count, keep and kept do on Redis, as a careful programmer writes it with the same
// client: a counter and its end in one step, and no command sent twice.
type redisTwin struct {
	*twin
	client *redis.Client
}

// increment counts, and begins a window where none runs.
var increment = redis.NewScript(`
local n = redis.call('INCR', KEYS[1])
if n == 1 then
	redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return n`)

// newRedisTwin keeps everything under names of its own.
func newRedisTwin(address string) (h http.Handler, stop func() error, err error) {
	options, err := redis.ParseURL(address)
	if err != nil {
		return nil, nil, err
	}
	options.MaxRetries = -1
	t := &redisTwin{&twin{log: slog.New(slog.NewJSONHandler(io.Discard, nil))}, redis.NewClient(options)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /count", t.around("count", t.count))
	mux.HandleFunc("PUT /baskets/{owner}", t.around("keep", t.keep))
	mux.HandleFunc("GET /baskets/{owner}", t.around("kept", t.kept))
	return mux, t.client.Close, nil
}

func (t *redisTwin) count(w http.ResponseWriter, r *http.Request) int {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
	defer cancel()
	count, err := increment.Run(ctx, t.client, []string{"twin:hits"}, time.Hour.Milliseconds()).Int64()
	if err != nil {
		return t.down(w, r, err)
	}
	return t.answer(w, http.StatusOK, struct {
		Count int64 `json:"count"`
	}{count})
}

type twinBasket struct {
	SKU   string    `json:"sku"`
	Count int64     `json:"count"`
	Since time.Time `json:"since"`
}

func (t *redisTwin) keep(w http.ResponseWriter, r *http.Request) int {
	var in struct {
		SKU   *string `json:"sku"`
		Count *int64  `json:"count"`
	}
	body := http.MaxBytesReader(w, r.Body, 1<<20)
	if err := json.UnmarshalRead(body, &in); err != nil || in.SKU == nil || in.Count == nil {
		return t.answer(w, http.StatusBadRequest, map[string]string{"error": "sku and count are required"})
	}
	text, err := json.Marshal(twinBasket{SKU: *in.SKU, Count: *in.Count, Since: time.Now().UTC()})
	if err != nil {
		return t.down(w, r, err)
	}
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
	defer cancel()
	if err := t.client.Set(ctx, "twin:basket:"+r.PathValue("owner"), text, 24*time.Hour).Err(); err != nil {
		return t.down(w, r, err)
	}
	return t.answer(w, http.StatusOK, struct {
		SKU string `json:"sku"`
	}{*in.SKU})
}

func (t *redisTwin) kept(w http.ResponseWriter, r *http.Request) int {
	ctx, cancel := context.WithTimeout(r.Context(), 10*time.Second)
	defer cancel()
	text, err := t.client.Get(ctx, "twin:basket:"+r.PathValue("owner")).Bytes()
	if errors.Is(err, redis.Nil) {
		return t.answer(w, http.StatusNotFound, map[string]string{"error": "nothing is kept"})
	}
	var basket twinBasket
	if err == nil {
		err = json.Unmarshal(text, &basket)
	}
	if err != nil {
		return t.down(w, r, err)
	}
	return t.answer(w, http.StatusOK, basket)
}

// down answers for a store that does not.
func (t *redisTwin) down(w http.ResponseWriter, r *http.Request, err error) int {
	t.log.LogAttrs(r.Context(), slog.LevelError, "failed", slog.String("path", r.URL.Path), slog.Any("error", err))
	return t.answer(w, http.StatusServiceUnavailable, map[string]string{"error": "try again"})
}
