-- A message, or the digest in whose place it was, may leave without its transition: the incident was snoozed meanwhile,
-- or answered. Its recipient has heard of nothing, so nobody tells him of the end.
ALTER TABLE alerting.delivery ADD COLUMN is_withheld boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN alerting.delivery.is_withheld IS
  'The recipient was not told: nobody was called any more when the message, or the digest in its place, was written';
