-- What an incident that is over came to may be corrected with its readings, and its history says so.

ALTER TABLE alerting.transition
  DROP CONSTRAINT transition_kind_check,
  ADD CONSTRAINT transition_kind_check
    CHECK (kind IN ('fired', 'recovered', 'corrected', 'withdrawn', 'resolved', 'acknowledged', 'snoozed', 'escalated', 'reminded'));
