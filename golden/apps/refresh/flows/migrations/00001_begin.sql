-- +goose Up
-- Who can log in, and the sessions that are open.
CREATE TABLE users (
  id            INTEGER PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password_hash TEXT NOT NULL
);

CREATE TABLE sessions (
  id         TEXT PRIMARY KEY NOT NULL,
  user_id    INTEGER NOT NULL REFERENCES users (id),
  ends_at    TIMESTAMP NOT NULL, -- however often it is refreshed
  revoked_at TIMESTAMP           -- by logging out, or when a token was used twice
);

-- The refresh tokens of a session, by their jti: one after the other. Only the last is good.
CREATE TABLE refresh_tokens (
  id         TEXT PRIMARY KEY NOT NULL,
  session_id TEXT NOT NULL REFERENCES sessions (id),
  used_at    TIMESTAMP
);

-- +goose Down
DROP TABLE refresh_tokens;
DROP TABLE sessions;
DROP TABLE users;
