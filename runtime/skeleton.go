package runtime

import (
	"context"
	"database/sql/driver"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

func Main(build func(app *App, mux *http.ServeMux) error) {}

type Option func(*options)
type options struct{}

func WithEnv(env map[string]string) Option  { return nil }
func WithDir(dir string) Option             { return nil }
func WithLog(w io.Writer) Option            { return nil }
func WithClock(now func() time.Time) Option { return nil }

type App struct{}

func Open(opts ...Option) (*App, error)                            { return &App{}, nil }
func (a *App) Close() error                                        { return nil }
func (a *App) Dir() string                                         { return "" }
func (a *App) Now() time.Time                                      { return time.Now() }
func (a *App) Logger() *slog.Logger                                { return slog.Default() }
func (a *App) Handler(mux *http.ServeMux) http.Handler             { return mux }
func (a *App) Serve(ctx context.Context, mux *http.ServeMux) error { return nil }
func (a *App) Setup() *Setup                                       { return &Setup{app: a} }
func (a *App) Resource(key string, open func() (io.Closer, error)) (io.Closer, error) {
	return open()
}
func (a *App) Ready(name string, check func(context.Context) error) {}

type Setup struct{ app *App }

func (s *Setup) App() *App                  { return s.app }
func (s *Setup) Secret(name string) string  { return "" }
func (s *Setup) Env(name string) string     { return "" }
func (s *Setup) Default(name, value string) {}
func (s *Setup) Problem(name, what string)  {}
func (s *Setup) Fail(err error)             {}
func (s *Setup) Schema(sql string)          {}
func (s *Setup) SchemaSQL() string          { return "" }
func (s *Setup) Err() error                 { return nil }

type ConfigProblem struct{ Name, Problem string }
type ConfigError struct{ Problems []ConfigProblem }

func (e *ConfigError) Error() string { return "" }

type Validate func(v any) map[string]string

type Entry struct {
	Workflow string
	Node     string
	Method   string
	Path     string
	Timeout  time.Duration
	MaxBody  int64
	CORS     []string
	Realm    string
	Validate Validate
}

type Endpoint[In any] struct{}

func NewEndpoint[In any](s *Setup, e Entry) *Endpoint[In]                { return &Endpoint[In]{} }
func (e *Endpoint[In]) Register(mux *http.ServeMux, h func(*Exec) error) {}
func (e *Endpoint[In]) Decode(x *Exec) (In, error)                       { var in In; return in, nil }

type Cookie struct {
	Name     string
	Value    string
	Path     string
	MaxAge   *int64
	SameSite string
	Insecure bool
	Script   bool
}

type Exec struct{}

func (x *Exec) Context() context.Context           { return context.Background() }
func (x *Exec) Enter(node string)                  {}
func (x *Exec) Test(cond bool) bool                { return cond }
func (x *Exec) Took(output string)                 {}
func (x *Exec) JSON(status int, body any) error    { return nil }
func (x *Exec) Text(status int, body string) error { return nil }
func (x *Exec) Empty(status int) error             { return nil }
func (x *Exec) SetHeader(name, value string)       {}
func (x *Exec) SetContentType(value string)        {}
func (x *Exec) SetCookie(c Cookie)                 {}
func (x *Exec) Challenge(value string)             {}
func (x *Exec) After(f func(*Exec) error)          {}
func (x *Exec) Caught(node string, err error)      {}
func (x *Exec) Saw(values ...string)               {}
func (x *Exec) Request() *http.Request             { return nil }
func (x *Exec) ID() string                         { return "" }
func (x *Exec) IP() string                         { return "" }
func (x *Exec) Method() string                     { return "" }
func (x *Exec) Path() string                       { return "" }
func (x *Exec) Header(name string) *string         { return nil }
func (x *Exec) Query(name string) *string          { return nil }
func (x *Exec) Cookie(name string) *string         { return nil }
func (x *Exec) Debug() bool                        { return false }
func (x *Exec) Values(v any)                       {}
func (x *Exec) Logger() *slog.Logger               { return slog.Default() }

type Error struct {
	Status int
	Detail string
	Reason string
	Fields map[string]string
	Err    error
}

func (e *Error) Error() string             { return e.Detail }
func (e *Error) Unwrap() error             { return e.Err }
func Fail(status int, detail string) error { return &Error{Status: status, Detail: detail} }

type Masked interface{ Masked() }

type Value struct{}

func ValueOf(v any) Value                                      { return Value{} }
func (v Value) At(name string) Value                           { return v }
func (v Value) Index(i int64) Value                            { return v }
func (v Value) IsNull() bool                                   { return true }
func (v Value) Text() (string, error)                          { return "", nil }
func (v Value) Int() (int64, error)                            { return 0, nil }
func (v Value) Float() (float64, error)                        { return 0, nil }
func (v Value) Bool() (bool, error)                            { return false, nil }
func (v Value) Bytes() ([]byte, error)                         { return nil, nil }
func (v Value) Time() (time.Time, error)                       { return time.Time{}, nil }
func (v Value) Duration() (time.Duration, error)               { return 0, nil }
func (v Value) List() ([]Value, error)                         { return nil, nil }
func (v Value) Len() (int64, error)                            { return 0, nil }
func (v Value) Contains(s string) (bool, error)                { return false, nil }
func (v Value) Equal(other any) bool                           { return false }
func (v Value) MarshalJSONTo(enc *jsontext.Encoder) error      { return nil }
func (v *Value) UnmarshalJSONFrom(dec *jsontext.Decoder) error { return nil }
func (v *Value) Scan(src any) error                            { return nil }
func (v Value) Value() (driver.Value, error)                   { return nil, nil }

func Or[T any](p *T, fallback T) T {
	if p == nil {
		return fallback
	}
	return *p
}
func Ptr[T any](ok bool, v T) *T {
	if !ok {
		return nil
	}
	return &v
}
func Deref[T any](p *T) T { var zero T; return Or(p, zero) }
func When[T any](cond bool, a, b T) T {
	if cond {
		return a
	}
	return b
}
func Equal(a, b string) bool                       { return a == b }
func Add(a, b int64) (int64, error)                { return a + b, nil }
func Sub(a, b int64) (int64, error)                { return a - b, nil }
func Mul(a, b int64) (int64, error)                { return a * b, nil }
func Div(a, b int64) (int64, error)                { return a / b, nil }
func Mod(a, b int64) (int64, error)                { return a % b, nil }
func DivFloat(a, b float64) (float64, error)       { return a / b, nil }
func Neg(a int64) (int64, error)                   { return -a, nil }
func ParseInt(s string) (int64, error)             { return 0, nil }
func ParseFloat(s string) (float64, error)         { return 0, nil }
func ParseBool(s string) (bool, error)             { return false, nil }
func FloatToInt(f float64) (int64, error)          { return int64(f), nil }
func FormatFloat(f float64) string                 { return "" }
func FormatTime(t time.Time) string                { return "" }
func FormatDuration(d time.Duration) string        { return "" }
func Len(s string) int64                           { return int64(len(s)) }
func SHA256(s string) string                       { return "" }
func HMACSHA256(key, s string) string              { return "" }
func UUID() string                                 { return "" }
func RandomToken(x *Exec, n int64) (string, error) { return "", nil }
func ToJSON(v any) (string, error)                 { return "", nil }
func ParseJSON(s string) (Value, error)            { return Value{}, nil }
func ParseTime(s string) (time.Time, error)        { return time.Time{}, nil }
func PathSegment(s string) (string, error)         { return s, nil }
