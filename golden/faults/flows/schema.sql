CREATE TABLE numbers (
	n    INTEGER PRIMARY KEY,
	text TEXT NOT NULL
);
CREATE TABLE accounts (
	name   TEXT PRIMARY KEY,
	amount INTEGER NOT NULL
);
CREATE TABLE transfers (n INTEGER PRIMARY KEY);
INSERT INTO accounts (name, amount) VALUES ('a', 1000), ('b', 1000), ('c', 1000), ('d', 1000);
