-- +goose Up
-- Accounts, who is logged in, and what was mailed to prove an address.
CREATE TABLE users (
  id            INTEGER PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  entered_at    TIMESTAMP -- by the password, the last time
);

-- Accounts that were asked for. Whoever knows the password too makes one of it: a stranger may have asked.
CREATE TABLE signups (
  token_hash    TEXT PRIMARY KEY NOT NULL,
  email         TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  expires_at    TIMESTAMP NOT NULL
);

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY NOT NULL,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at TIMESTAMP NOT NULL
);

CREATE TABLE letters (
  token_hash TEXT PRIMARY KEY NOT NULL,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose    TEXT NOT NULL CHECK (purpose IN ('enter', 'reset', 'email')),
  email      TEXT NOT NULL, -- where it went
  expires_at TIMESTAMP NOT NULL
);

-- What is over is deleted where something is made anew.
CREATE INDEX signups_end ON signups (expires_at);
CREATE INDEX sessions_end ON sessions (expires_at);
CREATE INDEX letters_end ON letters (expires_at);

-- +goose Down
DROP TABLE letters;
DROP TABLE sessions;
DROP TABLE signups;
DROP TABLE users;
