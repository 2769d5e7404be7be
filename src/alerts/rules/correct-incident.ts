import { isDeepStrictEqual } from 'node:util';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { Incident } from './incident-record.ts';
import type { AlertRule } from './rule.ts';
import { isSame, type Occurrence } from './occurrences.ts';
import { sumOrNull } from '../../figures/rules/processors/numbers.ts';

/** The final figures of an incident that is over. */
interface CameTo {
  readonly sinceEpochMs: EpochMillis;
  readonly closedAt: EpochMillis;
  readonly durationMs: number;
  readonly peak: number | null;
  readonly excess: number | null;
}

const distanceOf = ({ peak, limit }: Occurrence): number =>
  peak === null || limit === null ? -1 : Math.abs(peak - limit);

type Definition = Pick<AlertRule, 'alertType' | 'settings' | 'holdMinutes' | 'recoverMinutes' | 'version'>;

/** True when the rule still watches the same condition. Recipients and names do not change its findings. */
export function hasSameCondition(
  { alertType, evidence }: Pick<Incident, 'alertType' | 'evidence'>,
  rule: Definition,
): boolean {
  const { settings, holdMinutes, recoverMinutes, ruleVersion } = evidence;
  if (ruleVersion === rule.version) return true;
  const now = [rule.alertType, rule.settings, rule.holdMinutes, rule.recoverMinutes];
  return isDeepStrictEqual([alertType, settings, holdMinutes, recoverMinutes], now);
}

/**
 * Final figures of a recovered incident by a replay. An incident that a correction has cut in two stays one. null: the
 * replay does not know, because it has seen no beginning or no end, or joins the incident with another one.
 * @param others incidents of the same rule and unit.
 * @param firstLookAt when the replay looked first.
 */
export function correctedOutcomeOf(
  incident: Incident,
  others: readonly Incident[],
  occurrences: readonly Occurrence[],
  firstLookAt: EpochMillis,
): CameTo | null {
  const own = occurrences.filter((occurrence) => isSame(occurrence, incident));
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined || last.recoveredEpochMs === null) return null;
  // The incident began before the replay did.
  if (!(Date.parse(String(incident.evidence['since'])) >= firstLookAt)) return null;
  if (own.some((one) => others.some((other) => other !== incident && isSame(one, other)))) return null;
  const worst = own.reduce((before, one) => (distanceOf(one) > distanceOf(before) ? one : before));
  const { sinceEpochMs } = first;
  return {
    sinceEpochMs,
    closedAt: last.recoveredEpochMs,
    durationMs: last.sinceEpochMs + (last.durationMs ?? 0) - sinceEpochMs,
    peak: worst.peak,
    excess: sumOrNull(own.map(({ excess }) => excess)),
  };
}
