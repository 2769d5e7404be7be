import type { DailyDocument } from '../../../kernel/document/types.ts';
import { judgePairs } from '../processors/energy-savings.ts';
import type { UnitDay } from '../processors/types.ts';
import { countText, numberText } from './number-text.ts';
import type { ExplainedStep } from './types.ts';

/** How the day came to its energy savings: pairs of neighbouring samples used and dropped, by reason. */
export function savingsStep(day: UnitDay, { meta }: DailyDocument): ExplainedStep {
  const { pRefKilowatts, flowFactor } = day.unit;
  const [energySaved, energySavedCoverage] = [meta.energySaved ?? 0, meta.energySavedCoverage ?? 0];
  if (pRefKilowatts === null) {
    return {
      rule: 'energy savings',
      hour: null,
      text: 'no reference power is declared: energySaved 0, coverage 0',
      numbers: { pRef: null, energySaved, energySavedCoverage },
    };
  }
  const verdicts = judgePairs(day);
  const dropped = Map.groupBy(
    verdicts.flatMap((verdict) => (verdict.kind === 'dropped' ? [verdict.reason] : [])),
    (reason) => reason,
  );
  const counts = [...dropped].map(([reason, pairs]): [string, number] => [reason, pairs.length]);
  const idle = verdicts.filter((verdict) => verdict.kind === 'idle').length;
  const used = verdicts.filter((verdict) => verdict.kind !== 'dropped').length;
  const signText = flowFactor < 0 ? `, values and registers with the sign of flowFactor ${numberText(flowFactor)}` : '';
  const droppedText =
    counts.length === 0
      ? 'none dropped'
      : `dropped: ${counts.map(([reason, pairs]) => `${pairs} (${reason})`).join(', ')}`;
  return {
    rule: 'energy savings',
    hour: null,
    text:
      `${countText(verdicts.length, 'pair')} of neighbouring samples against pRef ${numberText(pRefKilowatts)} kW${signText}: ${used} used, ${idle} of them at or below the threshold and saving nothing; ${droppedText}; `
      + `energySaved ${numberText(energySaved)} kWh, coverage ${numberText(energySavedCoverage)}`,
    numbers: {
      pRef: pRefKilowatts,
      pairs: verdicts.length,
      used,
      idle,
      ...Object.fromEntries(counts.map(([reason, pairs]) => [`dropped: ${reason}`, pairs])),
      energySaved,
      energySavedCoverage,
    },
  };
}
