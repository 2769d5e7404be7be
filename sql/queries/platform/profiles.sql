-- Users as they see and change themselves. The primary key (user_key) answers. app_user_username, app_user_email and
-- app_user_phone find contacts that are taken.

-- name: replace_password_hash
-- Replaces the hash only while it is still the checked one. A row comes back when it was.
UPDATE tenant.app_user SET password_hash = @passwordHash WHERE user_key = @userKey
  AND password_hash = @expected RETURNING user_key;

-- name: find
-- The user with his own industry, whatever industry he acts on.
SELECT u.user_id, u.email, u.username, u.password_hash, u.role, u.permissions, u.email_ids, u.phone_no,
       coalesce(c.gets_morning_mail, true) AS gets_morning_mail, c.mail_language, i.industry_id, i.industry_name
FROM tenant.app_user u
JOIN tenant.industry i USING (industry_key)
LEFT JOIN tenant.mail_choice c USING (user_key)
WHERE u.user_key = @userKey AND u.removed_at IS NULL;

-- name: contacts_taken
-- Contacts that belong to another user: username @username and phone number @phoneNo (null: not asked). Phone numbers
-- are compared by their last ten digits, because they may be stored with or without the country.
SELECT EXISTS (SELECT FROM tenant.app_user o
               WHERE o.removed_at IS NULL AND o.user_key <> @userKey AND lower(o.username) = lower(@username::text))
       OR EXISTS (SELECT FROM tenant.app_user o
                  WHERE o.removed_at IS NULL AND o.user_key <> @userKey
                    AND lower(o.email) = lower(@username::text)) AS username_taken,
       EXISTS (SELECT FROM tenant.app_user o
               WHERE o.removed_at IS NULL AND o.user_key <> @userKey
                 AND right(ltrim(o.phone_no, '+'), 10) = right(ltrim(@phoneNo::text, '+'), 10)) AS phone_taken;

-- name: update
WITH contacts AS (
  UPDATE tenant.app_user SET username = @username, email_ids = @emailIds, phone_no = @phoneNo
  WHERE user_key = @userKey)
INSERT INTO tenant.mail_choice (user_key, gets_morning_mail, mail_language)
VALUES (@userKey, @getsMorningMail, @mailLanguage)
ON CONFLICT (user_key) DO UPDATE
  SET gets_morning_mail = excluded.gets_morning_mail, mail_language = excluded.mail_language;
