import { nextTurn } from '../kernel/pieces.ts';
import type { DataContext } from '../context.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { BUILDERS } from './rules/builders.ts';
import type { ReportDocument } from './rules/document.ts';
import type { ReportInput, ReportRequest } from './rules/input.ts';
import { planOf } from './rules/plan.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { loadFigures } from './load-figures.ts';
import { ServiceError } from '../kernel/errors.ts';
import { type FromBuilder, type ToBuilder, documentOf, type ToThread } from './render-messages.ts';
import { inputPieces } from './input-pieces.ts';
import { createReportThread, USUAL_LIMITS } from './report-thread.ts';
import { reportTextsOf } from './rules/report-texts.ts';

interface ThreadBuilder {
  /**
   * The document of a report, built by a thread, so that other requests are answered meanwhile.
   * @throws what the builder throws, and ServiceError 413 when it takes more time or memory than there is.
   */
  build(input: ReportInput): Promise<ReportDocument>;
  /** Ends the thread. */
  stop(): Promise<void>;
}

export function createThreadBuilder(): ThreadBuilder {
  const script = new URL('./build-thread.ts', import.meta.url);
  const thread = createReportThread<ToBuilder, FromBuilder>(script, 'building', USUAL_LIMITS);
  return {
    async build(input) {
      const built = await thread.use(input.industry.industryId, async (line) => {
        for (const piece of inputPieces(input)) await line.send(piece);
        const answer = await line.ask({ kind: 'build' });
        if (answer.kind === 'failed') return answer;
        const pieces: ToThread[] = [];
        for (;;) {
          const next = await line.ask({ kind: 'next' });
          if (next.kind !== 'piece' || next.piece === null) return pieces;
          pieces.push(next.piece);
        }
      });
      if ('kind' in built) throw errorOf(built);
      const document = documentOf(built);
      if (document === null) throw new Error('the building thread has built nothing');
      return document;
    },
    stop: () => thread.stop(),
  };
}

const errorOf = ({ code, message, errors }: Extract<FromBuilder, { kind: 'failed' }>): Error =>
  code === null ? new Error(`the report could not be built: ${message}`) : new ServiceError(code, message, errors);

let shared: ThreadBuilder | null = null;

/** The builder of this process. Its thread starts with the first large report. */
const processBuilder = (): ThreadBuilder => (shared ??= createThreadBuilder());

/** A request as it arrives. Without a start date it means the running day. */
export interface AskedReport extends Omit<ReportRequest, 'startDate'> {
  readonly startDate: BusinessDate | null;
}

/** Hours or days of units that are built without a thread. A builder takes up to ten microseconds for each. */
const MOST_ENTRIES_HERE = 1_000;

function isLarge({ period }: ReportInput): boolean {
  let entries = 0;
  for (const span of period?.spans.values() ?? []) entries += span.entries.length;
  return entries > MOST_ENTRIES_HERE;
}

/**
 * The document of a report, ready to be written in any format.
 * @throws ServiceError as planOf and loadFigures say.
 */
export async function buildReport(
  context: DataContext,
  industry: Industry,
  asked: AskedReport,
): Promise<ReportDocument> {
  const request: ReportRequest = {
    ...asked,
    startDate: asked.startDate ?? businessDateOf(industry.clock, context.clock.now()),
  };
  const plan = planOf(request);
  const builder = BUILDERS[request.service];
  const input = await loadFigures(context, { industry, request, plan, builder });
  // A builder blocks the process while it works, so other requests get their turn before it and behind it.
  await nextTurn();
  const document = isLarge(input) ? await processBuilder().build(input) : builder.build(input);
  await nextTurn();
  return document.empty === null ? { ...document, empty: whyEmpty(input) } : document;
}

/** The reason why a report has no figure, as a sentence; null when it has one. */
function whyEmpty(input: ReportInput): string | null {
  const { plan, period, request, nowEpochMs, units } = input;
  const t = reportTextsOf(input);
  if (plan.days === null) return t('noEndDate', { type: request.reportType });
  const spans = [...(period?.spans.values() ?? [])];
  if (spans.some(({ figures, unlike }) => figures !== null && (figures.value !== null || unlike !== undefined)))
    return null;
  const first = spans[0]?.entries[0];
  if (first !== undefined && Date.parse(first.x) > nowEpochMs) return t('periodNotBegun');
  return t('nothingRead', { count: units.length });
}
