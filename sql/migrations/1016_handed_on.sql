-- Incidents and findings are handed on.

-- That a kind is told again of a unit is an act, too.
ALTER TABLE operations.finding_act DROP CONSTRAINT finding_act_act_check;
ALTER TABLE operations.finding_act ADD CONSTRAINT finding_act_act_check
  CHECK (act IN ('acknowledged', 'assigned', 'unassigned', 'commented', 'confirmed', 'rejected', 'verdict withdrawn',
                 'muted', 'unmuted'));
