-- +goose Up
CREATE TABLE pushes (
  delivery   TEXT PRIMARY KEY,
  repository TEXT NOT NULL,
  branch     TEXT NOT NULL,
  commits    INTEGER NOT NULL
);

CREATE TABLE payments (
  event    TEXT PRIMARY KEY,
  intent   TEXT NOT NULL,
  amount   TEXT NOT NULL,
  currency TEXT NOT NULL
);

CREATE TABLE unhandled (
  event TEXT PRIMARY KEY,
  type  TEXT NOT NULL
);

-- +goose Down
DROP TABLE unhandled;
DROP TABLE payments;
DROP TABLE pushes;
