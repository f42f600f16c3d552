-- +goose Up
-- The people of the team.
CREATE EXTENSION IF NOT EXISTS citext;

CREATE TABLE users (
  id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email         CITEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL
);

-- What they, and their assistants, have written down.
CREATE TABLE notes (
  id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author     TEXT NOT NULL, -- a user's id, or the name of an assistant's token
  text       TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- +goose Down
DROP TABLE notes;
DROP TABLE users;
