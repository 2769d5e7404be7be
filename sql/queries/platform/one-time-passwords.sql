-- One-time passwords: the newest one of each user. The primary key (user_key) answers.

-- name: begin
-- No row comes back when one was sent less than @waitSeconds seconds before @sentAt. Only one of two processes that
-- send at once gets the row.
INSERT INTO tenant.one_time_password AS sent (user_key, sent_at) VALUES (@userKey, @sentAt)
ON CONFLICT (user_key) DO UPDATE SET sent_at = excluded.sent_at, used_at = NULL
WHERE sent.sent_at <= excluded.sent_at - make_interval(secs => @waitSeconds)
RETURNING user_key;

-- name: newest
SELECT extract(epoch FROM sent_at) * 1000 AS sent_at FROM tenant.one_time_password WHERE user_key = @userKey;

-- name: use
-- Only the first use gets a row.
UPDATE tenant.one_time_password SET used_at = @now WHERE user_key = @userKey AND sent_at = @sentAt AND used_at IS NULL
RETURNING user_key;

-- name: forget
-- Removes a password that could not be sent, because the user need not wait for another.
DELETE FROM tenant.one_time_password WHERE user_key = @userKey AND sent_at = @sentAt;
