-- People of an industry to whom something can be handed. The unique keys of app_user and of disabled answer.

-- name: find
-- A user of the industry, whether he or the industry is on the disabled list, and how he is written to: at the
-- addresses that he has named for messages, or else at the one of his account.
SELECT u.username, c.mail_language, CASE WHEN u.email_ids = '{}' THEN ARRAY[u.email] ELSE u.email_ids END AS addresses,
       EXISTS (SELECT FROM tenant.disabled d
               WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id)) AS disabled
FROM tenant.app_user u JOIN tenant.industry i USING (industry_key) LEFT JOIN tenant.mail_choice c USING (user_key)
WHERE u.industry_key = @industryKey AND u.user_id = @userId AND u.removed_at IS NULL;

-- name: list
-- Users of the industry who may log in, by name.
SELECT u.user_id, u.username
FROM tenant.app_user u JOIN tenant.industry i USING (industry_key)
WHERE u.industry_key = @industryKey AND u.removed_at IS NULL
  AND NOT EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id))
ORDER BY lower(u.username), u.user_key;

-- name: name
SELECT tenant.user_name(@industryKey, @userId) AS username;
