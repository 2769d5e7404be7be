-- Downlinks whose job a killed process has left out are found every minute.

CREATE INDEX source_device_waiting_downlink ON tenant.source_device (downlink_at)
WHERE downlink_state IN ('queued', 'sending');
