-- The ledger of messages: one row per message and recipient, written before anything is sent. Neither a retry nor a crash doubles a message.

CREATE TABLE alerting.delivery (
  delivery_key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  industry_key integer NOT NULL REFERENCES tenant.industry,
  incident_key bigint NOT NULL,
  ordinal      integer NOT NULL,
  channel      text NOT NULL CHECK (channel IN ('email', 'sms', 'chat-messaging', 'push', 'web', 'chat-space')),
  -- Place of the channel in the order in which channels are used.
  position     smallint NOT NULL,
  -- As the channel addresses it.
  recipient    text NOT NULL,
  -- sending: handed to the channel, whose answer is not known yet. unconfirmed: it never will be. suppressed: told by another message, or by none.
  state        text NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'unconfirmed', 'suppressed')),
  -- How many messages a recipient gets an hour is limited, but for those that somebody asked for.
  is_limited   boolean NOT NULL,
  -- The message that tells this one too.
  carrier_key  bigint REFERENCES alerting.delivery ON DELETE SET NULL,
  attempts     smallint NOT NULL DEFAULT 0,
  provider_id  text,
  -- Why it is not sent.
  problem      text,
  queued_at    timestamptz NOT NULL,
  -- Not before: the end of quiet hours, or of the pause before the next attempt.
  due_at       timestamptz NOT NULL,
  started_at   timestamptz,
  finished_at  timestamptz,
  FOREIGN KEY (incident_key, ordinal) REFERENCES alerting.transition ON DELETE CASCADE,
  UNIQUE (incident_key, ordinal, channel, recipient)
);
CREATE INDEX delivery_due ON alerting.delivery (industry_key, due_at) WHERE state = 'queued';
CREATE INDEX delivery_sending ON alerting.delivery (started_at) WHERE state = 'sending';
CREATE INDEX delivery_of_recipient ON alerting.delivery (industry_key, channel, recipient, queued_at) WHERE is_limited;
CREATE INDEX delivery_carried ON alerting.delivery (carrier_key) WHERE carrier_key IS NOT NULL;
