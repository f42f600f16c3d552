-- +goose Up
-- Who can log in, and the sessions that are open.
CREATE EXTENSION IF NOT EXISTS citext;

CREATE TABLE users (
  id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email         CITEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL
);

CREATE TABLE sessions (
  id         TEXT PRIMARY KEY,
  user_id    BIGINT NOT NULL REFERENCES users (id),
  ends_at    TIMESTAMPTZ NOT NULL, -- however often it is refreshed
  revoked_at TIMESTAMPTZ           -- by logging out, or when a token was used twice
);

-- The refresh tokens of a session, by their jti: one after the other. Only the last is good.
CREATE TABLE refresh_tokens (
  id         TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  used_at    TIMESTAMPTZ
);

-- +goose Down
DROP TABLE refresh_tokens;
DROP TABLE sessions;
DROP TABLE users;
