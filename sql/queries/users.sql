-- Users as logins need them. The unique indexes on lower(username) and lower(email) answer.

-- name: findForLogin
-- A username may be somebody else's e-mail address: the address wins, so that nobody is shut out by another's choice of name.
SELECT u.user_key, u.user_id, u.email, u.username, u.password_hash, u.role, u.permissions,
       i.industry_key, i.industry_id, i.industry_name, i.session_timeout,
       EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id)) AS disabled
FROM tenant.app_user u
JOIN tenant.industry i USING (industry_key)
WHERE u.removed_at IS NULL AND (lower(u.username) = lower($1) OR lower(u.email) = lower($1))
ORDER BY (lower(u.email) = lower($1)) DESC
LIMIT 1;

-- name: replacePasswordHash
-- Only while the hash is still the one that was checked; a row when it was.
UPDATE tenant.app_user SET password_hash = $3 WHERE user_key = $1 AND password_hash = $2 RETURNING user_key;

-- name: profile
-- The user with his own industry, whatever industry he acts on.
SELECT u.user_id, u.email, u.username, u.password_hash, u.role, u.permissions, u.email_ids, u.phone_no, i.industry_id, i.industry_name
FROM tenant.app_user u
JOIN tenant.industry i USING (industry_key)
WHERE u.user_key = $1 AND u.removed_at IS NULL;

-- name: contactsTaken
-- Which of username $2 and phone number $3 (null: not asked) belong to somebody else. A phone number is compared by its last ten
-- digits, since it may be stored with or without its country.
SELECT EXISTS (SELECT FROM tenant.app_user o WHERE o.removed_at IS NULL AND o.user_key <> $1 AND lower(o.username) = lower($2::text))
       OR EXISTS (SELECT FROM tenant.app_user o WHERE o.removed_at IS NULL AND o.user_key <> $1 AND lower(o.email) = lower($2::text)) AS username_taken,
       EXISTS (SELECT FROM tenant.app_user o WHERE o.removed_at IS NULL AND o.user_key <> $1 AND right(o.phone_no, 10) = right($3::text, 10)) AS phone_taken;

-- name: update
UPDATE tenant.app_user SET username = $2, email_ids = $3, phone_no = $4 WHERE user_key = $1;

-- name: disable
-- $2 empty: the whole industry. A row when it was not disabled before.
INSERT INTO tenant.disabled (industry_id, user_id, since) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING user_id;

-- name: enable
DELETE FROM tenant.disabled WHERE industry_id = $1 AND user_id = $2 RETURNING user_id;

-- name: disabled
SELECT user_id, since FROM tenant.disabled WHERE industry_id = $1 ORDER BY user_id;

-- name: exists
SELECT user_key FROM tenant.app_user u JOIN tenant.industry i USING (industry_key)
WHERE i.industry_id = $1 AND u.user_id = $2 AND u.removed_at IS NULL;
