-- +goose Up
-- The people of the team.
CREATE TABLE users (
  id            INTEGER PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password_hash TEXT NOT NULL
);

-- What they, and their assistants, have written down.
CREATE TABLE notes (
  id         INTEGER PRIMARY KEY,
  author     TEXT NOT NULL, -- a user's id, or the name of an assistant's token
  text       TEXT NOT NULL,
  created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- +goose Down
DROP TABLE notes;
DROP TABLE users;
