package functions_test

import (
	"encoding/csv"
	"io"
	"mime/multipart"
	"net/http"
	"net/mail"
	"strings"
	"testing"
)

// lines are texts that would begin or end a line, a field, a property or a part.
var lines = append([]string{
	"a\r\nATTENDEE:mailto:eve@example.com", "a\rb", "a\n\nb", "a;b,c:d\\e", "\u2028a", "a\tb", "\r\n", "data: b\n\nevent: c", "^n", "a\x00b",
	"a\r\nBcc: eve@example.com\r\n\r\nb", `x"; name="admin`, "-", "--",
}, formulas...)

// TestLines reads what was answered back: no text is more there than the value that it is.
func TestLines(t *testing.T) {
	url := start(t) + "/lines/"
	for _, text := range lines {
		for name, read := range map[string]func(*testing.T, string, string){
			"calendar": readCalendar, "cells": readCells, "tabs": readTabs, "events": readEvents, "mail": readMail, "parts": readParts,
		} {
			status, answer := send(t, http.MethodPost, url+name, map[string]any{"text": text, "n": -1.5})
			if status != http.StatusOK {
				t.Errorf("%s of %q answered %d %s", name, text, status, answer)
				continue
			}
			read(t, text, string(answer))
		}
	}
	status, answer := send(t, http.MethodPost, url+"parts", map[string]any{"text": "a\r\n--part\r\nContent-Disposition: form-data; name=\"admin\"\r\n\r\nb", "n": 1})
	if status != http.StatusBadRequest || !strings.Contains(string(answer), "can't hold the boundary") {
		t.Errorf("a text with the boundary answered %d %s, want 400", status, answer)
	}
}

// broken is a text as it is on one line.
func broken(text string) string {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\u2028' })
	return strings.Join(fields, " ")
}

func readCalendar(t *testing.T, text, answer string) {
	all := strings.Split(strings.TrimSuffix(answer, "\r\n"), "\r\n")
	if len(all) != 8 || strings.ContainsAny(strings.ReplaceAll(answer, "\r\n", ""), "\r\n\x00") || all[5] != "X-COUNT:-1.5" {
		t.Errorf("the calendar of %q is %q", text, answer)
		return
	}
	value := strings.TrimPrefix(all[2], "SUMMARY;LANGUAGE=en:On ")
	if bare := strings.NewReplacer(`\\`, "", `\,`, "", `\;`, "", `\n`, "").Replace(value); strings.ContainsAny(bare, `\,;`) {
		t.Errorf("the summary of %q is %q", text, value)
	}
	want := strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "", "\u2028", "").Replace(text)
	if got := strings.NewReplacer(`\\`, `\`, `\,`, ",", `\;`, ";", `\n`, "\n").Replace(value); got != want {
		t.Errorf("the summary of %q reads as %q", text, got)
	}
	if strings.Count(all[3], `"`)%2 != 0 || !strings.HasSuffix(all[3], `":mailto:a@example.com`) {
		t.Errorf("the attendee of %q is %q", text, all[3])
	}
	if want := "URL:https://example.com/?q=" + broken(text); all[4] != want && strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r == '\u2028' }) < 0 {
		t.Errorf("the URL of %q is %q, want %q", text, all[4], want)
	}
}

func readCells(t *testing.T, text, answer string) {
	rows, err := csv.NewReader(strings.NewReader(strings.ReplaceAll(answer, "\r\n", "\n"))).ReadAll()
	if err != nil || len(rows) != 1 || len(rows[0]) != 4 || rows[0][3] != "-1.5" {
		t.Errorf("the cells of %q are %q, %v", text, answer, err)
		return
	}
	want := strings.ReplaceAll(text, "\r\n", "\n")
	for _, cell := range rows[0][:2] {
		if cell != want && cell != "'"+want || cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r\n") {
			t.Errorf("a cell of %q is %q", text, cell)
		}
	}
	if rows[0][2] != "a "+want {
		t.Errorf("the cell with %q is %q", text, rows[0][2])
	}
}

func readTabs(t *testing.T, text, answer string) {
	line, ok := strings.CutSuffix(answer, "\n")
	fields := strings.Split(line, "\t")
	if !ok || strings.ContainsAny(line, "\r\n") || len(fields) != 3 || fields[2] != "-1.5" {
		t.Errorf("the fields of %q are %q", text, answer)
		return
	}
	r := csv.NewReader(strings.NewReader(fields[0] + "\n")) // as a spreadsheet reads it
	r.Comma, r.LazyQuotes = '\t', true
	if got, err := r.Read(); err != nil && err != io.EOF || len(got) > 1 || len(got) == 1 && got[0] != "" && strings.ContainsAny(got[0][:1], "=+-@") {
		t.Errorf("the field of %q is %q, %v", text, got, err)
	}
}

func readEvents(t *testing.T, text, answer string) {
	unix := strings.NewReplacer("\r\n", "\n", "\r", "\n")
	event, ok := strings.CutSuffix(answer, "\n\n")
	var names, data []string
	for line := range strings.SplitSeq(unix.Replace(event), "\n") {
		name, value, _ := strings.Cut(line, ":")
		if value = strings.TrimPrefix(value, " "); name == "data" {
			data = append(data, value)
		} else {
			names = append(names, name+"="+value)
		}
	}
	got := strings.Join(data, "\n")
	if !ok || len(names) != 1 || !strings.HasPrefix(names[0], "event=told ") || got != unix.Replace(text) {
		t.Errorf("the event of %q is %q", text, answer)
	}
}

func readMail(t *testing.T, text, answer string) {
	m, err := mail.ReadMessage(strings.NewReader(answer))
	if err != nil || len(m.Header) != 2 || !strings.HasPrefix(m.Header.Get("Subject"), "On") {
		t.Errorf("the mail with %q is %q, %v", text, answer, err)
		return
	}
	if body, err := io.ReadAll(m.Body); err != nil || string(body) != "Dear "+text+"\r\n" {
		t.Errorf("the mail with %q says %q, %v", text, body, err)
	}
}

func readParts(t *testing.T, text, answer string) {
	r := multipart.NewReader(strings.NewReader(answer), "part")
	part, err := r.NextRawPart()
	if err != nil || part.FormName() != "text" || len(part.Header) != 2 || !strings.HasSuffix(part.FileName(), ".txt") {
		t.Errorf("the part with %q is %q, %v", text, answer, err)
		return
	}
	if content, err := io.ReadAll(part); err != nil || string(content) != text {
		t.Errorf("the part with %q holds %q, %v", text, content, err)
	}
	if _, err := r.NextRawPart(); err != io.EOF {
		t.Errorf("there are more parts than one with %q: %q", text, answer)
	}
}
