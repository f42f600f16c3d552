CREATE TABLE accounts (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, cents INTEGER NOT NULL);
CREATE TABLE log (id INTEGER PRIMARY KEY, account INTEGER NOT NULL REFERENCES accounts (id), text TEXT, tags TEXT NOT NULL);
INSERT INTO accounts (id, owner, cents) VALUES (1, 'ann', 1000);
