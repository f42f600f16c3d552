-- +goose Up
-- Who can log in.
CREATE EXTENSION IF NOT EXISTS citext;

CREATE TABLE users (
  id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email         CITEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL
);

-- +goose Down
DROP TABLE users;
