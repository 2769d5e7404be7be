-- Reports sent by mail: their files, mails and restatements. Every statement of one industry names it.

-- name: record
-- No row comes back where a schedule or a subscription has recorded this mail before: indexes sent_report_once and
-- sent_report_subscribed_once.
INSERT INTO reporting.sent_report (industry_key, frequency, mail, first_date, last_date, origin, requested_by, reports,
                                   figures, is_provisional, subject, body_text, body_html, created_at, formats,
                                   subscription_key, due_at, mail_language)
VALUES (@industryKey, @frequency, @mail, @firstDate, @lastDate, @origin, @requestedBy, @reports, @figures,
        @isProvisional, @subject, @text, @html, @now, @formats, @subscriptionKey, @dueAt, @mailLanguage)
ON CONFLICT DO NOTHING
RETURNING report_key, report_id;

-- name: find_scheduled
SELECT report_key, report_id FROM reporting.sent_report
WHERE industry_key = @industryKey AND frequency = @frequency AND mail = @mail AND first_date = @firstDate
  AND origin = 'schedule';

-- name: find_subscribed
SELECT report_key, report_id FROM reporting.sent_report
WHERE industry_key = @industryKey AND subscription_key = @subscriptionKey AND due_at = @dueAt
  AND origin = 'subscription';

-- name: hold_requests
-- The lock admits one request of an industry at a time, until the transaction ends.
SELECT industry_key FROM tenant.industry WHERE industry_key = @industryKey FOR NO KEY UPDATE;

-- name: find_asked_for
-- The newest report of the same request made since @since, in formats @asked. A report with outdated figures is left
-- out: its days have changed, or it was provisional and the days have settled (@isProvisional false).
SELECT s.report_key, s.report_id, s.created_at FROM reporting.sent_report s
WHERE s.industry_key = @industryKey AND s.frequency = @frequency AND s.mail = @mail AND s.first_date = @firstDate
  AND s.origin = 'request'
  AND s.created_at >= @since
  AND s.formats = @asked::text[] AND (@isProvisional OR NOT s.is_provisional)
  AND NOT EXISTS (SELECT FROM reporting.restatement r WHERE r.report_key = s.report_key AND r.state <> 'small')
ORDER BY s.created_at DESC, s.report_key DESC LIMIT 1;

-- name: newest_scheduled
-- First day of the newest report that a schedule has sent.
SELECT max(first_date)::text AS first_date FROM reporting.sent_report
WHERE industry_key = @industryKey AND frequency = @frequency AND origin = 'schedule';

-- name: add_file
INSERT INTO reporting.report_file (industry_key, report_key, round, ordinal, file_name, content_type, content)
VALUES (@industryKey, @reportKey, @round, @ordinal, @filename, @contentType, @content);

-- name: files
-- Files of mail round @round: its own, or those of the newest round before it that has any.
SELECT f.file_name AS filename, f.content_type, f.content FROM reporting.report_file f
WHERE f.industry_key = @industryKey AND f.report_key = @reportKey
  AND f.round = (SELECT max(r.round) FROM reporting.report_file r
                 WHERE r.industry_key = @industryKey AND r.report_key = @reportKey AND r.round <= @round)
ORDER BY f.ordinal;

-- name: queue_mails
-- One mail to each of @recipients, as round @round. A recipient who is queued already keeps his mail. The same text
-- sent again to somebody who may have it is a copy.
INSERT INTO reporting.report_mail (industry_key, report_key, purpose, round, recipient, state, queued_at, due_at,
                                   subject, body_text, body_html, copy_of)
SELECT @industryKey, @reportKey, @purpose, @round, r, 'queued', @now, @now, @subject, @text, @html,
       (SELECT coalesce(m.copy_of, m.mail_key) FROM reporting.report_mail m
        WHERE m.report_key = @reportKey AND m.purpose = @purpose AND m.recipient = r AND m.state = 'unconfirmed'
          AND m.subject IS NULL AND @subject::text IS NULL
        ORDER BY m.mail_key DESC LIMIT 1)
FROM unnest(@recipients::text[]) AS r
ON CONFLICT (report_key, purpose, round, recipient) DO NOTHING;

-- name: newest_content
-- Content of the newest round that was made again, because its mails have texts of their own. No row: every round has
-- the texts of the report.
SELECT subject, body_text AS text, body_html AS html FROM reporting.report_mail
WHERE industry_key = @industryKey AND report_key = @reportKey AND purpose = 'report' AND subject IS NOT NULL
ORDER BY round DESC, mail_key LIMIT 1;

-- name: file_names
SELECT file_name FROM reporting.report_file WHERE industry_key = @industryKey AND report_key = @reportKey AND round = 1
  ORDER BY ordinal;

-- name: restated
-- The request of a report whose recipients have been told of other figures, and the endings of its files. Any other
-- report has no row.
SELECT s.mail, s.first_date, s.last_date, s.reports, s.created_at, s.mail_language,
       (SELECT array_agg(DISTINCT substring(f.file_name FROM '[^.]+$')) FROM reporting.report_file f
        WHERE f.report_key = s.report_key AND f.round = 1) AS formats
FROM reporting.sent_report s
WHERE s.industry_key = @industryKey AND s.report_id = @reportId
  AND EXISTS (SELECT FROM reporting.restatement r
              WHERE r.industry_key = @industryKey AND r.report_key = s.report_key AND r.state = 'told');

-- name: hold_report
-- The lock admits one request for another round of a report's mails at a time, until the transaction ends.
SELECT report_key, created_at FROM reporting.sent_report WHERE industry_key = @industryKey
  AND report_id = @reportId FOR NO KEY UPDATE;

-- name: mails
SELECT mail_key, report_key, purpose, round, recipient, state, attempts, problem, queued_at, finished_at
FROM reporting.report_mail
WHERE industry_key = @industryKey AND report_key = ANY (@reportKeys::bigint[])
ORDER BY report_key, purpose, round, recipient;

-- name: claim
-- Claims the next mail of a report that nobody sends. The claim is committed before the server hears of the mail, so a
-- killed sender leaves it as 'sending'. is_configured: the industry's configuration alone has named its recipient, as
-- nobody has sent him the report by hand.
UPDATE reporting.report_mail m SET state = 'sending', attempts = attempts + 1, started_at = @now
FROM (SELECT mail_key FROM reporting.report_mail
      WHERE industry_key = @industryKey AND report_key = @reportKey AND state = 'queued' AND due_at <= @now
      ORDER BY mail_key LIMIT 1 FOR UPDATE SKIP LOCKED) AS next,
     reporting.sent_report s JOIN tenant.industry i USING (industry_key)
WHERE m.mail_key = next.mail_key AND s.report_key = m.report_key
RETURNING m.mail_key, coalesce(m.copy_of, m.mail_key) AS message_key, m.purpose, m.round, m.recipient, m.attempts,
          s.subscription_key, s.mail_language, i.meta,
          s.origin = 'schedule' AND NOT EXISTS (
            SELECT FROM reporting.report_mail h
            WHERE h.report_key = m.report_key AND h.recipient = m.recipient AND h.purpose = 'report' AND h.round > 1
          ) AS is_configured,
          coalesce(m.subject, s.subject) AS subject,
          coalesce(m.body_text, s.body_text) AS text, coalesce(m.body_html, s.body_html) AS html;

-- name: beat
-- Notes that the sender of the mail is still there.
UPDATE reporting.report_mail SET started_at = @now WHERE industry_key = @industryKey AND mail_key = @mailKey
  AND state = 'sending';

-- name: finish
-- @dueAt is the time of the next attempt; null: none. A mail that was given up meanwhile takes the answer that came
-- after all, and is not tried again.
UPDATE reporting.report_mail
SET state = @state, provider_id = @providerId, problem = @problem, due_at = coalesce(@dueAt, due_at),
    finished_at = CASE WHEN @dueAt::timestamptz IS NULL THEN @now::timestamptz END
WHERE industry_key = @industryKey AND mail_key = @mailKey
  AND (state = 'sending' OR (state = 'unconfirmed' AND @dueAt::timestamptz IS NULL));

-- name: give_up
-- Mails whose sender was killed. Nobody sends them again, because they may have left. @problem says so.
UPDATE reporting.report_mail SET state = 'unconfirmed', finished_at = @now, problem = @problem
WHERE state = 'sending' AND started_at < @heardBefore
RETURNING industry_key;

-- name: waiting_reports
-- Reports with mails that have been due since @dueBefore, for the sweep.
SELECT DISTINCT i.industry_id, m.industry_key, m.report_key
FROM reporting.report_mail m JOIN tenant.industry i USING (industry_key)
WHERE m.state = 'queued' AND m.due_at < @dueBefore;

-- name: list
-- Reports before @before, newest first. Those that people have mailed to themselves to try a subscription are left
-- out.
SELECT report_key, report_id, frequency, mail, first_date, last_date, origin, requested_by, is_provisional, subject,
       created_at, subscription_key
FROM reporting.sent_report
WHERE industry_key = @industryKey AND created_at < @before AND NOT (mail = 'subscription' AND origin = 'request')
ORDER BY created_at DESC, report_key DESC
LIMIT @limit;

-- name: newest_of_subscriptions
-- The newest report of each of @subscriptionKeys. Index sent_report_subscribed_once.
SELECT DISTINCT ON (subscription_key) report_key, report_id, frequency, mail, first_date, last_date, origin,
       requested_by, is_provisional, subject, created_at, subscription_key
FROM reporting.sent_report
WHERE industry_key = @industryKey AND subscription_key = ANY (@subscriptionKeys::int[]) AND origin = 'subscription'
ORDER BY subscription_key, due_at DESC;

-- name: restatements
SELECT report_key, state, days::text[] AS days, causes, unit_keys, changes, decided_at FROM reporting.restatement
WHERE industry_key = @industryKey AND report_key = ANY (@reportKeys::bigint[]) AND state <> 'small'
ORDER BY restatement_key;

-- name: mark_restatements
-- Reports of the industry that cover any of the changed days @dates wait until @dueAt. A waiting one waits for the new
-- time. Parallel to the days: @causes and @changedUnitKeys, joined by a comma. Reports older than @since are left
-- alone, and so are those by which people tried a subscription. A month with a report of services @yearToDateServices
-- prints its year to date, so earlier days count for it.
INSERT INTO reporting.restatement AS r (industry_key, report_key, state, due_at, days, causes, unit_keys)
SELECT @industryKey, s.report_key, 'waiting', @dueAt, array_agg(DISTINCT d.day ORDER BY d.day),
  array_agg(DISTINCT c ORDER BY c),
       array_agg(DISTINCT u::int ORDER BY u::int)
FROM reporting.sent_report s
JOIN unnest(@dates::date[], @causes::text[], @changedUnitKeys::text[]) AS d (day, causes, units)
  ON d.day BETWEEN s.first_date AND s.last_date
  OR (s.frequency = 'monthly' AND d.day >= date_trunc('year', s.first_date) AND d.day < s.first_date
      AND EXISTS (SELECT FROM jsonb_array_elements(s.reports) AS report
                  WHERE report ->> 'service' = ANY (@yearToDateServices::text[])))
CROSS JOIN unnest(string_to_array(d.causes, ',')) AS c
CROSS JOIN unnest(string_to_array(d.units, ',')) AS u
WHERE s.industry_key = @industryKey AND s.created_at >= @since
  AND NOT (s.mail = 'subscription' AND s.origin = 'request')
GROUP BY s.report_key
ON CONFLICT (report_key) WHERE state = 'waiting' DO UPDATE
SET due_at = greatest(r.due_at, excluded.due_at),
    days = (SELECT array_agg(DISTINCT x ORDER BY x) FROM unnest(r.days || excluded.days) AS x),
    causes = (SELECT array_agg(DISTINCT x ORDER BY x) FROM unnest(r.causes || excluded.causes) AS x),
    unit_keys = (SELECT array_agg(DISTINCT x ORDER BY x) FROM unnest(r.unit_keys || excluded.unit_keys) AS x);

-- name: changes
-- Changes of days @from to @to, settled since @since.
SELECT d.event_key, d.business_date::text AS date, d.causes, d.changed_unit_keys
FROM telemetry.settled_event e JOIN telemetry.settled_event_day d USING (event_key)
WHERE e.industry_key = @industryKey AND e.settled_at >= @since AND d.business_date BETWEEN @from AND @to
  AND d.changed_unit_keys <> '{}';

-- name: due_restatements
-- The oldest due periods, each with all waiting reports, because these are decided together. due_at: the last of their
-- times.
SELECT i.industry_id, r.industry_key, json_agg(r.restatement_key ORDER BY r.restatement_key) AS restatement_keys
FROM reporting.restatement r
JOIN reporting.sent_report s USING (report_key)
JOIN tenant.industry i ON i.industry_key = r.industry_key
WHERE r.state = 'waiting'
GROUP BY i.industry_id, r.industry_key, s.frequency, s.first_date
HAVING max(r.due_at) <= @now
ORDER BY max(r.due_at), i.industry_id, s.frequency, s.first_date
LIMIT 100;

-- name: find_restatement
-- A restatement that is still due, with the report as it was sent.
SELECT s.report_key, s.frequency, s.first_date, s.last_date, s.reports, s.figures, s.subject, s.mail_language,
       s.created_at AS sent_at, r.days::text[] AS days, r.causes, r.unit_keys
FROM reporting.restatement r JOIN reporting.sent_report s USING (report_key)
WHERE r.industry_key = @industryKey AND r.restatement_key = @restatementKey AND r.state = 'waiting'
  AND r.due_at <= @now;

-- name: hold_restatement
-- Locks the restatement to the end of the transaction. No row: a further change has put it off meanwhile.
SELECT restatement_key FROM reporting.restatement
WHERE industry_key = @industryKey AND restatement_key = @restatementKey AND state = 'waiting' AND due_at <= @now
FOR UPDATE;

-- name: put_off_restatement
UPDATE reporting.restatement SET due_at = greatest(due_at, @dueAt)
WHERE industry_key = @industryKey AND restatement_key = @restatementKey AND state = 'waiting';

-- name: decide_restatement
UPDATE reporting.restatement SET state = @state, changes = @changes, decided_at = @now, unit_keys = @unitKeys
WHERE industry_key = @industryKey AND restatement_key = @restatementKey;

-- name: keep_round
-- The figures that a round of mails has printed.
INSERT INTO reporting.printed_round (industry_key, report_key, purpose, round, figures, printed_at)
VALUES (@industryKey, @reportKey, @purpose, @round, @figures, @now);

-- name: known_figures
-- Figures known to each recipient who got report @reportKey, may have got it, or is to get it yet: those of the newest
-- round that reached him and printed some, or else those of the report. Recipients who know the same share a row, the
-- oldest figures first.
SELECT coalesce(p.figures, s.figures) AS figures, coalesce(p.printed_at, s.created_at) AS printed_at,
       json_agg(t.recipient ORDER BY t.recipient) AS recipients
FROM (SELECT DISTINCT recipient FROM reporting.report_mail
      WHERE industry_key = @industryKey AND report_key = @reportKey AND purpose = 'report' AND state <> 'failed') AS t
JOIN reporting.sent_report s ON s.industry_key = @industryKey AND s.report_key = @reportKey
LEFT JOIN LATERAL (
  SELECT r.purpose, r.round, r.figures, r.printed_at
  FROM reporting.report_mail m JOIN reporting.printed_round r USING (report_key, purpose, round)
  WHERE m.industry_key = @industryKey AND m.report_key = @reportKey AND m.recipient = t.recipient
    AND m.state <> 'failed'
  ORDER BY m.mail_key DESC LIMIT 1) AS p ON true
GROUP BY p.purpose, p.round, coalesce(p.figures, s.figures), coalesce(p.printed_at, s.created_at)
ORDER BY 2, p.purpose, p.round;

-- name: counts
SELECT state, count(*) AS mails FROM reporting.report_mail GROUP BY state;

-- name: forget_files
-- Removes files of reports before @before. Figures and mails stay.
DELETE FROM reporting.report_file f USING reporting.sent_report s
WHERE s.report_key = f.report_key AND s.created_at < @before;

-- name: forget
-- Upkeep, over every industry: removes reports before @before with their mails and restatements.
DELETE FROM reporting.sent_report WHERE created_at < @before;
