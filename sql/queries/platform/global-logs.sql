-- Entries for operators. Entries belong to the installation and only name an industry. Index global_log_date gives
-- lists, global_log_industry those of one industry.

-- name: add
INSERT INTO operations.global_log (source, title, description, log_group, priority, status, log_date, meta, created_at,
                                   updated_at)
VALUES (@source, @title, @description, @group, @priority, 'open', @date, @meta, @now, @now)
RETURNING log_id AS id, source, title, description, log_group AS "group", owner, priority, status,
          log_date::text AS date, meta, times, version, created_at, updated_at;

-- name: add_of_service
-- A repeated event updates its open entry, whose meta keeps what operators put beside. @subject names the entry;
-- @industryKey names the industry where @meta does not.
INSERT INTO operations.global_log AS l (source, title, description, log_group, priority, status, log_date, meta,
                                        created_at, updated_at, subject)
SELECT @source, @title, @description, @group, @priority, 'open', @date,
       @meta::jsonb || coalesce((SELECT jsonb_build_object('industryId', i.industry_id) FROM tenant.industry i
                              WHERE i.industry_key = @industryKey::int), '{}'),
       @now, @now, @subject
ON CONFLICT (subject) WHERE status <> 'resolved'
DO UPDATE SET times = l.times + 1, description = excluded.description, meta = l.meta || excluded.meta,
    updated_at = excluded.updated_at;

-- name: list
-- Entries, newest first. Filters, each null for any: @industryId, @unitId, and the dates @from and @to, both included.
-- A page of @limit after @offset.
SELECT log_id AS id, source, title, description, log_group AS "group", owner, priority, status,
       log_date::text AS date, meta, times, version, created_at, updated_at
FROM operations.global_log
WHERE (@industryId::text IS NULL OR meta ->> 'industryId' = @industryId)
  AND (@unitId::text IS NULL OR meta ->> 'unitId' = @unitId)
  AND log_date BETWEEN coalesce(@from::date, '-infinity') AND coalesce(@to::date, 'infinity')
ORDER BY log_date DESC, log_key DESC
LIMIT @limit OFFSET @offset;

-- name: hold
-- The lock makes a second operator's change of the entry wait.
SELECT log_id AS id, source, title, description, log_group AS "group", owner, priority, status,
       log_date::text AS date, meta, times, version, created_at, updated_at
FROM operations.global_log WHERE log_id = @id FOR UPDATE;

-- name: change
-- A repetition by the service is not a new version. An entry of the service that is opened again beside its successor
-- gets no more repetitions, because the successor has them.
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
-- Upkeep: removes entries that nobody has touched since @before.
DELETE FROM operations.global_log WHERE updated_at < @before;
