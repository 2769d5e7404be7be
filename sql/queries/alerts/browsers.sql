-- Browsers that show alerts. Index browser_of_user finds a person's and an industry's, the primary key one.

-- name: make_key
-- The first key stays, whoever else makes one at the same time.
INSERT INTO alerting.push_key (public_key, private_key, made_at) VALUES (@publicKey, @privateKey, @at)
ON CONFLICT DO NOTHING;

-- name: key
SELECT public_key, private_key FROM alerting.push_key;

-- name: of_user
SELECT browser_id, endpoint, browser_name, least_severity, added_at FROM alerting.browser
WHERE industry_key = (SELECT industry_key FROM tenant.app_user WHERE user_key = @userKey) AND user_key = @userKey
ORDER BY added_at DESC, browser_id;

-- name: add
-- A browser that is known becomes this person's.
INSERT INTO alerting.browser (industry_key, user_key, endpoint, p256dh, auth, browser_name, least_severity, added_at)
SELECT u.industry_key, u.user_key, @endpoint, @p256dh, @auth, @browserName, @leastSeverity, @at
FROM tenant.app_user u WHERE u.user_key = @userKey
ON CONFLICT (endpoint) DO UPDATE
SET industry_key = excluded.industry_key, user_key = excluded.user_key, p256dh = excluded.p256dh,
    auth = excluded.auth, browser_name = excluded.browser_name, least_severity = excluded.least_severity,
    added_at = excluded.added_at
RETURNING browser_id;

-- name: keep_newest
DELETE FROM alerting.browser b
USING (SELECT n.browser_id FROM alerting.browser n JOIN tenant.app_user u USING (industry_key, user_key)
       WHERE n.user_key = @userKey ORDER BY n.added_at DESC, n.browser_id OFFSET @most) AS old
WHERE b.browser_id = old.browser_id AND b.user_key = @userKey;

-- name: remove
DELETE FROM alerting.browser b USING tenant.app_user u
WHERE u.user_key = @userKey AND b.industry_key = u.industry_key AND b.user_key = @userKey AND b.browser_id = @browserId
RETURNING b.browser_id;

-- name: to_tell
-- Browsers of the industry's people that show incidents of @severity. @severities: the worst first.
SELECT b.browser_id FROM alerting.browser b JOIN tenant.app_user u USING (industry_key, user_key)
JOIN tenant.industry i USING (industry_key)
WHERE b.industry_key = @industryKey AND u.removed_at IS NULL
  AND array_position(@severities::text[], b.least_severity) >= array_position(@severities::text[], @severity)
  AND NOT EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id))
ORDER BY b.browser_id;

-- name: addresses
-- Browsers of @browserIds as messages reach them now, in the language of their people. A browser may have changed hands
-- since its message was composed, and its person may have been disabled.
SELECT b.browser_id, b.endpoint, b.p256dh, b.auth, coalesce(c.mail_language, 'en') AS reader_language, k.public_key,
       k.private_key
FROM alerting.browser b JOIN tenant.app_user u USING (industry_key, user_key)
JOIN tenant.industry i USING (industry_key) LEFT JOIN tenant.mail_choice c USING (user_key)
CROSS JOIN alerting.push_key k
WHERE b.industry_key = @industryKey AND b.browser_id = ANY (@browserIds::uuid[]) AND u.removed_at IS NULL
  AND NOT EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id));

-- name: forget
-- Browsers of the industry that their push services know no more.
DELETE FROM alerting.browser WHERE industry_key = @industryKey AND browser_id = ANY (@browserIds::uuid[]);
