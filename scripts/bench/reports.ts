import { monitorEventLoopDelay } from 'node:perf_hooks';
import { addDays, businessDate, daysBetween, utcDateOf } from '../../src/kernel/time/business-date.ts';
import { type AskedReport, buildReport } from '../../src/reports/build-report.ts';
import { createRenderer } from '../../src/reports/render-report.ts';
import { processDays } from '../../src/figures/processing/process.ts';
import { wholeRun } from '../../src/figures/processing/request.ts';
import { answerOfProcess } from '../support/answer-of-process.ts';
import { loadMeters } from './bare-load.ts';
import { type Line, valueLine } from './lines.ts';
import { medianRun, secondsOf, shownFigure } from './measure.ts';
import { meterReadings, provisionMeters, SLOTS_PER_DAY } from './meters.ts';
import { atShare, type BenchRow } from './row.ts';
import type { ToWrite, WrittenAlone } from './write-alone.ts';

const ROUNDS = 5;
const MEMORY_EVERY_MILLISECONDS = 20;
const FORMATS = ['pdf', 'xlsx'] as const;
const MOST_MEGABYTES = 300;

/**
 * Last month as a report with a column per unit: loading of its figures, and writing in a thread. A format's first file
 * stands alone, because it loads the libraries.
 */
export const reportsRow: BenchRow = {
  name: 'reports',
  run: async ({ context, share, say }) => {
    const units = atShare(share, 100);
    const industry = await provisionMeters(context, 'BENCH_REPORTS', units);
    const to = addDays(businessDate(`${utcDateOf(context.clock.now()).slice(0, 7)}-01`), -1);
    const from = businessDate(`${to.slice(0, 7)}-01`);
    const days = daysBetween(from, to) + 1;
    say(`${units} meters, ${days} days`);
    await loadMeters(context, industry, () => meterReadings(industry, Date.parse(from), days * SLOTS_PER_DAY));
    await processDays(context, wholeRun(industry, from, to));

    const lines: Line[] = [];
    for (const format of FORMATS) {
      const asked: AskedReport = {
        service: 'water',
        reportType: 'monthly',
        reportFormat: format,
        layout: 'v2',
        startDate: from,
        endDate: null,
        unitIds: null,
        useShift: true,
        subCategories: [],
        divisionFactor: 1,
        body: null,
      };
      const renderer = createRenderer();
      const [figures, writing, processor]: [number[], number[], number[]] = [[], [], []];
      const held = monitorEventLoopDelay({ resolution: 1 });
      let [bytes, first] = [0, 0];
      try {
        const make = async (): Promise<void> => {
          const document = await buildReport(context, industry, asked);
          bytes = (await renderer.render(document, format)).byteLength;
        };
        first = await secondsOf(make);
        held.enable();
        const peak = await peakMegabytes(async () => {
          for (let round = 0; round < ROUNDS; round += 1) {
            figures.push(await secondsOf(() => buildReport(context, industry, asked)));
            const document = await buildReport(context, industry, asked);
            const before = process.cpuUsage();
            writing.push(await secondsOf(() => renderer.render(document, format)));
            const { user, system } = process.cpuUsage(before);
            processor.push((user + system) / 1e6);
          }
        });
        held.disable();
        const what = `report of a month of ${units} units as ${format}, ${shownFigure(bytes / 1_000)} kB`;
        const alone = await writtenAlone({ document: await buildReport(context, industry, asked), format });
        lines.push(
          told(`${what}: its figures`, `${shownFigure(medianRun(figures) * 1_000)} ms`),
          told(
            `${what}: writing it; processor time of that; memory`,
            [
              ...[writing, processor].map((times) => `${shownFigure(medianRun(times) * 1_000)} ms`),
              `${shownFigure(peak)} MB`,
            ].join('; '),
          ),
          told(`${what}: other requests wait meanwhile, at most`, `${shownFigure(held.max / 1e6)} ms`),
          lineOfMemory(`${what}: all memory of a process that does nothing but write it`, alone),
          told(`${what}: both, and loading the libraries`, `${shownFigure(first * 1_000)} ms`),
        );
      } finally {
        await renderer.stop();
      }
    }
    return lines;
  },
};

const told = (what: string, measured: string): Line => ({
  what,
  measured,
  against: '',
  ratio: '',
  target: '',
  met: null,
});

const lineOfMemory = (what: string, { peakMegabytes: peak, beforeMegabytes: before }: WrittenAlone): Line =>
  peak === null || before === null
    ? told(what, 'not told by this system')
    : valueLine(
        { what, measured: `${shownFigure(peak)} MB`, against: `before it ${shownFigure(before)} MB` },
        peak,
        { atMost: MOST_MEGABYTES },
        'MB',
      );

/** Writes a report in a process of its own. */
const writtenAlone = async (toWrite: ToWrite): Promise<WrittenAlone> =>
  (await answerOfProcess(new URL('./write-alone.ts', import.meta.url), toWrite)) as WrittenAlone; // sent by that file

/** Peak memory of this process meanwhile in MB, with all its threads and everything it held before. */
async function peakMegabytes(work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const look = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(look, MEMORY_EVERY_MILLISECONDS);
  try {
    await work();
  } finally {
    clearInterval(timer);
    look();
  }
  return peak / 1e6;
}
