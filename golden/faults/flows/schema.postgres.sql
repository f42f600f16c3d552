CREATE TABLE numbers (
	n    BIGINT PRIMARY KEY,
	text TEXT NOT NULL
);
CREATE TABLE accounts (
	name   TEXT PRIMARY KEY,
	amount BIGINT NOT NULL
);
CREATE TABLE transfers (n BIGINT PRIMARY KEY);
INSERT INTO accounts (name, amount) VALUES ('a', 1000), ('b', 1000), ('c', 1000), ('d', 1000);
