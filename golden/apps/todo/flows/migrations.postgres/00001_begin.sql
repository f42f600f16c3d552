-- +goose Up
CREATE EXTENSION IF NOT EXISTS citext;

-- Who can log in.
CREATE TABLE people (
  id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email         CITEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL
);

-- Their lists, and with whom they share them: a person that a list is offered to accepts it first.
CREATE TABLE lists (
  id    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  name  TEXT NOT NULL
);

CREATE TABLE shares (
  list     BIGINT NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  person   BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  accepted BOOLEAN NOT NULL DEFAULT FALSE,
  PRIMARY KEY (list, person)
);

-- What there is to do.
CREATE TABLE todos (
  id    BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  list  BIGINT NOT NULL REFERENCES lists (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  done  BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX todos_of_list ON todos (list);

-- +goose Down
DROP TABLE todos;
DROP TABLE shares;
DROP TABLE lists;
DROP TABLE people;
