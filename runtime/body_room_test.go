package runtime

import "testing"

// TestRoomOfBodies gives back what an execution has taken of the memory for bodies, once, and counts nothing for one that is over.
func TestRoomOfBodies(t *testing.T) {
	room := &bodyRoom{limit: 10}
	s := &bodyShare{room: room}
	s.begin()
	if err := s.take(20); err == nil {
		t.Error("there was room for 20 bytes of 10")
	}
	if err := s.take(-5); err != nil {
		t.Errorf("giving back: %v", err)
	}
	if taken := room.taken.Load(); taken != 15 {
		t.Errorf("%d bytes are taken, want 15", taken)
	}
	s.end()
	s.end()
	if err := s.take(5); err != nil || room.taken.Load() != 0 {
		t.Errorf("after the end: %v, %d bytes are taken", err, room.taken.Load())
	}
}

// TestBuffersKeepNoBody leaves nothing of a body in the memory that the next one is read into.
func TestBuffersKeepNoBody(t *testing.T) {
	app := &App{}
	b := app.takeBuffer()
	b.body = append(b.body, "a password"...)
	app.giveBuffer(b)
	for _, c := range b.body[:len("a password")] {
		if c != 0 {
			t.Fatalf("%q is left", b.body[:len("a password")])
		}
	}
}
