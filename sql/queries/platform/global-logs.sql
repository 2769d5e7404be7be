-- Entries for operators. They belong to the installation: an industry is only named in them. global_log_date gives
-- lists, global_log_industry those of one industry.

-- name: add
INSERT INTO operations.global_log (source, title, description, log_group, priority, status, log_date, meta, created_at,
                                   updated_at)
VALUES (@source, @title, @description, @group, @priority, 'open', @date, @meta, @now, @now)
RETURNING log_id AS id, source, title, description, log_group AS "group", owner, priority, status,
          log_date::text AS date, meta, times, version, created_at, updated_at;

-- name: add_of_service
-- What has happened again is told by the entry that is there. @subject names it; industry @industryKey by its key where
-- @meta does not name it.
INSERT INTO operations.global_log AS l (source, title, description, log_group, priority, status, log_date, meta,
                                        created_at, updated_at, subject)
SELECT @source, @title, @description, @group, @priority, 'open', @date,
       @meta::jsonb || coalesce((SELECT jsonb_build_object('industryId', i.industry_id) FROM tenant.industry i
                              WHERE i.industry_key = @industryKey::int), '{}'),
       @now, @now, @subject
ON CONFLICT (subject) WHERE status <> 'resolved'
DO UPDATE SET times = l.times + 1, description = excluded.description, meta = excluded.meta,
    updated_at = excluded.updated_at;

-- name: list
-- Newest first. @industryId industryId, @unitId unitId, @from to @to dates, both included; null: any. A page of @limit
-- after @offset.
SELECT log_id AS id, source, title, description, log_group AS "group", owner, priority, status,
       log_date::text AS date, meta, times, version, created_at, updated_at
FROM operations.global_log
WHERE (@industryId::text IS NULL OR meta ->> 'industryId' = @industryId)
  AND (@unitId::text IS NULL OR meta ->> 'unitId' = @unitId)
  AND log_date BETWEEN coalesce(@from::date, '-infinity') AND coalesce(@to::date, 'infinity')
ORDER BY log_date DESC, log_key DESC
LIMIT @limit OFFSET @offset;

-- name: hold
-- Two operators change one entry one after the other.
SELECT log_id AS id, source, title, description, log_group AS "group", owner, priority, status,
       log_date::text AS date, meta, times, version, created_at, updated_at
FROM operations.global_log WHERE log_id = @id FOR UPDATE;

-- name: change
-- What the service tells anew is no other version. An entry of the service that is opened again beside its successor is
-- told of no more: the successor is.
UPDATE operations.global_log l
SET source = @source, title = @title, owner = @owner, priority = @priority, status = @status, log_date = @date,
  meta = @meta, updated_at = @now,
    version = version + 1,
    subject = CASE WHEN EXISTS (SELECT FROM operations.global_log o
                                WHERE o.subject = l.subject AND o.status <> 'resolved' AND o.log_key <> l.log_key)
                   THEN NULL ELSE l.subject END
WHERE log_id = @id
RETURNING log_id AS id, source, title, description, log_group AS "group", owner, priority, status,
          log_date::text AS date, meta, times, version, created_at, updated_at;

-- name: forget
-- Upkeep: what nobody has touched since @before.
DELETE FROM operations.global_log WHERE updated_at < @before;
