-- In-app notifications. Indexes: notification_newest and notification_unread list and count, the primary key answers
-- for one notification.

-- name: add
INSERT INTO alerting.notification (industry_key, incident_key, title, message, translations, type, category, priority,
                                   data, created_at, assignee_id, assigned_by, assigned_at)
VALUES (@industryKey, @incidentKey, @title, @message, @translations, @type, @category, @priority, @data, @createdAt,
        @assigneeId, @assignedBy, CASE WHEN @assigneeId::text IS NOT NULL THEN @createdAt::timestamptz END)
RETURNING notification_id;

-- part: notifications
-- Notifications in the words of @language.
SELECT n.notification_id, coalesce(n.translations #>> ARRAY[@language, 'title'], n.title) AS title,
       coalesce(n.translations #>> ARRAY[@language, 'message'], n.message) AS message, n.type, n.category,
       n.priority, n.data, n.created_at, n.read_at, n.assignee_id, n.assigned_by, n.resolved_at, i.incident_id
FROM alerting.notification n
LEFT JOIN alerting.incident i USING (incident_key)

-- name: list
-- A page of one industry's notifications, newest first. A null bound is open; the upper bound is excluded.
@@notifications
WHERE n.industry_key = @industryKey
  AND n.created_at >= coalesce(@from::timestamptz, '-infinity')
    AND n.created_at < coalesce(@until::timestamptz, 'infinity')
ORDER BY n.created_at DESC, n.notification_id
LIMIT @limit OFFSET @offset;

-- name: list_unread
-- A page of unread notifications. A statement of its own, because its index answers however much has been read.
@@notifications
WHERE n.industry_key = @industryKey AND n.read_at IS NULL
ORDER BY n.created_at DESC, n.notification_id
LIMIT @limit OFFSET @offset;

-- name: count
SELECT (SELECT count(*) FROM alerting.notification WHERE industry_key = @industryKey) AS total,
       (SELECT count(*) FROM alerting.notification WHERE industry_key = @industryKey AND read_at IS NULL) AS unread;

-- name: mark
-- A notification that was read before keeps its instant. Returns a row for each that belongs to the industry.
UPDATE alerting.notification n SET read_at = CASE WHEN m.is_read THEN coalesce(n.read_at, @at::timestamptz) END
FROM unnest(@notificationIds::uuid[], @isRead::boolean[]) AS m (notification_id, is_read)
WHERE n.industry_key = @industryKey AND n.notification_id = m.notification_id
RETURNING n.notification_id;

-- name: assign
-- Null removes the assignee.
UPDATE alerting.notification SET assignee_id = @assigneeId, assigned_by = @by, assigned_at = @at
WHERE industry_key = @industryKey AND notification_id = @notificationId
RETURNING notification_id;

-- name: resolve
-- A notification that was resolved before keeps its instant.
UPDATE alerting.notification SET resolved_at = coalesce(resolved_at, @at::timestamptz)
WHERE industry_key = @industryKey AND notification_id = @notificationId
RETURNING notification_id;

-- name: forget
-- Upkeep, over every industry. Read and unread notifications go alike.
DELETE FROM alerting.notification WHERE created_at < @before;
