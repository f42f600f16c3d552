package flows

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net/url"
	"os"
	"strings"
)

// secrets is what a workflow gives away.
type secrets struct {
	How      int64   `json:"how"` // index in ways
	OnPath   string  `json:"onPath"`
	InQuery  string  `json:"inQuery"`
	InHeader string  `json:"inHeader"`
	InCookie string  `json:"inCookie"`
	InBody   string  `json:"inBody"`
	InEnv    string  `json:"inEnv"`
	Bearer   *string `json:"bearer"`
}

func (s secrets) texts() []string {
	texts := []string{s.OnPath, s.InQuery, s.InHeader, s.InCookie, s.InBody, s.InEnv}
	if s.Bearer != nil {
		texts = append(texts, *s.Bearer)
	}
	return texts
}

// nothing is what is left.
type nothing struct{}

// Ways is how many ways spill knows.
func Ways() int { return len(ways()) }

// spill gives the secrets away in one of the ways.
func spill(ctx context.Context, in secrets) (nothing, error) {
	if in.How < 0 || in.How >= int64(Ways()) {
		return nothing{}, fmt.Errorf("no way %d", in.How)
	}
	return nothing{}, ways()[in.How](ctx, in)
}

// lazily is a LogValuer.
type lazily struct{ s secrets }

// LogValue implements slog.LogValuer.
func (l lazily) LogValue() slog.Value {
	return slog.GroupValue(slog.Any("all", l.s), slog.String(l.s.InBody, l.s.OnPath))
}

// nested holds secrets behind interfaces, pointers and lists.
type nested struct {
	Any  any
	List []*secrets
	Map  map[string]any
	Raw  []byte
}

// ways are all of them: of each secret alone, and of all together.
func ways() []func(context.Context, secrets) error { return append(waysOfEach(), waysOfAll()...) }

func waysOfEach() []func(context.Context, secrets) error {
	each := func(show func(ctx context.Context, text string)) func(context.Context, secrets) error {
		return func(ctx context.Context, in secrets) error {
			for _, text := range in.texts() {
				show(ctx, text)
			}
			return nil
		}
	}
	return []func(context.Context, secrets) error{
		each(func(ctx context.Context, text string) { slog.InfoContext(ctx, text) }),
		each(func(_ context.Context, text string) { slog.Info("value", "v", text) }),
		each(func(_ context.Context, text string) { slog.Info("key", text, 1) }),
		each(func(_ context.Context, text string) { slog.Info("group", slog.Group(text, text, text)) }),
		each(func(_ context.Context, text string) {
			slog.With("bound", text).WithGroup(text).Info("derived", "v", text)
		}),
		each(func(_ context.Context, text string) {
			slog.Info("error", "v", fmt.Errorf("driver: %w", errors.New(text)))
		}),
		each(func(_ context.Context, text string) {
			slog.Info("bytes", "v", []byte(text), "w", fmt.Sprint([]byte(text)))
		}),
		each(func(_ context.Context, text string) { log.Printf("by the old log: %s", text) }),
		each(func(_ context.Context, text string) { slog.Info("quoted", "v", fmt.Sprintf("%q %+q", text, text)) }),
		each(func(_ context.Context, text string) {
			slog.Info("hex", "v", hex.EncodeToString([]byte(text)), "w", fmt.Sprintf("%X", text))
		}),
		each(func(_ context.Context, text string) {
			slog.Info("url", "v", url.QueryEscape(text), "w", "https://a.test/"+url.PathEscape(text)+"?q="+strings.ReplaceAll(url.QueryEscape(text), "+", "%20"))
		}),
		each(base64Of),
		each(jsonOf),
	}
}

func waysOfAll() []func(context.Context, secrets) error {
	return []func(context.Context, secrets) error{
		func(_ context.Context, in secrets) error {
			slog.Info("plus v", "v", fmt.Sprintf("%+v", in), "w", fmt.Sprintf("%#v", &in))
			return nil
		},
		func(_ context.Context, in secrets) error {
			slog.Info("lazily", "v", lazily{in}, "w", []any{lazily{in}})
			return nil
		},
		func(_ context.Context, in secrets) error {
			slog.Info("nested", "v", nested{Any: in, List: []*secrets{&in}, Map: map[string]any{in.InBody: &in}, Raw: []byte(in.InBody)})
			return nil
		},
		func(_ context.Context, in secrets) error { return fmt.Errorf("failed with %+v", in.texts()) },
		func(_ context.Context, in secrets) error {
			return errors.Join(errors.New(in.InBody), fmt.Errorf("%v", in.texts()))
		},
		func(_ context.Context, in secrets) error { panic(fmt.Sprintf("%+v", in.texts())) },
		func(_ context.Context, in secrets) error { panic(fmt.Errorf("%q", in.texts())) },
		func(_ context.Context, in secrets) error { panic(&in) },
		func(_ context.Context, in secrets) error { _, err := os.Open(in.InBody); return err },
		func(_ context.Context, in secrets) error {
			_, err := url.Parse("http://" + in.InQuery + ":" + in.InBody + "@[::1")
			return err
		},
	}
}

// base64Of puts the secret at each of the three alignments.
func base64Of(_ context.Context, text string) {
	for _, before := range []string{"", "a", "ab"} {
		all := []byte(before + text + "z")
		slog.Info("base64", "v", base64.StdEncoding.EncodeToString(all), "w", base64.RawURLEncoding.EncodeToString(all))
	}
}

// jsonOf quotes the secret once and twice, and hands it on as JSON.
func jsonOf(_ context.Context, text string) {
	once, _ := json.Marshal(map[string]string{text: text})
	twice, _ := json.Marshal(string(once))
	slog.Info("json", "v", string(once), "w", string(twice), "raw", json.RawMessage(once))
}
