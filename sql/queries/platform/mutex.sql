-- Locks over all processes: transaction locks that end with their holder. The holding transaction does nothing else and
-- may be idle for as long as the work takes.

-- name: lock
SELECT set_config('idle_in_transaction_session_timeout', '0', true), pg_advisory_xact_lock(7224006, @key);

-- name: try_lock
-- taken is false while another process holds the lock.
SELECT set_config('idle_in_transaction_session_timeout', '0', true), pg_try_advisory_xact_lock(7224006, @key) AS taken;
