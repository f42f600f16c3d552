CREATE TABLE users (
	email         TEXT NOT NULL PRIMARY KEY,
	password_hash TEXT NOT NULL,
	api_token     TEXT NOT NULL
);
