import { isoOf, isoOrNull } from '../kernel/time/iso.ts';
import type { DataContext } from '../context.ts';
import { measureOfAlert } from './rules/alert-request.ts';
import { readRule } from './rules/read-rule.ts';
import { invalid } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { industryFrom, withNamed } from '../kernel/industry/retired.ts';
import { isObject } from '../kernel/json.ts';
import { formatRequestDate } from '../kernel/time/business-date.ts';
import { listRules } from './store/alert-rules.ts';
import { type Backtest, backtest, type BacktestRequest, type ReplayedRule } from './backtest.ts';
import { requireAlertId, unknownAlert } from './manage-rules.ts';

/** A rule that is defined, or the body of one that may be. */
interface BacktestAsked extends BacktestRequest {
  readonly ruleId?: string | undefined;
  readonly rule?: Readonly<Record<string, unknown>> | undefined;
}

const MOST_INCIDENTS = 1000;

/** @throws ServiceError 1403 without a rule or with two; 404 for a rule that is not there; else as {@link backtest}. */
export async function runBacktest(context: DataContext, industry: Industry, asked: BacktestAsked) {
  const rule = await ruleOf(context, industry, asked);
  const found = await backtest(context, industry, rule, asked);
  const perWeek = (count: number): number | null =>
    found.weeks === 0 ? null : Math.round((count / found.weeks) * 100) / 100;
  const { suggestion } = found;
  return {
    alertType: rule.alertType,
    settings: rule.settings,
    holdMinutes: rule.holdMinutes,
    recoverMinutes: rule.recoverMinutes,
    from: formatRequestDate(asked.from),
    to: formatRequestDate(asked.to),
    begins: isoOf(found.span.fromEpochMs),
    ends: isoOf(found.span.untilEpochMs),
    units: found.unitCount,
    count: found.count,
    countBegunBefore: found.countBegunBefore,
    perWeek: perWeek(found.count),
    totalDurationMinutes: found.totalMinutes,
    incidentsLeftOut: Math.max(0, found.count - MOST_INCIDENTS),
    incidents: found.incidents.slice(-MOST_INCIDENTS).map((one) => shownIncident(one, rule)),
    threshold:
      found.tuning === null
        ? null
        : {
            parameter: found.tuning.parameter,
            fires: found.tuning.sign === 1 ? ('above' as const) : ('below' as const),
          },
    series: asked.series ? found.series.map((one) => shownSeries(one, rule)) : null,
    suggestion:
      suggestion === null
        ? null
        : { ...suggestion, perWeek: suggestion.count === null ? null : perWeek(suggestion.count) },
  };
}

async function ruleOf(
  { database }: DataContext,
  industry: Industry,
  { ruleId, rule, from }: Pick<BacktestAsked, 'ruleId' | 'rule' | 'from'>,
): Promise<ReplayedRule> {
  if ((ruleId === undefined) === (rule === undefined)) {
    const problem = `is ${rule === undefined ? 'missing' : 'given beside ruleId'}, allowed is either ruleId or rule`;
    throw invalid(1403, 'rule', problem);
  }
  // Fields that only messages need may be left out.
  // A rule may name units that were retired since it was defined, and is replayed on units that counted on its days.
  if (ruleId === undefined)
    return readRule(
      { title: 'Back-test', severity: 'low', ...rule },
      withNamed(industryFrom(industry, from), idsNamed(rule)),
    );
  const id = requireAlertId(ruleId);
  const found = (await listRules(database, industry.industryKey)).find((one) => one.ruleId === id);
  if (found === undefined) throw unknownAlert(ruleId);
  return found;
}

/** Ids in the scope of a rule that was not looked at yet. */
function idsNamed(rule: BacktestAsked['rule'] = {}): readonly string[] {
  const scope = rule['scope'];
  const ids: unknown = isObject(scope) ? scope['ids'] : rule['units'];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

const shownSeries = (
  { unit, siUnit, hasWindows, limit, stretches }: Backtest['series'][number],
  { alertType, settings }: ReplayedRule,
) => ({
  unitId: unit?.current.unitId ?? null,
  unitName: unit?.current.displayName ?? null,
  siUnit: measureOfAlert(alertType, settings, unit?.current ?? null, siUnit),
  form: hasWindows ? ('bars' as const) : ('line' as const),
  limit,
  points: [...stretches.values()].map(({ fromEpochMs, untilEpochMs, lowest, highest, isFalling, isAfterGap }) => ({
    from: isoOf(fromEpochMs),
    to: isoOf(untilEpochMs),
    lowest,
    highest,
    falling: isFalling,
    afterGap: isAfterGap,
  })),
});

const shownIncident = (
  { unit, siUnit, ...found }: Backtest['incidents'][number],
  { alertType, settings }: ReplayedRule,
) => ({
  unitId: unit?.current.unitId ?? null,
  unitName: unit?.current.displayName ?? null,
  from: isoOf(found.firedEpochMs),
  to: isoOrNull(found.recoveredEpochMs),
  since: isoOf(found.sinceEpochMs),
  begunBefore: found.isBegunBefore,
  durationMinutes: found.durationMinutes,
  windowStart: isoOrNull(found.windowStartEpochMs),
  value: found.value,
  limit: found.limit,
  peak: found.peak,
  excess: found.excess,
  siUnit: measureOfAlert(alertType, settings, unit?.current ?? null, siUnit),
});
