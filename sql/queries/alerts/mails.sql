-- The ledger of mails to people of an industry: morning mails, and mails to whom something is handed to. The primary
-- key answers, and the index mail_open finds what is still to be sent.

-- name: queue
-- @mails: JSON array of mails of the morning @date; null: of none.
INSERT INTO alerting.mail (industry_key, business_date, recipient, subject, body_text, body_html, state, queued_at,
                           due_at)
SELECT @industryKey, @date, recipient, subject, text, html, 'queued', @at, @at
FROM json_to_recordset(@mails::json) AS m (recipient text, subject text, text text, html text);

-- name: claim
-- Claims the next mail of an industry that nobody sends. The claim is committed before the server hears of the mail, so
-- a killed sender leaves it as 'sending'. Mails queued before @overdueBefore are left to give_up.
UPDATE alerting.mail m SET state = 'sending', attempts = attempts + 1, started_at = @now
FROM (SELECT mail_key FROM alerting.mail
      WHERE industry_key = @industryKey AND state = 'queued' AND due_at <= @now AND queued_at >= @overdueBefore
      ORDER BY due_at, mail_key LIMIT 1 FOR UPDATE SKIP LOCKED) AS next
WHERE m.mail_key = next.mail_key
RETURNING m.mail_key, m.recipient, m.subject, m.body_text AS text, m.body_html AS html, m.attempts;

-- name: finish
-- @dueAt is the time of the next attempt; null: none. A mail that was given up meanwhile takes the answer that came
-- after all, and is not tried again.
UPDATE alerting.mail
SET state = @state, provider_id = @providerId, problem = @problem, due_at = coalesce(@dueAt, due_at),
    finished_at = CASE WHEN @dueAt::timestamptz IS NULL THEN @now::timestamptz END
WHERE industry_key = @industryKey AND mail_key = @mailKey
  AND (state = 'sending' OR (state = 'unconfirmed' AND @dueAt::timestamptz IS NULL));

-- name: give_up
-- Mails whose sender was killed before the server had answered (@startedBefore), because they may have left; and mails
-- that could not be sent since @queuedBefore, because nobody needs the morning's mail at night.
UPDATE alerting.mail
SET state = CASE state WHEN 'sending' THEN 'unconfirmed' ELSE 'failed' END, finished_at = @now,
    problem = CASE state WHEN 'sending' THEN @senderGone ELSE coalesce(problem, @overdue) END
WHERE (state = 'sending' AND started_at < @startedBefore) OR (state = 'queued' AND queued_at < @queuedBefore)
RETURNING industry_key, problem;

-- name: industries_due
SELECT DISTINCT industry_key FROM alerting.mail WHERE state = 'queued' AND due_at <= @now ORDER BY industry_key;

-- name: forget
-- Upkeep, over every industry: mails of no morning, which goes with its own.
DELETE FROM alerting.mail WHERE business_date IS NULL AND queued_at < @before AND state NOT IN ('queued', 'sending');
