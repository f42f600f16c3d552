package bench_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// twin serves by hand what golden/bench/flows serves, as a careful programmer writes it with the usual libraries: a
// limit on bodies and on time, no JSON but the one expected, every check that golang-jwt offers, a recovered panic, and
// one log record a request.
type twin struct {
	log    *slog.Logger
	secret []byte
	parser *jwt.Parser
}

func newTwin(secret string) http.Handler {
	t := &twin{
		log:    slog.New(slog.NewJSONHandler(io.Discard, nil)),
		secret: []byte(secret),
		parser: jwt.NewParser(jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired(), jwt.WithIssuedAt(),
			jwt.WithLeeway(30*time.Second), jwt.WithStrictDecoding()),
	}
	mux := http.NewServeMux()
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
	body := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20))
	if err := body.Decode(&in); err != nil || in.Email == nil || in.Password == nil {
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
