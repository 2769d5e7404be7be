-- Downlinks to devices of sources. A unit has few devices, found by source_device_of_unit.

-- name: queue
-- A new downlink for each device of unit @unitId whose source declares one and whose network takes it over MQTT.
UPDATE tenant.source_device AS d
SET downlink_id = gen_random_uuid(), downlink_state = 'queued', downlink_at = @at, downlink_problem = NULL
FROM tenant.source s
WHERE s.source_key = d.source_key AND s.industry_key = @industryKey AND s.removed_at IS NULL
  AND s.downlink IS NOT NULL AND d.industry_key = @industryKey AND d.command_topic IS NOT NULL
  AND d.unit_key = (SELECT u.unit_key FROM tenant.unit u
                    WHERE u.industry_key = @industryKey AND u.unit_id = @unitId AND u.removed_at IS NULL)
RETURNING d.downlink_id;

-- name: take
-- A queued downlink, which nobody takes a second time. The source or the device may have changed since.
UPDATE tenant.source_device AS d SET downlink_state = 'sending', downlink_at = @at
FROM tenant.source s
WHERE s.source_key = d.source_key AND d.industry_key = @industryKey
  AND d.downlink_id = @downlinkId AND d.downlink_state = 'queued'
RETURNING d.device_id, d.command_topic, s.format, s.downlink;

-- name: left
-- Downlinks of all industries that have waited since before @before, or were being sent then.
SELECT industry_key, downlink_id FROM tenant.source_device
WHERE downlink_state IN ('queued', 'sending') AND downlink_at < @before ORDER BY downlink_at LIMIT @most;

-- name: finish
UPDATE tenant.source_device SET downlink_state = @state, downlink_at = @at, downlink_problem = @problem
WHERE industry_key = @industryKey AND downlink_id = @downlinkId AND downlink_state IN ('queued', 'sending');
