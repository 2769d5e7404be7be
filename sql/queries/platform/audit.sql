-- Acts of operators. Rows are written and read, never changed.

-- name: write
INSERT INTO operations.audit
  (industry_key, at, actor_user_id, actor_industry_id, actor_address, verb, subject, reason, before, after)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- name: list
-- A page, the newest first, backwards along the primary key or audit_industry. $1 null: of every industry; $2 verb, $3
-- subject, $4 and $5 instants from and before, $6 keys below, each null for all.
SELECT a.audit_key, i.industry_id, a.at, a.actor_user_id, a.actor_industry_id, a.actor_address, a.verb, a.subject,
       a.reason, a.before, a.after
FROM operations.audit a LEFT JOIN tenant.industry i USING (industry_key)
WHERE ($1::integer IS NULL OR a.industry_key = $1) AND ($2::text IS NULL OR a.verb = $2)
  AND ($3::text IS NULL OR a.subject = $3)
  AND ($4::timestamptz IS NULL OR a.at >= $4) AND ($5::timestamptz IS NULL OR a.at < $5)
    AND ($6::bigint IS NULL OR a.audit_key < $6)
ORDER BY a.audit_key DESC
LIMIT $7;
