-- One-time passwords: the newest one of each user. The primary key (user_key) answers.

-- name: begin
-- No row when one was sent less than $3 seconds before $2. Of two processes that send at once one gets the row.
INSERT INTO tenant.one_time_password AS sent (user_key, sent_at) VALUES ($1, $2)
ON CONFLICT (user_key) DO UPDATE SET sent_at = excluded.sent_at, used_at = NULL
WHERE sent.sent_at <= excluded.sent_at - make_interval(secs => $3)
RETURNING user_key;

-- name: newest
SELECT extract(epoch FROM sent_at) * 1000 AS sent_at FROM tenant.one_time_password WHERE user_key = $1;

-- name: use
-- A row only for the first who uses it.
UPDATE tenant.one_time_password SET used_at = $3 WHERE user_key = $1 AND sent_at = $2 AND used_at IS NULL
RETURNING user_key;

-- name: forget
-- It could not be sent: the user need not wait for another.
DELETE FROM tenant.one_time_password WHERE user_key = $1 AND sent_at = $2;
