-- Keys of devices. The primary key answers each request; lists take the index that begins with the industry.

-- name: standings
-- Facts that a request check needs about keys, with the version of their industry as in
-- sql/idempotent/022_token_standing.sql. Each request asks with one key. Twice a second the keys of all open MQTT
-- sessions are asked at once. A key of a source may send for the units of the source's devices.
SELECT k.key_id, k.secret_hash, k.source_key,
       CASE WHEN k.source_key IS NULL THEN k.unit_ids
            ELSE ARRAY(SELECT DISTINCT u.unit_id FROM tenant.source_device d JOIN tenant.unit u USING (unit_key)
                       WHERE d.source_key = k.source_key) END AS unit_ids,
       extract(epoch FROM k.expires_at) * 1000 AS expires_at,
       extract(epoch FROM k.revoked_at) * 1000 AS revoked_at, i.industry_id, i.updated_at AS industry_version,
       EXISTS (SELECT FROM tenant.disabled d WHERE d.industry_id = i.industry_id AND d.user_id = '') AS is_disabled
FROM tenant.device_key k
JOIN tenant.industry i USING (industry_key)
WHERE k.key_id = ANY (@keyIds::text[]);

-- name: list
-- Keys of an industry, newest first, with counts of their use. @keyId selects one key, null for all.
SELECT k.key_id, k.name, k.unit_ids, k.created_by, k.created_at, extract(epoch FROM k.expires_at) * 1000 AS expires_at,
       extract(epoch FROM k.revoked_at) * 1000 AS revoked_at, k.rotated_from,
       s.source_id, s.name AS source_name,
       (SELECT max(n.key_id) FROM tenant.device_key n WHERE n.rotated_from = k.key_id) AS rotated_to,
       u.last_used_at, coalesce(u.rows_accepted, 0) AS rows_accepted, coalesce(u.rows_refused, 0) AS rows_refused,
       coalesce(u.refusals, '{}') AS refusals
FROM tenant.device_key k
LEFT JOIN tenant.device_key_use u ON u.key_id = k.key_id AND u.industry_key = k.industry_key
LEFT JOIN tenant.source s ON s.source_key = k.source_key AND s.industry_key = k.industry_key
WHERE k.industry_key = @industryKey AND (@keyId::text IS NULL OR k.key_id = @keyId)
ORDER BY k.created_at DESC, k.name, k.key_id;

-- name: hold
-- The lock makes a second change of the same key wait.
SELECT key_id FROM tenant.device_key WHERE industry_key = @industryKey AND key_id = @keyId FOR UPDATE;

-- name: hold_industry
-- The lock makes a second creation wait, because keys are counted before.
SELECT industry_key FROM tenant.industry WHERE industry_key = @industryKey FOR NO KEY UPDATE;

-- name: count_active
SELECT count(*)::int AS active FROM tenant.device_key
WHERE industry_key = @industryKey AND revoked_at IS NULL AND coalesce(expires_at, 'infinity') > @now;

-- name: insert
-- @sourceId null: the key is of no source.
INSERT INTO tenant.device_key (industry_key, key_id, name, secret_hash, unit_ids, created_by, created_at, expires_at,
                               rotated_from, source_key)
VALUES (@industryKey, @keyId, @name, @secretHash, @unitIds::text[], @createdBy, @now, @expiresAt, @rotatedFrom,
        (SELECT s.source_key FROM tenant.source s
         WHERE s.industry_key = @industryKey AND s.source_id = @sourceId::uuid));

-- name: expire
-- A rotated key ends with the overlap, or at its own end when that is earlier.
UPDATE tenant.device_key SET expires_at = least(expires_at, @at) WHERE industry_key = @industryKey AND key_id = @keyId;

-- name: revoke
UPDATE tenant.device_key SET revoked_at = @now WHERE industry_key = @industryKey AND key_id = @keyId
  AND revoked_at IS NULL;

-- name: add_uses
-- Uses that the process has counted since its last write. Keys are locked in order, because two processes could wait
-- for each other otherwise. The sum is taken by hand, because jsonb has none.
INSERT INTO tenant.device_key_use AS u (key_id, industry_key, last_used_at, rows_accepted, rows_refused, refusals)
SELECT k.key_id, k.industry_key, r.last_used_at, r.rows_accepted, r.rows_refused, r.refusals
FROM jsonb_to_recordset(@uses::jsonb) AS r (key_id text, last_used_at timestamptz, rows_accepted bigint,
                                         rows_refused bigint, refusals jsonb)
JOIN tenant.device_key k USING (key_id)
ORDER BY k.key_id
ON CONFLICT (key_id) DO UPDATE SET
  last_used_at = greatest(u.last_used_at, excluded.last_used_at),
  rows_accepted = u.rows_accepted + excluded.rows_accepted,
  rows_refused = u.rows_refused + excluded.rows_refused,
  refusals = (SELECT coalesce(jsonb_object_agg(code, total), '{}')
              FROM (SELECT code, sum(rows::bigint) AS total
                    FROM (SELECT * FROM jsonb_each_text(u.refusals) UNION ALL SELECT *
                          FROM jsonb_each_text(excluded.refusals)) AS part (code, rows)
                    GROUP BY code) AS summed);
