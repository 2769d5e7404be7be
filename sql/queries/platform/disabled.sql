-- The lists of disabled users and industries. Every request check asks them (sql/idempotent/022_token_standing.sql).
-- The primary key (industry_id, user_id) answers; list and user_exists take the unique keys of industries and users.

-- name: add
-- An empty @userId disables the whole industry. A row comes back when it was not disabled before. Password links are
-- void from now on, even after the account is enabled again.
WITH void AS (
  UPDATE tenant.password_reset r SET token_hash = NULL
  FROM tenant.app_user u JOIN tenant.industry i USING (industry_key)
  WHERE r.user_key = u.user_key AND i.industry_id = @industryId AND @userId IN ('', u.user_id))
INSERT INTO tenant.disabled (industry_id, user_id, since) VALUES (@industryId, @userId, @now)
  ON CONFLICT DO NOTHING RETURNING user_id;

-- name: remove
DELETE FROM tenant.disabled WHERE industry_id = @industryId AND user_id = @userId RETURNING user_id;

-- name: list
-- Without people who were removed, whom nobody could take off the list.
SELECT d.user_id, d.since FROM tenant.disabled d
WHERE d.industry_id = @industryId AND (d.user_id = '' OR EXISTS (
  SELECT FROM tenant.app_user u JOIN tenant.industry i USING (industry_key)
  WHERE i.industry_id = d.industry_id AND u.user_id = d.user_id AND u.removed_at IS NULL))
ORDER BY d.user_id;

-- name: user_exists
SELECT user_key FROM tenant.app_user u JOIN tenant.industry i USING (industry_key)
WHERE i.industry_id = @industryId AND u.user_id = @userId AND u.removed_at IS NULL;
