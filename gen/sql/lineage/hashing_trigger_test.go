package lineage

import (
	"slices"
	"testing"
)

// A BEFORE trigger that makes a hash of a column leaves nothing of what a statement gives it.
func TestATriggerHashesWhatAColumnGets(t *testing.T) {
	const hash = "NEW.password := crypt(NEW.password, gen_salt('bf', 12)); "
	for _, tt := range []struct {
		trigger, body string
		insert        bool
		update        bool
	}{
		{"BEFORE INSERT OR UPDATE", hash, true, true},
		{"BEFORE INSERT", hash, true, false},
		{"BEFORE UPDATE OF password", hash, false, true},
		{"AFTER INSERT OR UPDATE", hash, false, false},
		{"BEFORE INSERT OR UPDATE", "IF TG_OP = 'INSERT' OR NEW.password IS DISTINCT FROM OLD.password THEN " + hash + "END IF; ", true, true},
		{"BEFORE INSERT OR UPDATE", "IF (TG_OP = 'INSERT') OR (NEW.password <> OLD.password) THEN NEW.at := now(); " + hash + "END IF; ", true, true},
		{"BEFORE INSERT OR UPDATE", "IF NEW.password IS NOT NULL THEN " + hash + "END IF; NEW.email := lower(NEW.email); ", true, true},
		{"BEFORE INSERT OR UPDATE", "IF NEW.email = 'x' THEN " + hash + "END IF; ", false, false},
		{"BEFORE INSERT OR UPDATE", "IF NEW.email = 'x' THEN NEW.email := 'y'; " + hash + "END IF; ", false, false},
		{"BEFORE INSERT OR UPDATE", "IF NEW.email = 'x' THEN RETURN NEW; END IF; " + hash, false, false},
		{"BEFORE INSERT OR UPDATE", "INSERT INTO audit (what) VALUES (NEW.password); " + hash, false, false},
		{"BEFORE INSERT OR UPDATE", "INSERT INTO audit (what) VALUES (row_to_json(NEW)); " + hash, false, false},
		{"BEFORE INSERT OR UPDATE", "NEW.password := crypt(NEW.password, gen_salt('md5')); ", false, false},
		{"BEFORE INSERT OR UPDATE", "NEW.password := crypt(NEW.email, gen_salt('bf')); ", false, false},
		{"BEFORE INSERT OR UPDATE", "NEW.password := lower(NEW.password); ", false, false},
	} {
		schema := ReadSchema("CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT, password TEXT NOT NULL, at TIMESTAMP); CREATE TABLE audit (what TEXT); " +
			"CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " + tt.body + "RETURN NEW; END $$; " +
			"CREATE TRIGGER keeps " + tt.trigger + " ON users FOR EACH ROW EXECUTE FUNCTION keep();")
		insert := Resolve("INSERT INTO users (email, password) VALUES ($1, $2)", schema)
		if got := slices.Equal(insert.Crypted, []int{2}); got != tt.insert {
			t.Errorf("%s %s: an INSERT's hashes are of %v", tt.trigger, tt.body, insert.Crypted)
		}
		update := Resolve("UPDATE users SET password = $1 WHERE id = $2", schema)
		if got := slices.Equal(update.Crypted, []int{1}); got != tt.update {
			t.Errorf("%s %s: an UPDATE's hashes are of %v", tt.trigger, tt.body, update.Crypted)
		}
	}
}
