-- Sources of an industry and their devices. Each message asks for its source by the id, and for its devices by the
-- primary key.

-- name: list
-- Sources by name; @sourceId selects one, null all. @sourceKey likewise.
SELECT s.source_key, s.source_id, s.name, s.format, s.mapping, s.downlink, s.version, s.created_by, s.created_at,
       s.updated_by, s.updated_at, s.problem, s.problem_at, s.problem_count, s.problem_example,
       (SELECT max(d.last_heard_at) FROM tenant.source_device d WHERE d.source_key = s.source_key) AS last_heard_at,
       (SELECT count(*)::int FROM tenant.source_device d WHERE d.source_key = s.source_key
                                                          AND d.unit_key IS NOT NULL) AS device_count,
       (SELECT count(*)::int FROM tenant.source_device d WHERE d.source_key = s.source_key
                                                          AND d.unit_key IS NULL) AS waiting_count,
       ARRAY(SELECT k.key_id FROM tenant.device_key k
             WHERE k.source_key = s.source_key AND k.revoked_at IS NULL ORDER BY k.created_at, k.key_id) AS key_ids
FROM tenant.source s
WHERE s.industry_key = @industryKey AND s.removed_at IS NULL AND (@sourceId::uuid IS NULL OR s.source_id = @sourceId)
ORDER BY s.name, s.source_key;

-- name: find
-- The source of a message, without what is counted of it: by its id, or by the source that a device key is of.
SELECT source_key, source_id, name, format, mapping, downlink FROM tenant.source
WHERE industry_key = @industryKey AND removed_at IS NULL
  AND (source_id = @sourceId::uuid OR source_key = @sourceKey::int);

-- name: hold
-- The lock admits one change of a source at a time, until the transaction ends. Messages of new devices go on.
SELECT source_key FROM tenant.source
WHERE industry_key = @industryKey AND source_id = @sourceId AND removed_at IS NULL FOR NO KEY UPDATE;

-- name: hold_industry
-- The lock makes a second creation wait, because sources are counted before.
SELECT industry_key FROM tenant.industry WHERE industry_key = @industryKey FOR NO KEY UPDATE;

-- name: count
SELECT count(*)::int AS sources FROM tenant.source WHERE industry_key = @industryKey AND removed_at IS NULL;

-- name: add
INSERT INTO tenant.source (industry_key, name, format, mapping, downlink, created_by, created_at, updated_by,
                           updated_at)
VALUES (@industryKey, @name, @format, @mapping::jsonb, @downlink::jsonb, @by, @at, @by, @at)
RETURNING source_key, source_id;

-- name: change
-- Another mapping starts the count of problems anew.
UPDATE tenant.source
SET name = @name, format = @format, mapping = @mapping::jsonb, downlink = @downlink::jsonb,
    updated_by = @by, updated_at = @at, version = version + 1,
    problem = NULL, problem_at = NULL, problem_count = 0, problem_example = NULL
WHERE industry_key = @industryKey AND source_key = @sourceKey;

-- name: forget_ways
-- A source that is of another network by now does not know where that takes downlinks.
UPDATE tenant.source_device SET command_topic = NULL
WHERE industry_key = @industryKey AND source_key = @sourceKey AND command_topic IS NOT NULL;

-- name: touch
-- Another device has a unit: that is another version of the source.
UPDATE tenant.source SET updated_by = @by, updated_at = @at, version = version + 1
WHERE industry_key = @industryKey AND source_key = @sourceKey;

-- name: remove
UPDATE tenant.source SET removed_at = @at, updated_by = @by, updated_at = @at
WHERE industry_key = @industryKey AND source_key = @sourceKey;

-- name: remove_devices
DELETE FROM tenant.source_device WHERE industry_key = @industryKey AND source_key = @sourceKey;

-- name: note_problem
UPDATE tenant.source
SET problem = @problem, problem_at = @at, problem_count = problem_count + @count, problem_example = @example
WHERE industry_key = @industryKey AND source_key = @sourceKey;

-- name: devices
-- Devices of a source, those that wait first, those heard last before others. @deviceIds selects some, null all.
SELECT d.device_id, u.unit_id, u.display_name AS unit_name, d.first_heard_at, d.last_heard_at, d.messages, d.example,
       d.battery_percent, d.battery_volts, d.rssi, d.snr, d.died_at, d.command_topic IS NOT NULL AS takes_downlinks,
       d.downlink_state, d.downlink_at, d.downlink_problem
FROM tenant.source_device d LEFT JOIN tenant.unit u USING (unit_key)
WHERE d.industry_key = @industryKey AND d.source_key = @sourceKey
  AND (@deviceIds::text[] IS NULL OR d.device_id = ANY (@deviceIds::text[]))
ORDER BY d.unit_key IS NOT NULL, d.last_heard_at DESC NULLS LAST, d.device_id;

-- name: place_devices
-- Gives devices to units. A device that is given to one waits no more, so that its example is not needed.
INSERT INTO tenant.source_device AS d (source_key, device_id, industry_key, unit_key)
SELECT @sourceKey, p.device_id, @industryKey, p.unit_key
FROM unnest(@deviceIds::text[], @unitKeys::int[]) AS p (device_id, unit_key)
ON CONFLICT (source_key, device_id) DO UPDATE SET unit_key = excluded.unit_key, example = NULL;

-- name: part_devices
-- Takes devices that are not named from their units. Those that were heard wait, the others go.
UPDATE tenant.source_device SET unit_key = NULL
WHERE industry_key = @industryKey AND source_key = @sourceKey AND NOT device_id = ANY (@deviceIds::text[]);

-- name: drop_unheard
DELETE FROM tenant.source_device
WHERE industry_key = @industryKey AND source_key = @sourceKey AND unit_key IS NULL AND first_heard_at IS NULL;

-- name: drop_device
DELETE FROM tenant.source_device
WHERE industry_key = @industryKey AND source_key = @sourceKey AND device_id = @deviceId;

-- name: units
-- Units of the devices of a source.
SELECT DISTINCT unit_key FROM tenant.source_device
WHERE industry_key = @industryKey AND source_key = @sourceKey AND unit_key IS NOT NULL;

-- name: count_devices
SELECT count(*) FILTER (WHERE unit_key IS NOT NULL)::int AS placed, count(*) FILTER (WHERE unit_key IS NULL)::int AS
       waiting
FROM tenant.source_device WHERE industry_key = @industryKey AND source_key = @sourceKey;

-- name: add_heard
-- Devices that were never heard of, the first @room of them as they were sent: those that wait already have the rest.
-- They are added in the order of their ids, so that two requests with the same devices cannot wait for each other.
INSERT INTO tenant.source_device (source_key, device_id, industry_key)
SELECT @sourceKey, n.device_id, @industryKey
FROM (SELECT n.device_id
      FROM unnest(@deviceIds::text[]) WITH ORDINALITY AS n (device_id, position)
      WHERE NOT EXISTS (SELECT FROM tenant.source_device d
                        WHERE d.source_key = @sourceKey AND d.device_id = n.device_id)
      ORDER BY n.position
      LIMIT @room) AS n
ORDER BY n.device_id
ON CONFLICT (source_key, device_id) DO NOTHING;

-- name: hold_devices
-- Two messages of a device wait for each other, because each knows the other's frame. The order keeps two requests of
-- many devices from waiting for each other.
-- A death of a unit ends with a device that was dead or was never heard before.
SELECT d.device_id, u.unit_id, d.unit_key, d.frames,
       d.died_at IS NOT NULL OR d.first_heard_at IS NULL AS may_end_death
FROM tenant.source_device d LEFT JOIN tenant.unit u USING (unit_key)
WHERE d.industry_key = @industryKey AND d.source_key = @sourceKey AND d.device_id = ANY (@deviceIds::text[])
ORDER BY d.device_id
FOR UPDATE OF d;

-- name: note_deaths
-- A device that is told dead twice has died the first time. Rows are locked in the order of their ids. @unitIds names
-- the units whose devices alone are noted; null for all. All devices of dead nodes @nodeIds have died, unless they are
-- named beside. The death of a session is none of a device whose node has begun another one since. @sessions,
-- @nodeSessions: those in which devices were born or have died; null: not told.
UPDATE tenant.source_device AS d
SET died_at = CASE WHEN NOT n.is_dead THEN NULL WHEN n.session <> d.node_session THEN d.died_at
                   ELSE coalesce(d.died_at, @at) END,
    node_session = CASE WHEN n.is_dead THEN d.node_session ELSE coalesce(n.session, d.node_session) END
FROM (SELECT d.device_id, n.is_dead, n.session
      FROM tenant.source_device d
      JOIN (SELECT device_id, is_dead, session
            FROM unnest(@deviceIds::text[], @areDead::bool[], @sessions::bigint[]) AS t (device_id, is_dead, session)
            UNION ALL
            SELECT of_node.device_id, true, dead.session
            FROM unnest(@nodeIds::text[], @nodeSessions::bigint[]) AS dead (node_id, session)
            JOIN tenant.source_device of_node ON of_node.industry_key = @industryKey
                                             AND of_node.source_key = @sourceKey
                                             AND starts_with(of_node.device_id, dead.node_id || '/')
            WHERE NOT of_node.device_id = ANY (@deviceIds::text[])) AS n USING (device_id)
      LEFT JOIN tenant.unit u USING (unit_key)
      WHERE d.industry_key = @industryKey AND d.source_key = @sourceKey
        AND (@unitIds::text[] IS NULL OR u.unit_id = ANY (@unitIds::text[]))
      ORDER BY d.device_id FOR UPDATE OF d) AS n
WHERE d.industry_key = @industryKey AND d.source_key = @sourceKey AND d.device_id = n.device_id
RETURNING d.device_id, d.unit_key;

-- name: note_sessions
-- Nodes @nodeIds have begun sessions, and so have their devices, those at units @unitIds alone; null for all.
UPDATE tenant.source_device AS d SET node_session = n.session
FROM (SELECT d.device_id, born.session
      FROM unnest(@nodeIds::text[], @nodeSessions::bigint[]) AS born (node_id, session)
      JOIN tenant.source_device d ON d.device_id = born.node_id OR starts_with(d.device_id, born.node_id || '/')
      LEFT JOIN tenant.unit u USING (unit_key)
      WHERE d.industry_key = @industryKey AND d.source_key = @sourceKey
        AND d.node_session IS DISTINCT FROM born.session
        AND (@unitIds::text[] IS NULL OR u.unit_id = ANY (@unitIds::text[]))
      ORDER BY d.device_id FOR UPDATE OF d) AS n
WHERE d.industry_key = @industryKey AND d.source_key = @sourceKey AND d.device_id = n.device_id;

-- name: note_heard
-- A value that a message does not tell stays as the last message told it.
UPDATE tenant.source_device AS d
SET first_heard_at = coalesce(d.first_heard_at, @at), last_heard_at = @at, died_at = NULL,
    messages = d.messages + h.messages, example = CASE WHEN d.unit_key IS NULL THEN h.example END, frames = h.frames,
    battery_percent = coalesce(h.battery_percent, d.battery_percent),
    battery_volts = coalesce(h.battery_volts, d.battery_volts), rssi = coalesce(h.rssi, d.rssi),
    snr = coalesce(h.snr, d.snr), command_topic = coalesce(h.command_topic, d.command_topic)
FROM jsonb_to_recordset(@heard::jsonb) AS h (device_id text, messages bigint, example text, frames jsonb,
                                             battery_percent real, battery_volts real, rssi real, snr real,
                                             command_topic text)
WHERE d.industry_key = @industryKey AND d.source_key = @sourceKey AND d.device_id = h.device_id;
