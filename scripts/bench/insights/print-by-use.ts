import { median } from '../../../src/kernel/statistics.ts';
import { type HealthyScore, LEAK_SHARES, scoreHealthy, scoreUse, type UseScore, WITHIN_DAYS } from './by-use.ts';
import { runCommand } from '../../support/open.ts';
import { HABITS } from './habits.ts';

/* Prints how soon leaks are told, by kind of use, as a table of Markdown. Seeds are fixed. */

/** Sites of the documents, with which the rules were made, and as many others. */
const FIRST_SEED = 701;
const FIRST_OTHER_SEED = 1701;
const SITES = 24;
/** Sites whose false findings are counted alone, because 24 have a handful of them by use. */
const FIRST_HEALTHY_SEED = 5001;
const HEALTHY_SITES = 240;

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)}`;
const monthsOf = (scores: readonly HealthyScore[]): number =>
  scores.reduce((sum, { unitMonths }) => sum + unitMonths, 0);
const falseIn = (scores: readonly HealthyScore[]): number =>
  scores.reduce((sum, { falseFindings }) => sum + falseFindings.length, 0);
const perFiftyMonths = (scores: readonly HealthyScore[]): string =>
  (falseIn(scores) / (monthsOf(scores) / 50)).toFixed(2);

/** Percent of leaks of one size that were found within each number of days. */
function cellOf(scores: readonly UseScore[], size: number): string {
  const leaks = scores.flatMap(({ foundAfter }) => foundAfter[size] ?? []);
  return WITHIN_DAYS.map((days) =>
    percent(leaks.filter((after) => after !== null && after <= days).length, leaks.length),
  ).join(' ');
}

/** The middle of what the rules see, as percent of the use. */
function visibleOf(scores: readonly UseScore[]): string {
  const middle = median(scores.flatMap(({ visibleShares }) => visibleShares));
  return Number.isFinite(middle) ? (100 * middle).toFixed(0) : 'none';
}

const line = (...cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);

const COMMAND = {
  name: 'npm run bench:leaks',
  summary: 'How soon leaks of each size are told in simulated sites, by kind of use, as a table of Markdown.',
  flags: {
    others: { what: 'other sites than those with which the rules were made' },
    healthy: { what: 'false findings alone, in ten times as many other sites without a leak' },
  },
  notes: ['Nothing is stored. The table takes half an hour, a line for each kind of use as soon as it is known.'],
} as const;

function printHealthy(): void {
  line('use', 'unit-months', 'false findings', 'in 50 unit-months');
  line('---', '---', '---', '---');
  const all: HealthyScore[] = [];
  const tell = (use: string, scores: readonly HealthyScore[]): void =>
    line(use, monthsOf(scores).toFixed(0), `${falseIn(scores)}`, perFiftyMonths(scores));
  for (const habit of Object.keys(HABITS)) {
    const scores = Array.from({ length: HEALTHY_SITES }, (_, at) => scoreHealthy(FIRST_HEALTHY_SEED + at, habit));
    all.push(...scores);
    tell(habit, scores);
  }
  tell('all', all);
}

await runCommand(COMMAND, async ({ values }) => {
  if (values.healthy) {
    printHealthy();
    return 0;
  }
  const first = values.others ? FIRST_OTHER_SEED : FIRST_SEED;
  const seeds = Array.from({ length: SITES }, (_, at) => first + at);
  line('use', ...LEAK_SHARES.map((share) => `${100 * share} %`), 'leaks', 'smallest seen', 'false in 50 unit-months');
  line(...Array.from({ length: LEAK_SHARES.length + 4 }, () => '---'));
  const all: ReturnType<typeof scoreUse>[] = [];
  for (const habit of Object.keys(HABITS)) {
    const scores = seeds.map((seed) => scoreUse(seed, habit));
    all.push(...scores);
    const leaks = scores.reduce((sum, { foundAfter }) => sum + (foundAfter[0]?.length ?? 0), 0);
    line(
      habit,
      ...LEAK_SHARES.map((_share, size) => cellOf(scores, size)),
      `${leaks}`,
      visibleOf(scores),
      perFiftyMonths(scores),
    );
  }
  line('all', ...LEAK_SHARES.map((_share, size) => cellOf(all, size)), '', '', perFiftyMonths(all));
  return 0;
});
