-- Subscriptions to reports, and who gets them. Statements about one industry name it; those behind a link are found by
-- what nobody can guess.

-- name: list
-- Subscriptions of the industry, or the one of @subscriptionId. Index subscription_of_industry.
SELECT s.subscription_key, s.subscription_id, s.report, s.formats, s.frequency, s.weekday, s.month_day, s.local_time,
       s.mail_language, s.created_by AS created_by_key, u.user_id AS created_by, u.username AS created_by_name,
       s.created_at, s.paused_at, s.next_at, s.problem, s.problem_at
FROM reporting.subscription s JOIN tenant.app_user u ON u.user_key = s.created_by
WHERE s.industry_key = @industryKey AND s.removed_at IS NULL
  AND (@subscriptionId::uuid IS NULL OR s.subscription_id = @subscriptionId::uuid)
ORDER BY s.created_at, s.subscription_key;

-- name: recipients
-- Whoever was named, with what decides whether he still gets the mails.
SELECT r.recipient_key, r.recipient_id, r.subscription_key, r.address, r.link_key, r.confirmed_at,
       r.confirm_expires_at, r.confirm_problem, r.unsubscribed_at, r.user_key, u.user_id,
       u.username, u.email, coalesce(u.permissions, '{}') AS permissions,
       coalesce(u.removed_at IS NULL AND u.industry_key = r.industry_key AND NOT EXISTS (
         SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id)), false)
         AS is_active,
       a.permissions AS adder_permissions,
       a.removed_at IS NULL AND NOT EXISTS (
         SELECT FROM tenant.disabled d WHERE d.industry_id = ai.industry_id AND d.user_id IN ('', a.user_id))
         AS adder_is_active
FROM reporting.subscription_recipient r
JOIN tenant.industry i ON i.industry_key = r.industry_key
LEFT JOIN tenant.app_user u ON u.user_key = r.user_key
JOIN tenant.app_user a ON a.user_key = r.added_by
JOIN tenant.industry ai ON ai.industry_key = a.industry_key
WHERE r.industry_key = @industryKey AND r.subscription_key = ANY (@subscriptionKeys::int[])
ORDER BY r.subscription_key, u.username, r.address, r.recipient_key;

-- name: people
-- Users of the industry who may log in.
SELECT u.user_key, u.user_id, u.username, u.email, u.permissions
FROM tenant.app_user u JOIN tenant.industry i USING (industry_key)
WHERE u.industry_key = @industryKey AND u.removed_at IS NULL
  AND NOT EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id))
ORDER BY u.username;

-- name: hold
-- The lock admits one change of a subscription at a time, until the transaction ends.
SELECT subscription_key FROM reporting.subscription
WHERE industry_key = @industryKey AND subscription_id = @subscriptionId AND removed_at IS NULL FOR UPDATE;

-- name: count
SELECT count(*)::int AS subscriptions FROM reporting.subscription
WHERE industry_key = @industryKey AND removed_at IS NULL;

-- name: add
INSERT INTO reporting.subscription (industry_key, report, formats, frequency, weekday, month_day, local_time,
                                    mail_language, created_by, created_at, next_at)
VALUES (@industryKey, @report, @formats, @frequency, @weekday, @monthDay, @localTime, @mailLanguage, @createdBy, @now,
        @nextAt)
RETURNING subscription_key, subscription_id;

-- name: change
UPDATE reporting.subscription
SET report = @report, formats = @formats, frequency = @frequency, weekday = @weekday, month_day = @monthDay,
    local_time = @localTime, mail_language = @mailLanguage, next_at = @nextAt, problem = NULL, problem_at = NULL
WHERE industry_key = @industryKey AND subscription_key = @subscriptionKey;

-- name: pause
-- @pausedAt null: resumed, for the first time at @nextAt.
UPDATE reporting.subscription SET paused_at = @pausedAt, next_at = @nextAt
WHERE industry_key = @industryKey AND subscription_key = @subscriptionKey;

-- name: remove
UPDATE reporting.subscription SET removed_at = @now
WHERE industry_key = @industryKey AND subscription_key = @subscriptionKey;

-- name: note_problem
-- @problem null: the report could be made.
UPDATE reporting.subscription
SET problem = @problem, problem_at = CASE WHEN @problem::text IS NOT NULL THEN @now::timestamptz END
WHERE industry_key = @industryKey AND subscription_key = @subscriptionKey;

-- name: due
-- Subscriptions of all industries whose time has come, with the rules of their clock, oldest first: index
-- subscription_due, then primary keys.
SELECT i.industry_id, s.industry_key, s.subscription_key, s.subscription_id, s.frequency, s.weekday, s.month_day,
       s.local_time, s.next_at, (SELECT rules FROM tenant.clock_rules(s.industry_key) AS rules) AS clock
FROM reporting.subscription s JOIN tenant.industry i USING (industry_key)
WHERE s.paused_at IS NULL AND s.removed_at IS NULL AND s.next_at <= @now
ORDER BY s.next_at LIMIT @most;

-- name: advance
-- Each subscription gets its next time. A change at the same moment has set another one, which stays. Rows are locked
-- in one order, because two workers may advance the same ones.
WITH held AS MATERIALIZED (
  SELECT s.subscription_key, a.next_at
  FROM unnest(@industryKeys::int[], @subscriptionKeys::int[], @was::timestamptz[], @nextAts::timestamptz[])
         AS a (industry_key, subscription_key, was, next_at)
  JOIN reporting.subscription s USING (industry_key, subscription_key)
  WHERE s.next_at = a.was
  ORDER BY s.subscription_key FOR UPDATE OF s)
UPDATE reporting.subscription s SET next_at = held.next_at FROM held WHERE s.subscription_key = held.subscription_key
RETURNING s.subscription_key;

-- name: add_person
INSERT INTO reporting.subscription_recipient (industry_key, subscription_key, user_key, added_by, added_at, link_key)
VALUES (@industryKey, @subscriptionKey, @userKey, @addedBy, @now, @linkKey)
ON CONFLICT DO NOTHING;

-- name: add_address
-- The address of a recipient who is there already has a new answerer, and waits for its owner again where it had ended
-- the mails. waits: no link to confirm is on its way or valid.
INSERT INTO reporting.subscription_recipient AS r (industry_key, subscription_key, address, added_by, added_at,
                                                   link_key)
VALUES (@industryKey, @subscriptionKey, @address, @addedBy, @now, @linkKey)
ON CONFLICT (subscription_key, lower(address)) WHERE address IS NOT NULL DO UPDATE
SET added_by = excluded.added_by,
    confirmed_at = CASE WHEN r.unsubscribed_at IS NULL THEN r.confirmed_at END,
    confirm_expires_at = CASE WHEN r.unsubscribed_at IS NULL THEN r.confirm_expires_at END,
    unsubscribed_at = NULL
RETURNING recipient_key, confirmed_at IS NULL AND coalesce(confirm_expires_at <= @now, true) AS waits;

-- name: keep_recipients
-- Takes away whoever is in neither list. A person who has ended the mails stays, so that nobody turns them on again.
DELETE FROM reporting.subscription_recipient
WHERE industry_key = @industryKey AND subscription_key = @subscriptionKey
  AND NOT coalesce(user_key = ANY (@userKeys::int[]) OR lower(address) = ANY (@addresses::text[]), false)
  AND NOT (user_key IS NOT NULL AND unsubscribed_at IS NOT NULL);

-- name: remove_recipients
DELETE FROM reporting.subscription_recipient
WHERE industry_key = @industryKey AND subscription_key = @subscriptionKey;

-- name: take_part_again
-- A person turns the mails on again that he had ended.
UPDATE reporting.subscription_recipient SET unsubscribed_at = NULL
WHERE industry_key = @industryKey AND subscription_key = @subscriptionKey AND user_key = @userKey;

-- name: to_confirm
-- An address that waits for its owner, with what its mail says. No row: it was confirmed, or is gone.
SELECT r.recipient_key, r.industry_key, r.address, s.report, s.mail_language, i.industry_name, i.industry_id,
       a.username AS added_by_name
FROM reporting.subscription_recipient r
JOIN reporting.subscription s USING (subscription_key)
JOIN tenant.industry i ON i.industry_key = r.industry_key
JOIN tenant.app_user a ON a.user_key = r.added_by
WHERE r.recipient_key = @recipientKey AND r.address IS NOT NULL AND r.confirmed_at IS NULL
  AND r.unsubscribed_at IS NULL AND s.removed_at IS NULL;

-- name: begin_confirmation
-- The former link is void from now on.
UPDATE reporting.subscription_recipient
SET confirm_hash = @confirmHash, confirm_expires_at = @expiresAt, confirm_problem = NULL
WHERE industry_key = @industryKey AND recipient_key = @recipientKey AND confirmed_at IS NULL;

-- name: note_confirmation_problem
UPDATE reporting.subscription_recipient SET confirm_problem = @problem
WHERE industry_key = @industryKey AND recipient_key = @recipientKey AND confirmed_at IS NULL;

-- name: find_confirmation
-- The address behind the token of a link that still holds.
SELECT r.recipient_key, r.industry_key, r.address, s.subscription_id, s.mail_language, s.report, i.industry_name,
       i.industry_id
FROM reporting.subscription_recipient r
JOIN reporting.subscription s USING (subscription_key)
JOIN tenant.industry i ON i.industry_key = r.industry_key
WHERE r.confirm_hash = @confirmHash AND r.confirm_expires_at > @now AND s.removed_at IS NULL;

-- name: confirm
-- The link is used up. No row: somebody was faster.
UPDATE reporting.subscription_recipient SET confirmed_at = @now, confirm_hash = NULL
WHERE industry_key = @industryKey AND recipient_key = @recipientKey AND confirm_hash = @confirmHash
  AND confirm_expires_at > @now
RETURNING recipient_key;

-- name: find_recipient
-- The recipient of a link that ends the mails; its signature is checked with link_key.
SELECT r.recipient_key, r.industry_key, coalesce(r.address, u.email) AS address, u.user_id, r.link_key,
       r.unsubscribed_at, s.subscription_id, s.mail_language, s.report, i.industry_name, i.industry_id
FROM reporting.subscription_recipient r
JOIN reporting.subscription s USING (subscription_key)
JOIN tenant.industry i ON i.industry_key = r.industry_key
LEFT JOIN tenant.app_user u ON u.user_key = r.user_key
WHERE r.recipient_id = @recipientId;

-- name: unsubscribe
-- No row: the mails had ended already.
UPDATE reporting.subscription_recipient SET unsubscribed_at = @now, confirm_hash = NULL
WHERE industry_key = @industryKey AND recipient_key = @recipientKey AND unsubscribed_at IS NULL
RETURNING recipient_key;
