-- For tests of migrations: a table is removed.
DELETE FROM inbox_views WHERE id > 0;

DROP TABLE inbox_views;
