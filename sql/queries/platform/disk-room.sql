-- Test of free space on the database's disk. Both statements run in one transaction.

-- name: limit_memory
-- Little memory sends a sort to a temporary file on the database's own disk, wherever other temporary files go.
SELECT set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true);

-- name: fill
-- Puts 32 MB, two segments of a server's log, into a temporary file, and nothing into tables or the log.
SELECT count(*) FROM (SELECT repeat(md5(i::text), 250) AS ballast FROM generate_series(1, 4096) i
                      ORDER BY ballast OFFSET 0) AS wide;
