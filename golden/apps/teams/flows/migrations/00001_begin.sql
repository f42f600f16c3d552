-- +goose Up
-- Who can log in, and the sessions that are open.
CREATE TABLE users (
  id            INTEGER PRIMARY KEY,
  email         TEXT NOT NULL UNIQUE COLLATE NOCASE,
  password_hash TEXT NOT NULL
);

CREATE TABLE sessions (
  token_hash TEXT PRIMARY KEY NOT NULL,
  user_id    INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at TIMESTAMP NOT NULL
);

-- Organizations, who is in them, and who was asked to be. An organization always has an owner.
CREATE TABLE organizations (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE TABLE members (
  organization INTEGER NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  person       INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role         TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  PRIMARY KEY (organization, person)
);

CREATE TABLE invitations (
  organization INTEGER NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  email        TEXT NOT NULL COLLATE NOCASE,
  role         TEXT NOT NULL CHECK (role IN ('admin', 'member')),
  inviter      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- it ends where that one may invite no more
  token_hash   TEXT NOT NULL UNIQUE,
  expires_at   TIMESTAMP NOT NULL,
  PRIMARY KEY (organization, email) -- a second invitation takes the place of the first
);

-- The keys of an organization's own programs, and what these bring in.
CREATE TABLE keys (
  id           INTEGER PRIMARY KEY,
  organization INTEGER NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name         TEXT NOT NULL,
  key_hash     TEXT NOT NULL UNIQUE -- of the whole header: Bearer and the key
);

CREATE TABLE contacts (
  organization INTEGER NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  email        TEXT NOT NULL COLLATE NOCASE,
  name         TEXT NOT NULL,
  PRIMARY KEY (organization, email)
);

-- +goose Down
DROP TABLE contacts;
DROP TABLE keys;
DROP TABLE invitations;
DROP TABLE members;
DROP TABLE organizations;
DROP TABLE sessions;
DROP TABLE users;
