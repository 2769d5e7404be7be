-- name: ping
SELECT 1;

-- name: timeline
-- How often a primary of this chain of servers was promoted, from the name of its present WAL file. Null where writes
-- are refused: on a replica, which does not know the name either.
SELECT CASE WHEN NOT current_setting('transaction_read_only')::boolean
  THEN ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int END AS timeline;

-- name: committed
-- How far the primary has written what others see, and which history that is. Where a commit does not wait for the
-- disk, others see more than is flushed.
SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
         ELSE pg_current_wal_flush_lsn() END AS lsn,
       ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int AS timeline,
       (SELECT system_identifier FROM pg_control_system())::text AS system, current_database() AS database;

-- name: replayed
-- Asked of a replica: whether it is of this history (@system, @timeline, @database) and has replayed as far as @lsn. A
-- replica that was promoted is none any more. One that was not rewound keeps the timeline that it left the primary on.
SELECT pg_is_in_recovery() AND current_database() = @database
         AND (SELECT system_identifier FROM pg_control_system())::text = @system
         AND (SELECT min_recovery_end_timeline FROM pg_control_recovery()) = @timeline::int AS is_replica,
       coalesce(pg_last_wal_replay_lsn() >= @lsn::pg_lsn, false) AS has_replayed;

-- name: give_way
-- Shortens waits until the transaction ends: a wait for a lock is over before the server looks for a deadlock, which it
-- may resolve against a reader. deadlock_timeout counts milliseconds.
SELECT set_config('lock_timeout', greatest(1, setting::int / 2)::text, true) FROM pg_settings
WHERE name = 'deadlock_timeout';

-- name: checkpoint
-- A transaction that holds the embedded engine's session keeps others from making a checkpoint.
CHECKPOINT;
