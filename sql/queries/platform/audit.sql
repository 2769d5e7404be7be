-- Acts of operators. Rows are written and read, never changed.

-- name: write
INSERT INTO operations.audit
  (industry_key, at, actor_user_id, actor_industry_id, actor_address, verb, subject, reason, before, after)
VALUES (@industryKey, @at, @userId, @industryId, @address, @verb, @subject, @reason, @before, @after);

-- name: list
-- A page, newest first, backwards along the primary key or audit_industry. Filters, each null for all: @industryKey,
-- @verb, @subject, instants @from (included) and @to (excluded), and @before, an upper bound of keys.
SELECT a.audit_key, i.industry_id, a.at, a.actor_user_id, a.actor_industry_id, a.actor_address, a.verb, a.subject,
       a.reason, a.before, a.after
FROM operations.audit a LEFT JOIN tenant.industry i USING (industry_key)
WHERE (@industryKey::integer IS NULL OR a.industry_key = @industryKey) AND (@verb::text IS NULL OR a.verb = @verb)
  AND (@subject::text IS NULL OR a.subject = @subject)
  AND (@from::timestamptz IS NULL OR a.at >= @from) AND (@to::timestamptz IS NULL OR a.at < @to)
    AND (@before::bigint IS NULL OR a.audit_key < @before)
ORDER BY a.audit_key DESC
LIMIT @limit;
