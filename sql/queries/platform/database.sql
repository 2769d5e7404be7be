-- name: ping
SELECT 1;

-- name: timeline
-- How often a primary of this chain of servers was promoted, from the name of its present WAL file. Null where writes
-- are refused: on a replica, which does not know the name either.
SELECT CASE WHEN NOT current_setting('transaction_read_only')::boolean
  THEN ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int END AS timeline;
