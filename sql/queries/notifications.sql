-- In-app notifications. Indexes: notification_newest and notification_unread list and count, the primary key answers for one.

-- name: add
INSERT INTO alerting.notification (industry_key, incident_key, title, message, type, category, priority, data, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
RETURNING notification_id;
