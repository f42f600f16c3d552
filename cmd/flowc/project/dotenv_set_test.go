package project_test

import (
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/joho/godotenv"
)

const pem = "-----BEGIN PRIVATE KEY-----\nMIGHAgEA\nAbC+/==\n-----END PRIVATE KEY-----\n"

// TestSetVariable changes one variable of a file, and nothing else of it.
func TestSetVariable(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, set, value, want string }{
		{"empty", "", "A", "x", "A=x\n"},
		{"no line end", "A=1", "B", "x", "A=1\nB=x\n"},
		{"in its place", "# one\nA=1\n\n  # two\nB=2 # why\nC=3\n", "B", "x", "# one\nA=1\n\n  # two\nB=x\nC=3\n"},
		{"export", "export A=1\nB=2\n", "A", "x", "A=x\nB=2\n"},
		{"the last counts", "A=1\nA=2\n", "A", "x", "A=1\nA=x\n"},
		{"yaml", "A: 1\nAB: 2\n", "A", "x", "A=x\nAB: 2\n"},
		{"windows", "A=1\r\nB=2\r\n", "A", "x", "A=x\r\nB=2\r\n"},
		{"many lines", "A='" + pem + "'\nB=2\n", "A", "x", "A=x\nB=2\n"},
		{"looks like it", "B=\"1\nA=2\n\"\nA=3\n", "A", "x", "B=\"1\nA=2\n\"\nA=x\n"},
		{"commented", "#A=1\n", "A", "x", "#A=1\nA=x\n"},
		{"spaces", "", "A", "two words ", "A='two words '\n"},
		{"dollar", "", "A", "$2a$10$abc", "A='$2a$10$abc'\n"},
		{"both quotes", "", "A", `it's "so" $HOME \n`, `A="it's \"so\" \$HOME \\n"` + "\n"},
		{"key", "B=1\n", "A", pem, "B=1\nA='" + pem + "'\n"},
		{"referred to", "A=1\nB=${A}2\n", "A", "x", "A=x\nB=${A}2\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := project.SetVariable([]byte(tt.text), tt.set, tt.value)
			if err != nil || string(got) != tt.want {
				t.Fatalf("it is %q, %v; want %q", got, err, tt.want)
			}
			if vars, err := godotenv.UnmarshalBytes(got); err != nil || vars[tt.set] != tt.value {
				t.Errorf("it reads %q, %v", vars[tt.set], err)
			}
		})
	}
}

// TestSetVariableRefuses refuses what no dotenv file can hold, and one that is none, and quotes neither.
func TestSetVariableRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, value string }{
		{"A='canary\n", "x"}, {"", "'canary' \"\\"}, {"", "canary\r\n'$"},
	} {
		got, err := project.SetVariable([]byte(tt.text), "A", tt.value)
		if err == nil {
			if vars, _ := godotenv.UnmarshalBytes(got); vars["A"] != tt.value {
				t.Errorf("%q holds another value", got)
			}
			continue
		}
		if strings.Contains(err.Error(), "canary") {
			t.Errorf("the error quotes a value: %v", err)
		}
	}
}

// FuzzSetVariable writes values into files: what is written is read back, or refused.
func FuzzSetVariable(f *testing.F) {
	f.Add("A=1\nB='2\n3'\n", "x")
	f.Add("A=\"1\"\r\n# c\r\n", "$x 'y' \"z\"\n")
	f.Fuzz(func(t *testing.T, text, value string) {
		got, err := project.SetVariable([]byte(text), "A", value)
		if err != nil {
			return
		}
		before, _ := godotenv.Unmarshal(strings.TrimPrefix(text, "\ufeff"))
		after, err := godotenv.Unmarshal(strings.TrimPrefix(string(got), "\ufeff"))
		if err != nil || after["A"] != value {
			t.Fatalf("%q: %q, %v", got, after["A"], err)
		}
		for name := range before {
			if _, set := after[name]; !set {
				t.Errorf("%s is lost", name)
			}
		}
	})
}
