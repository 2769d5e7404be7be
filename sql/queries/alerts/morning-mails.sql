-- Morning mails. Primary keys answer, and the index morning_mail_open finds what is still to be sent.

-- name: newest_mornings
-- The two newest mornings of an industry: a finding of the days that the next one tells cannot have been told before.
SELECT business_date::text AS date, array_to_json(over_finding_keys) AS over_finding_keys
FROM alerting.morning WHERE industry_key = @industryKey
ORDER BY business_date DESC LIMIT 2;

-- name: readers
-- Users of the industry who get the morning mail, with the addresses that they have named for messages, or else the one
-- of their account. Disabled users are left out.
SELECT c.mail_language, CASE WHEN u.email_ids = '{}' THEN ARRAY[u.email] ELSE u.email_ids END AS addresses
FROM tenant.app_user u JOIN tenant.industry i USING (industry_key) LEFT JOIN tenant.mail_choice c USING (user_key)
WHERE u.industry_key = @industryKey AND u.removed_at IS NULL AND coalesce(c.gets_morning_mail, true)
  AND NOT EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id))
ORDER BY u.user_key;

-- name: begin
-- No row comes back where another process has told this morning: the second waits for the first's commit.
INSERT INTO alerting.morning (industry_key, business_date, told_at, over_finding_keys)
VALUES (@industryKey, @date, @at, @overFindingKeys::bigint[])
ON CONFLICT (industry_key, business_date) DO NOTHING
RETURNING industry_key;

-- name: queue
-- @mails: JSON array of mails of one morning.
INSERT INTO alerting.morning_mail (industry_key, business_date, recipient, subject, body_text, body_html, state,
                                   queued_at, due_at)
SELECT @industryKey, @date, recipient, subject, text, html, 'queued', @at, @at
FROM json_to_recordset(@mails::json) AS m (recipient text, subject text, text text, html text);

-- name: claim
-- Claims the next mail of an industry that nobody sends. The claim is committed before the server hears of the mail, so
-- a killed sender leaves it as 'sending'. Mails queued before @overdueBefore are left to give_up.
UPDATE alerting.morning_mail m SET state = 'sending', attempts = attempts + 1, started_at = @now
FROM (SELECT mail_key FROM alerting.morning_mail
      WHERE industry_key = @industryKey AND state = 'queued' AND due_at <= @now AND queued_at >= @overdueBefore
      ORDER BY due_at, mail_key LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
WHERE m.mail_key = next.mail_key
RETURNING m.mail_key, m.recipient, m.subject, m.body_text AS text, m.body_html AS html, m.attempts;

-- name: finish
-- @dueAt is the time of the next attempt; null: none. A mail that was given up meanwhile takes the answer that came
-- after all, and is not tried again.
UPDATE alerting.morning_mail
SET state = @state, provider_id = @providerId, problem = @problem, due_at = coalesce(@dueAt, due_at),
    finished_at = CASE WHEN @dueAt::timestamptz IS NULL THEN @now::timestamptz END
WHERE industry_key = @industryKey AND mail_key = @mailKey
  AND (state = 'sending' OR (state = 'unconfirmed' AND @dueAt::timestamptz IS NULL));

-- name: give_up
-- Mails whose sender was killed before the server had answered (@startedBefore), because they may have left; and mails
-- that could not be sent since @queuedBefore, because nobody needs the morning's mail at night.
UPDATE alerting.morning_mail
SET state = CASE state WHEN 'sending' THEN 'unconfirmed' ELSE 'failed' END, finished_at = @now,
    problem = CASE state WHEN 'sending' THEN @senderGone ELSE coalesce(problem, @overdue) END
WHERE (state = 'sending' AND started_at < @startedBefore) OR (state = 'queued' AND queued_at < @queuedBefore)
RETURNING industry_key, problem;

-- name: industries_due
SELECT DISTINCT industry_key FROM alerting.morning_mail WHERE state = 'queued' AND due_at <= @now ORDER BY industry_key;

-- name: forget
-- Upkeep, over every industry: mornings before @before, with their mails.
DELETE FROM alerting.morning WHERE told_at < @before;
