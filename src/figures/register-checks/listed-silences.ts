import type { DailyDocument } from '../../kernel/document/types.ts';
import { silentPartOf } from '../../kernel/document/unheard.ts';
import { dividedBy, minus } from '../../kernel/measure/exact.ts';
import type { ListedRegisterEvent } from './listed.ts';

/**
 * Silences after which a register had counted on, of the days in which the meter was heard again. Documents tell them,
 * which outlive the readings.
 * @param documents with their hours
 */
export const listedSilences = (documents: readonly DailyDocument[]): readonly ListedRegisterEvent[] =>
  documents.flatMap(({ hourly, meta: { flowFactor = 1 }, provenance }) =>
    hourly.flatMap(({ unheard = null, ir = null, x }): ListedRegisterEvent[] => {
      const silent = unheard === null ? null : silentPartOf(unheard);
      if (silent === null || ir === null) return [];
      const registerAfter = dividedBy(ir, flowFactor);
      return [
        {
          kind: 'silence',
          action: 'keep',
          from: silent.from,
          last: silent.to,
          to: silent.to,
          readingCount: 0,
          registerBefore: minus(registerAfter, dividedBy(silent.value, flowFactor)),
          registerDuring: null,
          registerAfter,
          provisional: provenance.provisional === true,
          detectedAt: x,
        },
      ];
    }),
  );

/** Events of all kinds in time order. */
export const inTimeOrder = (events: readonly ListedRegisterEvent[]): readonly ListedRegisterEvent[] =>
  events.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
