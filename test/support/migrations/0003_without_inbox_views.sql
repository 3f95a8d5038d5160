-- For tests of the machinery: something goes.
DELETE FROM inbox_views WHERE id > 0;

DROP TABLE inbox_views;
