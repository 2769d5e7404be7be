-- Recipients of messages. The unique key (industry_key, user_id) finds users, the primary key of push_token their
-- devices.

-- name: find
-- Users of the industry by userId as they are now, with the devices that take their push messages. Disabled users are
-- left out.
SELECT u.user_id, u.email_ids, u.phone_no,
       coalesce((SELECT array_agg(p.token ORDER BY p.device_id) FROM alerting.push_token p
                 WHERE p.industry_key = u.industry_key AND p.user_key = u.user_key), '{}') AS push_tokens
FROM tenant.app_user u JOIN tenant.industry i USING (industry_key)
WHERE u.industry_key = @industryKey AND u.user_id = ANY (@userIds::text[]) AND u.removed_at IS NULL
  AND NOT EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id))
ORDER BY array_position(@userIds::text[], u.user_id);

-- name: readers
-- People of the industry who have chosen a language of messages, and how messages reach them. Who was there first comes
-- first.
SELECT c.mail_language, array_append(u.email_ids, u.email) AS email_ids, u.phone_no,
       coalesce((SELECT array_agg(p.token) FROM alerting.push_token p
                 WHERE p.industry_key = u.industry_key AND p.user_key = u.user_key), '{}') AS push_tokens
FROM tenant.app_user u JOIN tenant.mail_choice c USING (user_key)
WHERE u.industry_key = @industryKey AND u.removed_at IS NULL AND c.mail_language IS NOT NULL
ORDER BY u.user_key;

-- name: own_push_tokens
-- Tokens of @tokens by which a user of the industry who is not disabled is reached now. A device may have changed hands
-- since its message was composed.
SELECT p.token FROM alerting.push_token p JOIN tenant.app_user u USING (user_key)
JOIN tenant.industry i ON i.industry_key = p.industry_key
WHERE p.industry_key = @industryKey AND p.token = ANY (@tokens::text[]) AND u.removed_at IS NULL
  AND NOT EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id IN ('', u.user_id));

-- name: prune_push_tokens
-- Removes devices of the industry that the operator of push messages no longer knows.
DELETE FROM alerting.push_token WHERE industry_key = @industryKey AND token = ANY (@tokens::text[]);
