-- Short memory of what was published to open pages, for those that come back.

CREATE TABLE alerting.web_event (
  -- Within a channel later means committed later: it is given under the channel's lock.
  event_key    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel      text NOT NULL,
  -- null: the channel is nobody's, such as that of operators.
  industry_key integer REFERENCES tenant.industry,
  name         text NOT NULL,
  payload      jsonb NOT NULL,
  created_at   timestamptz NOT NULL
);
CREATE INDEX web_event_channel ON alerting.web_event (channel, event_key);
CREATE INDEX web_event_industry ON alerting.web_event (industry_key);
CREATE INDEX web_event_created ON alerting.web_event (created_at);
