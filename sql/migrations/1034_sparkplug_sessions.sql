-- A device of Sparkplug B knows the session of its node, because another process may hear the death of an earlier one.

-- Number of the session (bdSeq) in which its node was born last; null: not told.
ALTER TABLE tenant.source_device ADD COLUMN node_session bigint;
