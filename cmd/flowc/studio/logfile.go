package studio

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

// maxLine is how long a line of a log may be.
const maxLine = 4 << 20

// ReadLog takes in the log of another run, and returns how many of its lines are records, and how many are none.
func (e *Executions) ReadLog(path string) (records, others int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, fmt.Errorf("opening the log: %w", err)
	}
	defer file.Close()
	if records, others, err = e.Read(file); err != nil {
		return records, others, fmt.Errorf("reading the log: %w", err)
	}
	e.cutOff()
	return records, others, nil
}

// Read takes in lines until r ends, and returns how many of them are records, and how many are none.
func (e *Executions) Read(r io.Reader) (records, others int, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), maxLine)
	for lines.Scan() {
		r, ok := readRecord(lines.Bytes())
		if !ok {
			others++
			continue
		}
		records++
		e.add(r)
	}
	return records, others, lines.Err()
}
