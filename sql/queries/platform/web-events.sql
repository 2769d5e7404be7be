-- Events published to open pages. Every statement names channels; the channel of an industry carries its industry_key.

-- name: publish
-- Stores an event and tells it when the transaction commits. The channel's lock lasts as long, so keys of a channel are
-- in the order of commits, and a listener who has read up to a key can miss none.
WITH turn AS MATERIALIZED (
  SELECT pg_advisory_xact_lock(7224007, hashtext(@channel)),
         (SELECT industry_key FROM tenant.industry WHERE industry_id = @industryId) AS industry_key
), added AS (
  INSERT INTO alerting.web_event (channel, industry_key, name, payload, created_at)
  SELECT @channel, turn.industry_key, @name, @payload, @now FROM turn
  RETURNING event_key
)
SELECT added.event_key, pg_notify('web_event', json_build_object('channel', @channel::text)::text) FROM added;

-- name: tell
-- Tells an event without storing it, so a page that does not listen at this moment misses it.
SELECT pg_notify('web_event', @text);

-- name: after
-- Events of each channel @channels after key @afterKeys (parallel), in order, up to a limit per channel.
SELECT w.channel, e.event_key, e.name, e.payload
FROM unnest(@channels::text[], @afterKeys::bigint[]) AS w (channel, after)
CROSS JOIN LATERAL (
  SELECT event_key, name, payload FROM alerting.web_event
  WHERE channel = w.channel AND event_key > w.after
  ORDER BY event_key LIMIT @limit) AS e
ORDER BY w.channel, e.event_key;

-- name: position
-- The newest key of a channel, whether event @key is still remembered, and how many came after it, up to @limit.
SELECT coalesce((SELECT max(event_key) FROM alerting.web_event WHERE channel = @channel), 0) AS newest,
       EXISTS (SELECT FROM alerting.web_event WHERE channel = @channel AND event_key = @key) AS is_remembered,
       (SELECT count(*) FROM (SELECT FROM alerting.web_event WHERE channel = @channel AND event_key > @key
                              LIMIT @limit) AS later) AS later_count;

-- name: industry_id
SELECT industry_id FROM tenant.industry WHERE industry_key = @industryKey;

-- name: forget
-- Upkeep. The newest event of each channel stays, because an open page knows its place by it, however long nothing
-- happens.
DELETE FROM alerting.web_event e
WHERE e.created_at < @before AND EXISTS (SELECT FROM alerting.web_event later
                                    WHERE later.channel = e.channel AND later.event_key > e.event_key);
