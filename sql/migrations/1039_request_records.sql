-- A repeated request may name other recipients, so an incident keeps the outcome of each message and the messages of
-- each user in place of one answer. Who was told by earlier requests is not known.
UPDATE alerting.incident SET result = jsonb_build_object('told', '{}'::jsonb, 'outcomes', (
  SELECT coalesce(jsonb_object_agg(o.entry, o.problem), '{}')
  FROM (SELECT e.entry, NULL AS problem FROM jsonb_array_elements_text(result -> 'success') AS e (entry)
        UNION ALL
        SELECT p ->> 'entry', p ->> 'problem' FROM jsonb_array_elements(result -> 'problems') AS p) AS o))
WHERE result IS NOT NULL;
COMMENT ON COLUMN alerting.incident.result IS
  'Of a request: told, the messages of each user, and outcomes, what became of each message first';
