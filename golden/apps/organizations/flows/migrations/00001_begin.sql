-- +goose Up
-- Organizations, and who is in which of them.
CREATE TABLE organizations (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL,
  left_at TIMESTAMP -- when somebody left, or was removed, the last time
);

CREATE TABLE members (
  organization INTEGER NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  person       TEXT NOT NULL, -- the sub of a token
  role         TEXT NOT NULL CHECK (role IN ('admin', 'member')),
  PRIMARY KEY (organization, person)
);

-- +goose Down
DROP TABLE members;
DROP TABLE organizations;
