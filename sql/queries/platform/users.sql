-- Users as logins need them. The unique indexes on lower(username) and lower(email) answer.

-- name: find_for_login
-- A username may be another user's e-mail address. The address wins, because a user would be shut out by another's
-- choice of name otherwise.
SELECT u.user_key, u.user_id, u.email, u.username, u.password_hash, u.role, u.permissions, u.phone_no,
       i.industry_key, i.industry_id, i.industry_name, i.session_timeout,
       EXISTS (SELECT FROM tenant.disabled d
               WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id)) AS disabled
FROM tenant.app_user u
JOIN tenant.industry i USING (industry_key)
WHERE u.removed_at IS NULL AND (lower(u.username) = lower(@name) OR lower(u.email) = lower(@name))
ORDER BY (lower(u.email) = lower(@name)) DESC
LIMIT 1;

-- name: find_by_email
-- Only addresses are searched, because an identity provider vouches for addresses, not for names.
SELECT u.user_key, u.user_id, u.email, u.username, u.password_hash, u.role, u.permissions, u.phone_no,
       i.industry_key, i.industry_id, i.industry_name, i.session_timeout,
       EXISTS (SELECT FROM tenant.disabled d
               WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id)) AS disabled
FROM tenant.app_user u
JOIN tenant.industry i USING (industry_key)
WHERE u.removed_at IS NULL AND lower(u.email) = lower(@email);

-- name: find_by_phone_key
-- All users with the last 10 digits of a number, and the language in which they are written to. Index app_user_phone
-- answers.
SELECT u.user_key, u.user_id, u.email, u.username, u.password_hash, u.role, u.permissions, u.phone_no,
       i.industry_key, i.industry_id, i.industry_name, i.session_timeout, c.mail_language,
       EXISTS (SELECT FROM tenant.disabled d
               WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id)) AS disabled
FROM tenant.app_user u
JOIN tenant.industry i USING (industry_key)
LEFT JOIN tenant.mail_choice c USING (user_key)
WHERE u.removed_at IS NULL AND u.phone_no IS NOT NULL AND right(ltrim(u.phone_no, '+'), 10) = @phone;
