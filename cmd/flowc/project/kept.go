package project

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/flowc-dev/flowc/gen/emit"
	"github.com/flowc-dev/flowc/gen/ir"
)

// What generate remembers of a folder, so that it writes no Go anew that is there already. What is wrong with workflows
// is found each time; --check and builds of commands go by nothing that was kept.

// keptFile is in .flowc, which version control ignores.
const keptFile = "generated.json"

// kept is what was generated in a folder.
type kept struct {
	Compiler string            `json:"compiler"` // which flowc did
	Files    map[string]keptGo `json:"files"`    // by the workflow's stem
}

// keptGo says what a generated file was made from, and what was made: both are hashes, in hex.
type keptGo struct {
	Meaning string `json:"meaning"`
	Content string `json:"content"`
}

// readKept returns what was kept, or nothing where another compiler did, or where what is there can't be read.
func readKept(dir string) kept {
	none := kept{Compiler: compiler()}
	var k kept
	text, err := ReadFile(filepath.Join(dir, ignored, keptFile))
	if err != nil || json.Unmarshal(text, &k) != nil || none.Compiler == "" || k.Compiler != none.Compiler {
		return none
	}
	return k
}

// compileKept is Compile without writing the Go of workflows again that mean what they meant when it was. It returns
// what to keep of the outcome.
func (f *Folder) compileKept() (files []emit.File, next kept, err error) {
	before := readKept(f.Dir)
	var mu sync.Mutex
	meanings := map[string]string{}
	files, err = f.Analysis.Files(func(w *ir.Workflow) []byte {
		sum := f.Analysis.Meaning(w)
		meaning := hex.EncodeToString(sum[:])
		mu.Lock()
		meanings[w.Stem] = meaning
		mu.Unlock()
		content, was := f.Generated[w.Stem+GeneratedSuffix], before.Files[w.Stem]
		if was.Meaning != meaning || was.Content != hashOf(content) {
			return nil
		}
		return content
	})
	if err != nil {
		return nil, kept{}, fmt.Errorf("%s: %w", f.Dir, err)
	}
	next = kept{Compiler: before.Compiler, Files: map[string]keptGo{}}
	for _, file := range files {
		stem := file.Name[:len(file.Name)-len(GeneratedSuffix)]
		if meaning := meanings[stem]; meaning != "" {
			next.Files[stem] = keptGo{meaning, hashOf(file.Content)}
		}
	}
	return files, next, nil
}

// write keeps what was generated in a folder. Where that fails, as on a full disk or in a folder that can't be written
// to, all that was wanted is there nevertheless, and more is written anew the next time.
func (k kept) write(dir string) {
	if k.Compiler == "" {
		return
	}
	if text, err := json.Marshal(k); err == nil {
		_ = keep(dir, keptFile, text)
	}
}

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// compiler is which flowc this is: a hash of what the go command calls it by, or of the whole program; "" where neither
// can be found out.
var compiler = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	if file, err := elf.Open(path); err == nil {
		defer file.Close()
		if note := file.Section(".note.go.buildid"); note != nil {
			if id, err := note.Data(); err == nil && len(id) > minBuildID {
				return hashOf(id)
			}
		}
	}
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
})

// minBuildID is longer than the note of a program that was linked without an id, and shorter than that of any with one.
const minBuildID = 64
