-- +goose Up
CREATE TABLE people (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	token_hash TEXT NOT NULL UNIQUE
);

CREATE TABLE projects (
	id INTEGER PRIMARY KEY,
	slug TEXT NOT NULL UNIQUE,
	name TEXT NOT NULL
);

-- +goose Down
DROP TABLE projects;
DROP TABLE people;
