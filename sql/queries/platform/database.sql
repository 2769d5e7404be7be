-- name: ping
SELECT 1;

-- name: timeline
-- How often a primary of this chain of servers was promoted, from the name of its present WAL file. Null where writes
-- are refused: on a replica, which does not know the name either.
SELECT CASE WHEN NOT current_setting('transaction_read_only')::boolean
  THEN ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int END AS timeline;

-- name: committed_lsn
-- How far the primary has written what is committed and seen by others.
SELECT pg_current_wal_flush_lsn() AS lsn;

-- name: replayed
-- Asked of a replica: whether it has replayed as far as @lsn. A replica that was promoted is none any more.
SELECT pg_is_in_recovery() AS is_replica,
       pg_is_in_recovery() AND coalesce(pg_last_wal_replay_lsn() >= @lsn::pg_lsn, false) AS has_replayed;
