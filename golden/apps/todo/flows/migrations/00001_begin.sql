-- +goose Up
-- Who can log in.
CREATE TABLE people (
  id            INTEGER PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password_hash TEXT NOT NULL
);

-- Their lists, and with whom they share them: a person that a list is offered to accepts it first.
CREATE TABLE lists (
  id    INTEGER PRIMARY KEY,
  owner INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  name  TEXT NOT NULL
);

CREATE TABLE shares (
  list     INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  person   INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  accepted BOOLEAN NOT NULL DEFAULT FALSE,
  PRIMARY KEY (list, person)
);

-- What there is to do.
CREATE TABLE todos (
  id    INTEGER PRIMARY KEY,
  list  INTEGER NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  done  BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX todos_of_list ON todos (list);

-- +goose Down
DROP TABLE todos;
DROP TABLE shares;
DROP TABLE lists;
DROP TABLE people;
