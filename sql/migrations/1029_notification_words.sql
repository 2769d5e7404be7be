-- Words of a notification in other languages than English, by the code of the language. Older ones have English alone.

ALTER TABLE alerting.notification ADD COLUMN translations jsonb NOT NULL DEFAULT '{}';
