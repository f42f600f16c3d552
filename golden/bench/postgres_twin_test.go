package bench_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"mime"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// postgresTwin serves by hand what golden/bench/postgres serves, as a careful programmer writes it on pgxpool: statements that pgx
// prepares once a connection, rows scanned into structs by targets that are used again, limits on bodies, rows and time, transactions
// that say their isolation, and problems (RFC 9457) of which none shows what the database said. It logs what fails, and nothing else.
type postgresTwin struct {
	*twin
	pool *pgxpool.Pool
}

// newPostgresTwin works on a database that has its tables.
func newPostgresTwin(ctx context.Context, address string, log io.Writer) (http.Handler, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	config.MaxConns = int32(max(10, 4*runtime.GOMAXPROCS(0)))
	config.MaxConnLifetime, config.MaxConnIdleTime = time.Hour, 5*time.Minute
	config.ConnConfig.ConnectTimeout = 5 * time.Second
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	t := &postgresTwin{&twin{log: slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))}, pool}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /postgres/empty", t.around("empty", t.empty))
	mux.HandleFunc("GET /postgres/accounts/{id}", t.around("account", t.account))
	mux.HandleFunc("GET /postgres/items", t.around("items", t.items))
	mux.HandleFunc("GET /postgres/pages", t.around("page", t.page))
	mux.HandleFunc("POST /postgres/transfers", t.around("transfer", t.transfer))
	mux.HandleFunc("POST /postgres/settlements", t.around("settle", t.settle))
	return mux, nil
}

func (t *postgresTwin) empty(w http.ResponseWriter, _ *http.Request) int {
	w.WriteHeader(http.StatusNoContent)
	return http.StatusNoContent
}

type twinAccount struct {
	ID       int64     `json:"id"`
	Name     string    `json:"name"`
	Email    string    `json:"email"`
	Note     *string   `json:"note"`
	Amount   int64     `json:"amount"`
	OpenedAt time.Time `json:"opened_at"`
}

func (t *postgresTwin) account(w http.ResponseWriter, r *http.Request) int {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return t.problem(w, http.StatusBadRequest, "id: must be a whole number")
	}
	var a twinAccount
	err = t.pool.QueryRow(r.Context(), "SELECT id, name, email, note, amount, opened_at FROM accounts WHERE id = $1", id).
		Scan(&a.ID, &a.Name, &a.Email, &a.Note, &a.Amount, &a.OpenedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return t.answer(w, http.StatusNotFound, twinMissing{"no such account"})
	}
	if err != nil {
		return t.fail(w, r, err)
	}
	a.OpenedAt = a.OpenedAt.UTC()
	return t.answer(w, http.StatusOK, a)
}

type twinMissing struct {
	Error string `json:"error"`
}

func (t *postgresTwin) items(w http.ResponseWriter, r *http.Request) int {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil || len(query["owner"]) != 1 {
		return t.problem(w, http.StatusBadRequest, "owner: is required")
	}
	items, err := t.itemsOf(r.Context(), "SELECT id, sku, name, note, quantity, bought_at FROM items WHERE owner = $1 ORDER BY id", query.Get("owner"))
	if err != nil {
		return t.fail(w, r, err)
	}
	return t.answer(w, http.StatusOK, struct {
		Count int        `json:"count"`
		Items []twinItem `json:"items"`
	}{len(items), items})
}

func (t *postgresTwin) page(w http.ResponseWriter, r *http.Request) int {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil || len(query["owner"]) != 1 {
		return t.problem(w, http.StatusBadRequest, "owner: is required")
	}
	after := int64(0)
	if text := query.Get("after"); text != "" {
		if after, err = strconv.ParseInt(text, 10, 64); err != nil {
			return t.problem(w, http.StatusBadRequest, "after: must be a whole number")
		}
	}
	limit, err := strconv.ParseInt(query.Get("limit"), 10, 64)
	if err != nil || limit < 1 || limit > 100 {
		return t.problem(w, http.StatusBadRequest, "limit: must be a whole number from 1 to 100")
	}
	items, err := t.itemsOf(r.Context(), "SELECT id, sku, name, note, quantity, bought_at FROM items WHERE owner = $1 AND id > $2 ORDER BY id LIMIT $3",
		query.Get("owner"), after, limit)
	if err != nil {
		return t.fail(w, r, err)
	}
	return t.answer(w, http.StatusOK, struct {
		Items []twinItem `json:"items"`
	}{items})
}

func (t *postgresTwin) itemsOf(ctx context.Context, text string, args ...any) ([]twinItem, error) {
	rows, err := t.pool.Query(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	items := []twinItem{}
	var item twinItem
	targets := []any{&item.ID, &item.SKU, &item.Name, &item.Note, &item.Quantity, &item.BoughtAt}
	for rows.Next() {
		if len(items) == 100 {
			return nil, errTooManyItems
		}
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		item.BoughtAt = item.BoughtAt.UTC()
		items = append(items, item)
	}
	return items, rows.Err()
}

// twinMove is the request of a transfer and of a settlement.
type twinMove struct {
	From   *int64 `json:"from"`
	To     *int64 `json:"to"`
	Amount *int64 `json:"amount"`
}

func (t *postgresTwin) transfer(w http.ResponseWriter, r *http.Request) int {
	move, status := t.moveOf(w, r)
	if status != 0 {
		return status
	}
	left, err := t.move(r.Context(), pgx.ReadCommitted, "SELECT amount FROM accounts WHERE id = $1 FOR UPDATE", move)
	return t.moved(w, r, left, err)
}

// settlements is how often one is tried at most.
const settlements = 20

// settle tries again what another transaction was in the way of.
func (t *postgresTwin) settle(w http.ResponseWriter, r *http.Request) int {
	move, status := t.moveOf(w, r)
	if status != 0 {
		return status
	}
	for tried := 1; ; tried++ {
		left, err := t.move(r.Context(), pgx.Serializable, "SELECT amount FROM accounts WHERE id = $1", move)
		if tried == settlements || !contended(err) {
			return t.moved(w, r, left, err)
		}
		select {
		case <-time.After(rand.N(min(2*time.Millisecond<<tried, 200*time.Millisecond))):
		case <-r.Context().Done():
			return t.moved(w, r, 0, r.Context().Err())
		}
	}
}

// contended reports whether err is a serialization failure or a deadlock.
func contended(err error) bool {
	answer, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (answer.Code == "40001" || answer.Code == "40P01")
}

// moveOf reads a request. The status is that of the answer where it is refused, else 0.
func (t *postgresTwin) moveOf(w http.ResponseWriter, r *http.Request) (move twinMove, status int) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return move, t.problem(w, http.StatusUnsupportedMediaType, "the body must be JSON")
	}
	err := json.UnmarshalRead(http.MaxBytesReader(w, r.Body, 1<<20), &move)
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return move, t.problem(w, http.StatusRequestEntityTooLarge, "the body has more than 1 MiB")
	}
	switch {
	case err != nil:
		return move, t.problem(w, http.StatusBadRequest, "the body is malformed")
	case move.From == nil || move.To == nil || move.Amount == nil:
		return move, t.problem(w, http.StatusBadRequest, "from, to and amount are required")
	case *move.Amount < 1:
		return move, t.problem(w, http.StatusBadRequest, "amount: must be 1 or more")
	}
	return move, 0
}

// Reasons why nothing is moved.
var (
	errPoor = errors.New("there is not enough")
	errGone = errors.New("no such account")
)

// move moves an amount in one transaction, and returns what the first account has left.
func (t *postgresTwin) move(ctx context.Context, level pgx.TxIsoLevel, has string, move twinMove) (left int64, err error) {
	err = pgx.BeginTxFunc(ctx, t.pool, pgx.TxOptions{IsoLevel: level}, func(tx pgx.Tx) error {
		var amount int64
		err := tx.QueryRow(ctx, has, *move.From).Scan(&amount)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return errGone
		case err != nil:
			return err
		case amount < *move.Amount:
			return errPoor
		}
		if _, err := tx.Exec(ctx, "UPDATE accounts SET amount = amount - $1 WHERE id = $2", *move.Amount, *move.From); err != nil {
			return err
		}
		given, err := tx.Exec(ctx, "UPDATE accounts SET amount = amount + $1 WHERE id = $2", *move.Amount, *move.To)
		if err != nil {
			return err
		}
		if given.RowsAffected() != 1 {
			return errGone
		}
		left = amount - *move.Amount
		return nil
	})
	return left, err
}

func (t *postgresTwin) moved(w http.ResponseWriter, r *http.Request, left int64, err error) int {
	switch {
	case errors.Is(err, errGone):
		return t.answer(w, http.StatusNotFound, twinMissing{errGone.Error()})
	case errors.Is(err, errPoor):
		return t.answer(w, http.StatusConflict, twinMissing{errPoor.Error()})
	case err != nil:
		return t.fail(w, r, err)
	}
	return t.answer(w, http.StatusOK, struct {
		Amount int64 `json:"amount"`
	}{left})
}

// fail answers for a database that does not, or too late.
func (t *postgresTwin) fail(w http.ResponseWriter, r *http.Request, err error) int {
	t.log.LogAttrs(r.Context(), slog.LevelError, "failed", slog.String("path", r.URL.Path), slog.Any("error", err))
	_, answered := errors.AsType[*pgconn.PgError](err)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return t.problem(w, http.StatusGatewayTimeout, "it took too long")
	case contended(err), !answered && !errors.Is(err, errTooManyItems):
		w.Header().Set("Retry-After", "1")
		return t.problem(w, http.StatusServiceUnavailable, "try again")
	}
	return t.problem(w, http.StatusInternalServerError, "internal server error")
}

// problem answers with a problem.
func (t *postgresTwin) problem(w http.ResponseWriter, status int, detail string) int {
	text, err := json.Marshal(struct {
		Title  string `json:"title"`
		Status int    `json:"status"`
		Detail string `json:"detail"`
	}{http.StatusText(status), status, detail})
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{}`)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(text)
	return status
}
