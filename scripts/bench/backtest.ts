import { CONDITIONS } from '../../src/alerts/rules/conditions.ts';
import type { AlertType } from '../../src/alerts/rules/types.ts';
import { businessDate, daysBetween } from '../../src/kernel/time/business-date.ts';
import { backtest } from '../../src/alerts/backtest.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';
import { loadMeters } from './bare-load.ts';
import { type Line, valueLine } from './lines.ts';
import { secondsOf, shownFigure } from './measure.ts';
import { meterReadings, provisionMeters, SLOTS_PER_DAY } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';

const TARGET_SECONDS = 10;
/** One rule for each source of history: documents, their hours, readings, instants of readings. */
const RULES: readonly (readonly [AlertType, Readonly<Record<string, unknown>>])[] = [
  ['no_flow_n_days', {}],
  ['unit_threshold', { limit: 3.3 }],
  ['hourly_threshold', { limit: 0.27 }],
  ['flow_rate_above_the_range', { high: 0.4 }],
  ['device_status', {}],
];

/** A rule replayed over a calendar year of five-minute readings. */
export const backtestRow: BenchRow = {
  name: 'backtest',
  run: async ({ context, share, say }) => {
    const units = atShare(share, 100);
    const year = new Date(context.clock.now()).getUTCFullYear() - 1;
    const [from, to] = [businessDate(`${year}-01-01`), businessDate(`${year}-12-31`)];
    const industry = await provisionMeters(context, 'BENCH_BACKTEST', units);
    const slots = (daysBetween(from, to) + 1) * SLOTS_PER_DAY;
    say(`${shownFigure(units * slots)} readings stored and processed`);
    await loadMeters(context, industry, () => meterReadings(industry, Date.parse(from), slots));
    await processDays(context, wholeRun(industry, from, to));
    const lines: Line[] = [];
    for (const [alertType, settings] of RULES) {
      const condition = CONDITIONS[alertType];
      const rule = {
        alertType,
        scope: { kind: 'industry', ids: [] } as const,
        settings: condition.settings.parse(settings),
        ...condition.defaults,
      };
      const asked = { from, to, suggest: false, series: false };
      const seconds = await secondsOf(() => backtest(context, industry, rule, asked));
      lines.push(
        valueLine(
          {
            what: `back-test of ${alertType}, a year of ${units} units`,
            measured: `${shownFigure(seconds)} s`,
            against: '',
          },
          seconds,
          { atMost: TARGET_SECONDS },
          's',
        ),
      );
    }
    return lines;
  },
};
