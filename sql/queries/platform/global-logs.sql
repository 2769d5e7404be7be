-- Entries for operators. They belong to the installation: an industry is only named in them. global_log_date gives
-- lists, global_log_industry those of one industry.

-- name: add
INSERT INTO operations.global_log (source, title, description, log_group, priority, status, log_date, meta, created_at,
                                   updated_at)
VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $8)
RETURNING log_id AS id, source, title, description, log_group AS "group", owner, priority, status,
          log_date::text AS date, meta, times, version, created_at, updated_at;

-- name: add_of_service
-- What has happened again is told by the entry that is there. $9 names it; industry $10 by its key where $7 does not
-- name it.
INSERT INTO operations.global_log AS l (source, title, description, log_group, priority, status, log_date, meta,
                                        created_at, updated_at, subject)
SELECT $1, $2, $3, $4, $5, 'open', $6,
       $7::jsonb || coalesce((SELECT jsonb_build_object('industryId', i.industry_id) FROM tenant.industry i
                              WHERE i.industry_key = $10::int), '{}'),
       $8, $8, $9
ON CONFLICT (subject) WHERE status <> 'resolved'
DO UPDATE SET times = l.times + 1, description = excluded.description, meta = excluded.meta,
    updated_at = excluded.updated_at;

-- name: list
-- Newest first. $1 industryId, $2 unitId, $3 to $4 dates, both included; null: any. A page of $5 after $6.
SELECT log_id AS id, source, title, description, log_group AS "group", owner, priority, status,
       log_date::text AS date, meta, times, version, created_at, updated_at
FROM operations.global_log
WHERE ($1::text IS NULL OR meta ->> 'industryId' = $1) AND ($2::text IS NULL OR meta ->> 'unitId' = $2)
  AND log_date BETWEEN coalesce($3::date, '-infinity') AND coalesce($4::date, 'infinity')
ORDER BY log_date DESC, log_key DESC
LIMIT $5 OFFSET $6;

-- name: hold
-- Two operators change one entry one after the other.
SELECT log_id AS id, source, title, description, log_group AS "group", owner, priority, status,
       log_date::text AS date, meta, times, version, created_at, updated_at
FROM operations.global_log WHERE log_id = $1 FOR UPDATE;

-- name: change
-- What the service tells anew is no other version. An entry of the service that is opened again beside its successor is
-- told of no more: the successor is.
UPDATE operations.global_log l
SET source = $2, title = $3, owner = $4, priority = $5, status = $6, log_date = $7, meta = $8, updated_at = $9,
    version = version + 1,
    subject = CASE WHEN EXISTS (SELECT FROM operations.global_log o
                                WHERE o.subject = l.subject AND o.status <> 'resolved' AND o.log_key <> l.log_key)
                   THEN NULL ELSE l.subject END
WHERE log_id = $1
RETURNING log_id AS id, source, title, description, log_group AS "group", owner, priority, status,
          log_date::text AS date, meta, times, version, created_at, updated_at;

-- name: forget
-- Upkeep: what nobody has touched since $1.
DELETE FROM operations.global_log WHERE updated_at < $1;
