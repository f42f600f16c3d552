-- What people have to do.
CREATE TABLE todos (
  id     INTEGER PRIMARY KEY,
  person TEXT NOT NULL, -- the sub of a token
  title  TEXT NOT NULL,
  done   BOOLEAN NOT NULL DEFAULT FALSE
);
