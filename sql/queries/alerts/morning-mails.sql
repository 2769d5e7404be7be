-- Mornings of the morning mail. Primary keys answer.

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

-- name: forget
-- Upkeep, over every industry: mornings before @before, with their mails.
DELETE FROM alerting.morning WHERE told_at < @before;
