package diag

import (
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Tool is what a SARIF log says of the program that wrote it.
type Tool struct {
	Version string  // "v1.2.3"; "" where it is not known
	Codes   []*Code // all that it may report
	Dir     string  // the absolute folder that relative names of files are relative to
}

// WriteSARIF prints l, sorted, as a log of the Static Analysis Results Interchange Format (SARIF 2.1.0), for code
// scanning. Diagnostics that a document ignores may be in l: they become suppressed results.
func WriteSARIF(w io.Writer, l List, tool Tool) error {
	log := sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{newSARIFRun(l.Sorted(), tool)},
	}
	// A file name may be any bytes; invalid ones become U+FFFD.
	if err := json.MarshalWrite(w, log, jsontext.WithIndent("  "), jsontext.AllowInvalidUTF8(true)); err != nil {
		return fmt.Errorf("write diagnostics as SARIF: %w", err)
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return fmt.Errorf("write diagnostics as SARIF: %w", err)
	}
	return nil
}

const (
	sarifRoot  = "%SRCROOT%" // stands for Tool.Dir, of which the log says nothing more
	projectURL = "https://github.com/flowc-dev/flowc"
)

func newSARIFRun(l List, tool Tool) sarifRun {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "flowc", Version: tool.Version, InformationURI: projectURL}},
		ColumnKind:  "unicodeCodePoints", // as File.Position counts
		Results:     make([]sarifResult, 0, len(l)),
		Bases:       map[string]sarifBase{sarifRoot: {sarifText{"The folder in which flowc ran."}}},
		Invocations: []sarifInvocation{{Successful: true}},
	}
	index := map[string]int{}
	for i, c := range tool.Codes {
		index[c.Name] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, newSARIFRule(c))
	}
	for _, d := range l {
		result := newSARIFResult(d, tool.Dir)
		if i, known := index[d.Code.Name]; known {
			result.RuleIndex = &i
		}
		run.Results = append(run.Results, result)
	}
	return run
}

func newSARIFRule(c *Code) sarifRule {
	first, _, _ := strings.Cut(c.Doc, "\n\n")
	return sarifRule{
		ID: c.Name, Short: sarifText{c.Title}, Full: sarifText{first},
		Help: sarifHelp{Text: c.Doc, Markdown: c.Doc}, Configuration: sarifConfiguration{c.Severity.String()},
	}
}

// newSARIFResult always says whether a result is suppressed: where any does, all must (SARIF 2.1.0, 3.27.23).
func newSARIFResult(d Diagnostic, dir string) sarifResult {
	result := sarifResult{
		RuleID: d.Code.Name, Level: d.Severity().String(), Message: sarifText{d.Message}, Suppressions: []sarifSuppression{},
	}
	if d.Hint != "" {
		result.Message.Text += "\nhint: " + d.Hint
	}
	if d.Ignored != "" {
		result.Suppressions = append(result.Suppressions, sarifSuppression{"inSource", d.Ignored})
	}
	if d.File != nil {
		result.Locations = []sarifLocation{newSARIFLocation(d.File, d.Span, dir)}
	}
	if d.Node != "" {
		result.Properties = &sarifProperties{d.Node, d.Output}
	}
	for _, r := range d.Related {
		if r.File != nil {
			location := newSARIFLocation(r.File, r.Span, dir)
			location.Message = &sarifText{r.Message}
			result.Related = append(result.Related, location)
		}
	}
	return result
}

func newSARIFLocation(f *File, s Span, dir string) sarifLocation {
	var region sarifRegion
	region.StartLine, region.StartColumn = f.Position(s.Start)
	region.EndLine, region.EndColumn = f.Position(s.End)
	location := sarifLocation{Physical: sarifPhysical{newSARIFArtifact(f.Name, dir), region}}
	if pointer := f.Pointer(s.Start); pointer != "" {
		location.Logical = []sarifLogical{{pointer}}
	}
	return location
}

// newSARIFArtifact names a file below dir relative to it, and any other by a URL of its own: a reference must not
// leave its base by ".." (SARIF 2.1.0, 3.4.4).
func newSARIFArtifact(name, dir string) sarifArtifact {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
		return sarifArtifact{(&url.URL{Path: filepath.ToSlash(rel)}).String(), sarifRoot}
	}
	return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()}
}
