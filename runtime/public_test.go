package runtime

import "testing"

// TestPublicURLDefault has the address that Main listens at stand in for PUBLIC_URL, both as OAuth and MCP ask for it
// and as a workflow that names it.
func TestPublicURLDefault(t *testing.T) {
	for _, tt := range []struct {
		name string
		env  map[string]string
		want string
	}{
		{"neither", nil, "http://127.0.0.1:8080"},
		{"listening", map[string]string{"LISTEN": "127.0.0.1:9000"}, "http://127.0.0.1:9000"},
		{"everywhere", map[string]string{"LISTEN": ":9000"}, "http://localhost:9000"},
		{"every address", map[string]string{"LISTEN": "0.0.0.0:9000"}, "http://localhost:9000"},
		{"every address of IPv6", map[string]string{"LISTEN": "[::]:9000"}, "http://localhost:9000"},
		{"given", map[string]string{"LISTEN": ":9000", "PUBLIC_URL": "https://shop.example.com"}, "https://shop.example.com"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, err := Open(WithEnv(tt.env), WithLogWriter(t.Output()))
			if err != nil {
				t.Fatal(err)
			}
			app.whole = true
			s := app.Setup()
			if got := s.Env(publicURL); got != tt.want {
				t.Errorf("a workflow gets %q, want %q", got, tt.want)
			}
			if got := s.PublicURL(); got.String() != tt.want {
				t.Errorf("got %q, want %q", got.String(), tt.want)
			}
			if err := s.Err(); err != nil {
				t.Error(err)
			}
		})
	}
}
