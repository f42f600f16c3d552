package studio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/schema/types"
)

// maxTried is how many rows of a trial are shown.
const maxTried = 20

// statementView is what the page knows of a statement before it is tried.
type statementView struct {
	Parameters []assist.Parameter `json:"parameters"`
	Refused    string             `json:"refused"` // why it can't be tried, or ""
}

func (s *Studio) answerStatement(d *assist.Draft, q asking) (any, error) {
	of := d.Statement(q.Node)
	v := statementView{Parameters: append([]assist.Parameter{}, of.Parameters...), Refused: of.Refused}
	if v.Refused == "" {
		_, v.Refused = s.shownDatabase(of.Database)
	}
	return v, nil
}

// serveTrial runs the SELECT of a draft's node once, on a database that rows may be shown of, as rows of a table are
// read: read only, rolled back, for a short time. Nothing of it is kept.
func (s *Studio) serveTrial(w http.ResponseWriter, r *http.Request) {
	var asked struct {
		draft
		Node   string    `json:"node"`
		Values []*string `json:"values"` // as they were typed; nil is null
	}
	d, ok := s.drafted(w, r, &asked, &asked.draft)
	if !ok {
		return
	}
	v, err := s.try(r.Context(), d.Statement(asked.Node), asked.Values)
	if err != nil {
		refuse(w, err)
		return
	}
	reply(w, v)
}

func (s *Studio) try(ctx context.Context, of assist.Statement, values []*string) (rowsView, error) {
	if of.Refused != "" {
		return rowsView{}, errors.New(of.Refused)
	}
	d, why := s.shownDatabase(of.Database)
	if why != "" {
		return rowsView{}, errors.New(why)
	}
	args, err := argumentsOf(d.Engine, of.Parameters, values)
	if err != nil {
		return rowsView{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, rowsTime)
	defer cancel()
	began := time.Now()
	v := rowsView{Columns: []string{}, Rows: [][]cell{}, Order: []string{}}
	for _, c := range of.Columns {
		v.Columns = append(v.Columns, c.Name)
	}
	err = v.read(ctx, d, selectTrial(d.Engine, of), args...)
	v.cut(maxTried)
	v.Took = float64(time.Since(began).Microseconds()) / 1000
	return v, err
}

// selectTrial is a statement for the kind, the text and the length of each column of another one, which can be nothing
// but a SELECT there. What is hidden is cut out by the database.
func selectTrial(engine string, of assist.Statement) string {
	var names, cells []string
	for i, c := range of.Columns {
		names = append(names, fmt.Sprintf("c%d", i+1))
		cells = append(cells, selectCell(engine, names[i], c.Hidden))
	}
	text := strings.TrimRight(of.Text, "; \t\r\n")
	return fmt.Sprintf("WITH tried (%s) AS (%s\n) SELECT %s FROM tried LIMIT %d",
		strings.Join(names, ", "), text, strings.Join(cells, ", "), maxTried+1)
}

// argumentsOf are the values of parameters as an engine takes them. PostgreSQL reads texts by the type of a parameter.
func argumentsOf(engine string, parameters []assist.Parameter, values []*string) ([]any, error) {
	if len(values) != len(parameters) {
		return nil, errors.New("the statement has changed meanwhile")
	}
	var args []any
	for i, p := range parameters {
		if values[i] == nil {
			args = append(args, nil)
			continue
		}
		convert := sqliteArgument
		if engine == migrate.Postgres {
			convert = postgresArgument
		}
		arg, err := convert(p.Of, *values[i])
		if err != nil {
			return nil, fmt.Errorf("%s is no %s", p.Ref, p.Type) // without the value, which may be secret
		}
		args = append(args, arg)
	}
	return args, nil
}

func sqliteArgument(t types.Type, typed string) (any, error) {
	switch t.Kind {
	case types.Int:
		return strconv.ParseInt(strings.TrimSpace(typed), 10, 64)
	case types.Float:
		return strconv.ParseFloat(strings.TrimSpace(typed), 64)
	case types.Bool:
		return strconv.ParseBool(strings.TrimSpace(typed))
	case types.Time:
		at, err := time.Parse(time.RFC3339Nano, strings.TrimSpace(typed))
		return at.UTC().Format("2006-01-02 15:04:05.000000"), err // as the runtime stores it
	case types.List:
		return typed, json.Unmarshal([]byte(typed), new([]any))
	}
	return typed, nil
}

func postgresArgument(t types.Type, typed string) (any, error) {
	if t.Kind != types.List {
		_, err := sqliteArgument(t, typed)
		return typed, err
	}
	var list []json.RawMessage
	if err := json.Unmarshal([]byte(typed), &list); err != nil {
		return nil, err
	}
	var items []string
	for _, item := range list {
		if string(item) == "null" {
			items = append(items, "NULL")
			continue
		}
		text := string(item)
		if json.Unmarshal(item, &text) != nil { // as it is no string
			text = string(item)
		}
		items = append(items, `"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text)+`"`)
	}
	return "{" + strings.Join(items, ",") + "}", nil
}
