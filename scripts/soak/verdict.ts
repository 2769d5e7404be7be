import { nearestRank, shownFigure } from '../bench/measure.ts';
import { type Line, valueLine } from '../bench/lines.ts';
import type { Kept } from './acknowledged.ts';
import type { OverloadFigures } from './overload.ts';
import type { KindFigures, Recorder } from './recorder.ts';
import { memoryOf, type Moment } from './watch.ts';

/** Figures that a soak has seen. */
export interface SeenInSoak {
  readonly isServer: boolean;
  readonly minutes: number;
  readonly recorder: Pick<Recorder, 'figures' | 'millisecondsOf'>;
  readonly samples: readonly Moment[];
  readonly kept: Kept;
  readonly overload: readonly OverloadFigures[];
}

/** 99 of 100 reads are answered within this time. */
const READS_MILLISECONDS = { server: 250, embedded: 600 };
const PAGES_MILLISECONDS = 2000;
const HELD_MILLISECONDS = 20;
/** Memory may grow by so much of itself in an hour. */
const GROWTH_SHARE = 0.1;
/** In a shorter run memory still grows because the process has just begun. */
const LEAST_MINUTES_FOR_MEMORY = 10;
const RECOVERY_SECONDS = 10;

// A request without an answer has a word in place of its status, or 0.
const isFault = (status: number): boolean => !(status > 0) || (status >= 500 && status !== 503);
const count = (figures: readonly KindFigures[], isCounted: (status: number) => boolean): number =>
  figures.reduce(
    (sum, { statuses }) =>
      sum + Object.entries(statuses).reduce((of, [status, times]) => of + (isCounted(Number(status)) ? times : 0), 0),
    0,
  );

function waits(seen: SeenInSoak, phase: string, group: 'reads' | 'pages', most: number): Line[] {
  const milliseconds = seen.recorder.millisecondsOf(phase, group);
  if (milliseconds.length === 0) return [];
  const p99 = nearestRank(milliseconds, 0.99);
  return [
    valueLine(
      {
        what: `${phase}: ${group} of people, 99 of 100 within`,
        measured: `${shownFigure(p99)} ms`,
        against: `p50 ${shownFigure(nearestRank(milliseconds, 0.5))} ms, ${shownFigure(milliseconds.length)} of them`,
      },
      p99,
      { atMost: most },
      'ms',
    ),
  ];
}

const plainLine = (what: string, value: number, most: number, against = ''): Line =>
  valueLine({ what, measured: shownFigure(value), against }, value, { atMost: most }, '');

/** The bounds of a soak, each with what was measured. */
export function soakBounds(seen: SeenInSoak): Line[] {
  const figures = seen.recorder.figures();
  const mixed = figures.filter(({ phase }) => phase === 'mixed day');
  const reads = READS_MILLISECONDS[seen.isServer ? 'server' : 'embedded'];
  const overloaded = figures.map(({ phase }) => phase).filter((phase) => phase.startsWith('overload'));
  const held = seen.samples
    .filter(({ phase }) => phase === 'mixed day')
    .map(({ heldMilliseconds }) => heldMilliseconds);
  const connections = seen.samples.flatMap((sample) => sample.connections ?? []);
  return [
    ...waits(seen, 'mixed day', 'reads', reads),
    ...waits(seen, 'mixed day', 'pages', PAGES_MILLISECONDS),
    plainLine(
      'mixed day: answers 5xx, or none at all',
      count(mixed, (status) => status === 0 || status >= 500),
      0,
    ),
    plainLine(
      'mixed day: answers 4xx',
      count(mixed, (status) => status >= 400 && status < 500),
      0,
    ),
    ...(held.length === 0
      ? []
      : [
          valueLine(
            {
              what: 'mixed day: the event loop is held, 99 of 100 turns at most; the longest',
              measured: `${shownFigure(Math.max(...held.map(({ p99 }) => p99)))} ms; ${shownFigure(Math.max(...held.map(({ most }) => most)))} ms`,
              against: '',
            },
            Math.max(...held.map(({ most }) => most)),
            { atMost: HELD_MILLISECONDS },
            'ms',
          ),
        ]),
    ...memoryLines(seen),
    ...(connections.length === 0
      ? []
      : [told('connections to the database, at most', shownFigure(Math.max(...connections)))]),
    ...[...new Set(overloaded)].flatMap((phase) => waits(seen, phase, 'reads', reads)),
    ...seen.overload.flatMap(overloadLines),
    plainLine(
      `of ${shownFigure(seen.kept.acknowledged)} acknowledged readings: missing or with another value`,
      seen.kept.missing + seen.kept.different,
      0,
    ),
  ];
}

const told = (what: string, measured: string, against = ''): Line => ({
  what,
  measured,
  against,
  ratio: '',
  target: '',
  met: null,
});

function memoryLines({ samples, minutes }: SeenInSoak): Line[] {
  const memory = memoryOf(samples.filter(({ phase }) => phase === 'mixed day'));
  if (memory === null) return [];
  const what = 'memory of the process at the begin, after a quarter, at the end';
  const measured = [memory.begin, memory.quarter, memory.end].map(shownFigure).join('; ');
  const against = `at most ${shownFigure(memory.most)} MB, ${shownFigure(Math.round(memory.slope))} MB an hour`;
  if (minutes < LEAST_MINUTES_FOR_MEMORY) return [told(what, `${measured} MB`, `${against}, too short to judge`)];
  return [
    valueLine(
      { what, measured: `${measured} MB`, against },
      (memory.slope * (minutes / 60)) / memory.quarter,
      { atMost: GROWTH_SHARE },
      'of it',
    ),
  ];
}

function overloadLines(one: OverloadFigures): Line[] {
  const of = `ten times, bodies of ${one.readingsPerBody}`;
  const faults = Object.entries(one.statuses).reduce(
    (sum, [status, times]) => sum + (isFault(Number(status)) ? times : 0),
    0,
  );
  const refused = one.refusedWithin === null ? '' : `, refused within ${shownFigure(one.refusedWithin)} ms`;
  return [
    told(
      `${of}: taken alone; offered; taken then, bodies/s`,
      [one.capacity, one.offered, one.acknowledged].map(shownFigure).join('; '),
      `${Object.entries(one.statuses)
        .map(([status, times]) => `${status}: ${times}`)
        .join(', ')}${refused}`,
    ),
    plainLine(`${of}: answers that are neither 200, 429 nor 503, or none`, faults, 0),
    plainLine(`${of}: refusals without Retry-After`, one.silentRefusals, 0),
    valueLine(
      {
        what: `${of}: seconds until all is as before`,
        measured: one.recoverySeconds === null ? 'not in two minutes' : `${shownFigure(one.recoverySeconds)} s`,
        against: '',
      },
      one.recoverySeconds ?? Number.POSITIVE_INFINITY,
      { atMost: RECOVERY_SECONDS },
      's',
    ),
  ];
}

/** The table of kinds: one line for each kind of request in each phase. */
export function kindTable(figures: readonly KindFigures[]): string {
  const shown = (value: number | null): string => (value === null ? '-' : shownFigure(value));
  const rows = figures.map(({ phase, kind, requests, p50, p95, p99, most, statuses }) => [
    phase,
    kind,
    String(requests),
    ...[p50, p95, p99, most].map(shown),
    Object.entries(statuses)
      .map(([status, times]) => `${status}: ${times}`)
      .join(', '),
  ]);
  const problems = figures.flatMap(({ kind, problem }) => (problem === null ? [] : [`${kind}: ${problem}`]));
  const table = [['phase', 'what', 'requests', 'p50 ms', 'p95', 'p99', 'most', 'statuses'], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, ...problems].join('\n');
}
