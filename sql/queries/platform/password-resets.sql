-- Links for forgotten passwords. The primary key is the user, the unique index the hash of the token.

-- name: person
-- Facts about a user that a mail needs. Removed and disabled users have no row, because they get no mail.
SELECT u.user_key, u.user_id, u.username, u.email, i.industry_key, i.industry_id, i.industry_name, i.timezone,
       c.mail_language
FROM tenant.app_user u
JOIN tenant.industry i USING (industry_key)
LEFT JOIN tenant.mail_choice c USING (user_key)
WHERE u.user_key = @userKey AND u.removed_at IS NULL
  AND NOT EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id));

-- name: begin
-- The new link replaces the one before.
INSERT INTO tenant.password_reset AS r (user_key, token_hash, expires_at, asked_at, request_id)
VALUES (@userKey, @tokenHash, @expiresAt, @askedAt, @requestId)
ON CONFLICT (user_key) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at,
asked_at = excluded.asked_at,
  request_id = excluded.request_id, sent_at = NULL, problem = NULL, used_at = NULL;

-- name: is_served
-- Whether the person needs no mail of this request any more: its link was mailed, or, of an invitation, a later link
-- was handed over (no request) or a link was used since.
SELECT EXISTS (SELECT FROM tenant.password_reset
               WHERE user_key = @userKey
                 AND (request_id = @requestId AND sent_at IS NOT NULL
                      OR @isInvitation::boolean AND (asked_at > @askedAt AND request_id IS NULL OR used_at > @askedAt))
              ) AS is_served;

-- name: record_mail
-- The mail of this link only, because a later link may have replaced it.
UPDATE tenant.password_reset SET sent_at = @sentAt, problem = @problem WHERE user_key = @userKey
  AND token_hash = @tokenHash;

-- name: record_unsent
-- The last failure of a mail stays, because operators look for it.
UPDATE tenant.password_reset SET problem = coalesce(problem, @problem) WHERE user_key = @userKey;

-- name: reader
-- The language of the person whom a link is for. No row: the link is void. A link is void after a later change of the
-- password or sign-out elsewhere, because this very link may have been the reason. Links of disabled accounts are void.
SELECT c.mail_language FROM tenant.password_reset r JOIN tenant.app_user u USING (user_key)
JOIN tenant.industry i USING (industry_key) LEFT JOIN tenant.mail_choice c USING (user_key)
WHERE r.token_hash = @tokenHash AND r.expires_at > @now AND r.asked_at >= coalesce(u.signed_out_at, '-infinity')
  AND u.removed_at IS NULL
  AND NOT EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id));

-- name: use
-- Only one of two uses at the same moment gets the row.
UPDATE tenant.password_reset r SET token_hash = NULL, used_at = @now
FROM tenant.app_user u
JOIN tenant.industry i USING (industry_key)
WHERE r.token_hash = @tokenHash AND r.expires_at > @now AND r.asked_at >= coalesce(u.signed_out_at, '-infinity')
  AND u.user_key = r.user_key
  AND u.removed_at IS NULL
  AND NOT EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id))
RETURNING r.user_key, u.user_id, i.industry_key, i.industry_id;

-- name: replace_hash
-- Runs under the lock of provisioning, because a bundle could write an older hash back otherwise.
UPDATE tenant.app_user SET password_hash = @passwordHash WHERE user_key = @userKey;

-- name: sign_out
SELECT FROM tenant.sign_out(ARRAY[@userKey::int], NULL, @now);

