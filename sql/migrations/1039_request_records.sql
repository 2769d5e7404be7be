-- A repeated request may name other recipients, so an incident keeps the messages of each user and the outcome of each
-- message in place of one answer. Processes of the release before still write their answer to `result`.
ALTER TABLE alerting.incident ADD COLUMN request_record jsonb;
COMMENT ON COLUMN alerting.incident.request_record IS
  'Of a request: told, the messages of each user, and outcomes, the first problem of each message (null: it was sent)';
COMMENT ON COLUMN alerting.incident.result IS 'Processes of the release before alone use this column';

-- Nobody knows any more whom earlier requests have told. An entry `user:ID` names a user who got no message.
UPDATE alerting.incident SET request_record = jsonb_build_object('told', '{}'::jsonb, 'outcomes', (
  SELECT coalesce(jsonb_object_agg(o.entry, o.problem), '{}')
  FROM (SELECT e.entry, NULL AS problem FROM jsonb_array_elements_text(result -> 'success') AS e (entry)
        UNION ALL
        SELECT p ->> 'entry', p ->> 'problem' FROM jsonb_array_elements(result -> 'problems') AS p) AS o
  WHERE o.entry NOT LIKE 'user:%'))
WHERE result IS NOT NULL;
