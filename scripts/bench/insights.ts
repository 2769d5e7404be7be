import { monitorEventLoopDelay } from 'node:perf_hooks';
import { addDays, businessDate } from '../../src/kernel/time/business-date.ts';
import { computeInsights } from '../../src/findings/insights/compute-insights.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';
import { loadMeters } from './bare-load.ts';
import { RUN_AND_REST } from './insights/habits.ts';
import {
  type LeakScore,
  PLANTED,
  type Score,
  scoreLeaks,
  scoreRun,
  scoreSwaps,
  type SwapScore,
} from './insights/score.ts';
import { type Line, valueLine } from './lines.ts';
import { secondsOf, shownFigure } from './measure.ts';
import { meterReadings, provisionMeters, SLOTS_PER_DAY } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';

const SEEDS = Array.from({ length: 24 }, (_, at) => 101 + at);
const DAYS = 63;
const SECONDS = 30;
const MEGABYTE = 1_048_576;
const BORE_LEAK_SHARE = 0.15;
const MOST_RESTS = 3;

/** Faults planted in simulated sites, and an industry whose findings are judged. */
export const insightsRow: BenchRow = {
  name: 'insights',
  run: async ({ context, share, say }) => {
    const scores = SEEDS.map((seed) => scoreRun(seed));
    const rests = RUN_AND_REST.flatMap((habit) => SEEDS.map((seed) => scoreLeaks(seed, habit, BORE_LEAK_SHARE)));
    const lines = [...linesOf(scores), ...restLines(rests), ...swapLines(SEEDS.map((seed) => scoreSwaps(seed)))];
    const units = atShare(share, 1000);
    const now = businessDate(new Date(context.clock.now()).toISOString().slice(0, 10));
    const [from, to] = [addDays(now, -DAYS), addDays(now, -1)];
    const industry = await provisionMeters(context, 'BENCH_INSIGHTS', units);
    say(`${units} units of ${DAYS} days are stored and processed`);
    await loadMeters(context, industry, () => meterReadings(industry, Date.parse(from), DAYS * SLOTS_PER_DAY));
    await processDays(context, wholeRun(industry, from, to));
    const before = process.memoryUsage().rss;
    const held = monitorEventLoopDelay({ resolution: 1 });
    held.enable();
    const seconds = await secondsOf(() => computeInsights(context, industry));
    held.disable();
    const memory = Math.max(0, process.memoryUsage().rss - before) / MEGABYTE;
    return [
      ...lines,
      valueLine(
        {
          what: `insights of ${units} units over ${DAYS} days`,
          measured: `${shownFigure(seconds)} s, ${shownFigure(memory)} MB, others wait ${shownFigure(held.max / 1e6)} ms at most`,
          against: '',
        },
        seconds,
        { atMost: SECONDS },
        's',
      ),
    ];
  },
};

function linesOf(scores: readonly Score[]): Line[] {
  const faults = scores.flatMap((score) => score.faults);
  const found = faults.filter(({ foundAfter }) => foundAfter !== null);
  const falsely = scores.flatMap((score) => score.falseFindings).length;
  const truly = scores.reduce((sum, { trueFindings }) => sum + trueFindings, 0);
  const months = scores.reduce((sum, { unitMonths }) => sum + unitMonths, 0);
  const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
  const recall = (what: string, of: readonly (typeof faults)[number][], atLeast: number): Line => {
    const value = share(of.filter(({ foundAfter }) => foundAfter !== null).length, of.length);
    const measured = `${(100 * value).toFixed(1)} % of ${of.length}`;
    return valueLine({ what, measured, against: 'within three days of use' }, value, { atLeast }, '');
  };
  const leaks = faults.filter(({ kind }) => kind === 'leak');
  const meters = faults.filter(({ kind }) => kind !== 'leak');
  return [
    recall(
      `insights: recall, ${PLANTED.leaks} leaks, ${PLANTED.stuck} stuck, ${PLANTED.reversed} reversed a run`,
      faults,
      0.92,
    ),
    recall(
      'insights: recall, leaks of 5 to 10 % of use',
      leaks.filter(({ share: size }) => (size ?? 0) < 0.1),
      0.82,
    ),
    recall(
      'insights: recall, leaks of 10 % and more',
      leaks.filter(({ share: size }) => (size ?? 0) >= 0.1),
      0.96,
    ),
    recall(
      'insights: recall, stuck and reversed meters with a rhythm',
      meters.filter(({ hasRhythm }) => hasRhythm),
      0.97,
    ),
    recall(
      'insights: recall, stuck and reversed meters without one',
      meters.filter(({ hasRhythm }) => !hasRhythm),
      0,
    ),
    valueLine(
      {
        what: 'insights: precision of all findings',
        measured: `${(100 * share(truly, truly + falsely)).toFixed(1)} % of ${truly + falsely}`,
        against: `${found.length} faults found`,
      },
      share(truly, truly + falsely),
      { atLeast: 0.9 },
      '',
    ),
    valueLine(
      {
        what: 'insights: false findings in 50 unit-months',
        measured: (falsely / (months / 50)).toFixed(2),
        against: `${Math.round(months)} unit-months`,
      },
      falsely / (months / 50),
      { atMost: 1 },
      '',
    ),
  ];
}

function restLines(scores: readonly LeakScore[]): Line[] {
  const leaks = scores.flatMap(({ restsUntilFound }) => restsUntilFound);
  const share = leaks.filter((rests) => rests !== null && rests <= MOST_RESTS).length / leaks.length;
  const months = scores.reduce((sum, { unitMonths }) => sum + unitMonths, 0);
  const falsely = scores.reduce((sum, one) => sum + one.falseFindings, 0) / (months / 50);
  return [
    valueLine(
      {
        what: 'insights: recall, leaks of 15 % in pumps that run and rest for days',
        measured: `${(100 * share).toFixed(1)} % of ${leaks.length}`,
        against: 'within three days with rest',
      },
      share,
      { atLeast: 0.95 },
      '',
    ),
    valueLine(
      {
        what: 'insights: false findings of these in 50 unit-months',
        measured: falsely.toFixed(2),
        against: `${Math.round(months)} unit-months`,
      },
      falsely,
      { atMost: 1 },
      '',
    ),
  ];
}

function swapLines(scores: readonly SwapScore[]): Line[] {
  const told = scores.flatMap((score) => score.told);
  const share = told.filter(Boolean).length / told.length;
  const falsely = scores.reduce((sum, { falsePairs }) => sum + falsePairs, 0);
  return [
    valueLine(
      {
        what: 'insights: swapped pairs that are told as one matter',
        measured: `${(100 * share).toFixed(1)} % of ${told.length}`,
        against: 'of pairs of which anything is told',
      },
      share,
      { atLeast: 0.85 },
      '',
    ),
    valueLine(
      {
        what: 'insights: pairs told as swapped that are not',
        measured: `${falsely}`,
        against: `${scores.length} runs`,
      },
      falsely,
      { atMost: 1 },
      '',
    ),
  ];
}
