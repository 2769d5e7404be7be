-- Users as they see and change themselves. The primary key (user_key) answers, app_user_username, app_user_email and
-- app_user_phone whether a contact is taken.

-- name: replace_password_hash
-- Only while the hash is still the one that was checked; a row when it was.
UPDATE tenant.app_user SET password_hash = $3 WHERE user_key = $1 AND password_hash = $2 RETURNING user_key;

-- name: find
-- The user with his own industry, whatever industry he acts on.
SELECT u.user_id, u.email, u.username, u.password_hash, u.role, u.permissions, u.email_ids, u.phone_no, i.industry_id,
       i.industry_name
FROM tenant.app_user u
JOIN tenant.industry i USING (industry_key)
WHERE u.user_key = $1 AND u.removed_at IS NULL;

-- name: contacts_taken
-- Which of username $2 and phone number $3 (null: not asked) belong to somebody else. A phone number is compared by its
-- last ten digits, since it may be stored with or without its country.
SELECT EXISTS (SELECT FROM tenant.app_user o
               WHERE o.removed_at IS NULL AND o.user_key <> $1 AND lower(o.username) = lower($2::text))
       OR EXISTS (SELECT FROM tenant.app_user o
                  WHERE o.removed_at IS NULL AND o.user_key <> $1
                    AND lower(o.email) = lower($2::text)) AS username_taken,
       EXISTS (SELECT FROM tenant.app_user o
               WHERE o.removed_at IS NULL AND o.user_key <> $1
                 AND right(ltrim(o.phone_no, '+'), 10) = right(ltrim($3::text, '+'), 10)) AS phone_taken;

-- name: update
UPDATE tenant.app_user SET username = $2, email_ids = $3, phone_no = $4 WHERE user_key = $1;
