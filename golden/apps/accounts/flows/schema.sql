-- Accounts, who is logged in, and what was mailed to prove an address.
CREATE TABLE users (
  id            INTEGER PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  proved        BOOLEAN NOT NULL DEFAULT FALSE -- that the address is theirs
);

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY NOT NULL,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at TIMESTAMP NOT NULL
);

CREATE TABLE letters (
  token_hash TEXT PRIMARY KEY NOT NULL,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose    TEXT NOT NULL CHECK (purpose IN ('enter', 'reset')),
  email      TEXT NOT NULL, -- where it went
  expires_at TIMESTAMP NOT NULL
);
