package bench_test

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/golang-jwt/jwt/v5"
)

// twin serves by hand what golden/bench/flows serves, as a careful programmer writes it with the same libraries: a
// limit on bodies and on time, no JSON but the one expected, every check that golang-jwt offers, a recovered panic, and
// one log record a request.
type twin struct {
	log    *slog.Logger
	secret []byte
	hook   [sha256.Size]byte // of the secret that a sender shares
	github []byte            // what GitHub signs with
	keys   []twinKey
	parser *jwt.Parser
}

type twinKey struct {
	name string
	hash [sha256.Size]byte
}

func newTwin(env map[string]string) http.Handler {
	t := &twin{
		log:    slog.New(slog.NewJSONHandler(io.Discard, nil)),
		secret: []byte(env["JWT_SECRET"]),
		hook:   sha256.Sum256([]byte(env["HOOK_SECRET"])),
		github: []byte(env["GITHUB_SECRET"]),
		parser: jwt.NewParser(jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired(), jwt.WithIssuedAt(),
			jwt.WithLeeway(30*time.Second), jwt.WithStrictDecoding()),
	}
	for pair := range strings.SplitSeq(env["API_KEYS"], ",") {
		name, key, _ := strings.Cut(pair, ":")
		t.keys = append(t.keys, twinKey{name, sha256.Sum256([]byte(key))})
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /key", t.around("key", t.key))
	mux.HandleFunc("POST /webhooks/b4h7o2o5k8w3e6r9y2u5i8o3pa", t.around("webhook", t.webhook))
	mux.HandleFunc("POST /webhooks/s7i2g5n4e3d6w2e5b4h7o6o3k2", t.around("signed", t.signed))
	mux.HandleFunc("GET /who", t.around("who", t.who))
	mux.HandleFunc("POST /token", t.around("token", t.token))
	return mux
}

// around is what every handler has around it.
func (t *twin) around(name string, serve func(http.ResponseWriter, *http.Request) int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		began, id := time.Now(), rand.Text()
		ctx, cancel := context.WithTimeout(r.Context(), 30*time.Second)
		defer cancel()
		status := http.StatusInternalServerError
		defer func() {
			if p := recover(); p != nil {
				http.Error(w, "internal server error", status)
				t.log.Error("panic", "id", id, "panic", p)
			}
			t.log.LogAttrs(ctx, slog.LevelInfo, "request", slog.String("id", id), slog.String("handler", name),
				slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Int("status", status),
				slog.Duration("duration", time.Since(began)))
		}()
		status = serve(w, r.WithContext(ctx))
	}
}

type twinClaims struct {
	Email string `json:"email,omitempty"`
	jwt.RegisteredClaims
}

func (t *twin) who(w http.ResponseWriter, r *http.Request) int {
	scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") {
		return t.refuse(w, "missing token")
	}
	var claims twinClaims
	_, err := t.parser.ParseWithClaims(token, &claims, func(*jwt.Token) (any, error) { return t.secret, nil })
	if err != nil {
		return t.refuse(w, "bad token")
	}
	id, err := strconv.ParseInt(claims.Subject, 10, 64)
	if err != nil {
		return t.refuse(w, "bad token")
	}
	return t.answer(w, http.StatusOK, struct {
		Email string `json:"email"`
		ID    int64  `json:"id"`
	}{claims.Email, id})
}

func (t *twin) token(w http.ResponseWriter, r *http.Request) int {
	var in struct {
		Email    *string `json:"email"`
		Password *string `json:"password"`
	}
	body := http.MaxBytesReader(w, r.Body, 1<<20)
	if err := json.UnmarshalRead(body, &in); err != nil || in.Email == nil || in.Password == nil {
		return t.answer(w, http.StatusBadRequest, map[string]string{"error": "email and password are required"})
	}
	if len(*in.Password) < 8 {
		return t.refuse(w, "wrong e-mail or password")
	}
	now := time.Now()
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, twinClaims{Email: *in.Email, RegisteredClaims: jwt.RegisteredClaims{
		Subject: "1", ID: rand.Text(), IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(15 * time.Minute)),
	}}).SignedString(t.secret)
	if err != nil {
		return t.answer(w, http.StatusInternalServerError, map[string]string{"error": "internal server error"})
	}
	return t.answer(w, http.StatusOK, struct {
		Token string `json:"token"`
	}{token})
}

func (t *twin) key(w http.ResponseWriter, r *http.Request) int {
	hash, name := sha256.Sum256([]byte(r.Header.Get("X-API-Key"))), ""
	for i := range t.keys { // all of them: which one it is must not be told by the time
		if subtle.ConstantTimeCompare(hash[:], t.keys[i].hash[:]) == 1 {
			name = t.keys[i].name
		}
	}
	if name == "" {
		return t.refuse(w, "unknown key")
	}
	return t.answer(w, http.StatusOK, struct {
		Name string `json:"name"`
	}{name})
}

type twinEvent struct {
	ID   *string `json:"id"`
	Type *string `json:"type"`
	Data *struct {
		Amount   int64  `json:"amount"`
		Currency string `json:"currency"`
		Lines    []struct {
			SKU      string `json:"sku"`
			Quantity int64  `json:"quantity"`
		} `json:"lines"`
	} `json:"data"`
}

func (t *twin) webhook(w http.ResponseWriter, r *http.Request) int {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 5<<20))
	if err != nil {
		return t.answer(w, http.StatusRequestEntityTooLarge, map[string]string{"error": "too large"})
	}
	hash := sha256.Sum256([]byte(r.Header.Get("X-Webhook-Secret")))
	if subtle.ConstantTimeCompare(hash[:], t.hook[:]) != 1 {
		return t.refuse(w, "wrong secret")
	}
	return t.event(w, body)
}

func (t *twin) signed(w http.ResponseWriter, r *http.Request) int {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 5<<20))
	if err != nil {
		return t.answer(w, http.StatusRequestEntityTooLarge, map[string]string{"error": "too large"})
	}
	mac := hmac.New(sha256.New, t.github)
	mac.Write(body)
	digits, ok := strings.CutPrefix(r.Header.Get("X-Hub-Signature-256"), "sha256=")
	signature, err := hex.DecodeString(digits)
	if !ok || err != nil || !hmac.Equal(mac.Sum(nil), signature) {
		return t.refuse(w, "wrong signature")
	}
	return t.event(w, body)
}

func (t *twin) event(w http.ResponseWriter, body []byte) int {
	var in twinEvent
	if err := json.Unmarshal(body, &in); err != nil || in.ID == nil || in.Type == nil || in.Data == nil {
		return t.answer(w, http.StatusBadRequest, map[string]string{"error": "id, type and data are required"})
	}
	return t.answer(w, http.StatusAccepted, struct {
		Amount int64  `json:"amount"`
		Event  string `json:"event"`
		Lines  int    `json:"lines"`
	}{in.Data.Amount, *in.ID, len(in.Data.Lines)})
}

func (t *twin) refuse(w http.ResponseWriter, reason string) int {
	w.Header().Set("WWW-Authenticate", `Bearer realm="twin"`)
	return t.answer(w, http.StatusUnauthorized, map[string]string{"error": reason})
}

// answer builds the body before the first byte is written, so that failing to build it can still be a 500.
func (t *twin) answer(w http.ResponseWriter, status int, body any) int {
	text, err := json.Marshal(body)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(text)
	return status
}
