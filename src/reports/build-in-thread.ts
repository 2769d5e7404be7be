import { ServiceError } from '../kernel/errors.ts';
import type { ReportDocument } from './rules/document.ts';
import type { ReportInput } from './rules/input.ts';
import type { FromBuilder, ToBuilder } from './build-messages.ts';
import { inputPieces } from './input-pieces.ts';
import { documentOf, type ToThread } from './render-messages.ts';
import { createReportThread, USUAL_LIMITS } from './report-thread.ts';
import { createReportTurns } from './report-turns.ts';

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
  const takeTurn = createReportTurns();
  return {
    async build(input) {
      const built = await takeTurn(input.industry.industryId, () =>
        thread.use(async (line) => {
          for (const piece of inputPieces(input)) await line.tell(piece);
          const answer = await line.ask({ kind: 'build' });
          if (answer.kind === 'failed') return answer;
          const pieces: ToThread[] = [];
          for (;;) {
            const next = await line.ask({ kind: 'next' });
            if (next.kind !== 'piece' || next.piece === null) return pieces;
            pieces.push(next.piece);
          }
        }),
      );
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
export const processBuilder = (): ThreadBuilder => (shared ??= createThreadBuilder());
