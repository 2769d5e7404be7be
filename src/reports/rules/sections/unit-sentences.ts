import { minus } from '../../../kernel/measure/exact.ts';
import { percentCell, tellingShare, textCell } from '../cells.ts';
import { comparedPeriod, type ComparedTotal, type Pairing, pairingCells } from '../compared.ts';
import type { Sentence } from '../document.ts';
import type { ReportInput } from '../input.ts';
import { isRunning } from '../meters.ts';
import type { Said, SentenceWriter } from '../sentence-writer.ts';

/** The end of a course that a reader has to know; range: both ends. */
export type TellingSide = 'high' | 'low' | 'range';

/**
 * Parameters that living water or a disinfected pipe can have too little of. Names of oxygen consumers match too,
 * because they contain its name.
 */
const SCARCE = /oxygen|^\s*DO\b|chlorine/i;
const DEMAND = /demand|\b[BC]OD\b/i;
const WITHIN = /^\s*pH\b|redox|\bORP\b/i;

/** Spec gap: the telling end of a parameter is not stated. */
export function tellingSideOf(parameterName: string): TellingSide {
  if (WITHIN.test(parameterName)) return 'range';
  return SCARCE.test(parameterName) && !DEMAND.test(parameterName) ? 'low' : 'high';
}

type Part = ComparedTotal['parts'][number];

interface Moved {
  readonly part: Part;
  readonly pairing: Pairing;
  readonly by: number;
}

/** A smaller share of the whole is no news. */
const NEWS_SHARE = 0.01;

/** Units that moved most, up (worst, where less is better) and down (best). */
function movedUnits({ parts, total }: ComparedTotal): {
  readonly most: Moved | null;
  readonly least: Moved | null;
} {
  const moved = parts.flatMap((part): Moved[] => {
    const { previous } = part.comparison;
    return previous === null ? [] : [{ part, pairing: previous, by: minus(previous.now, previous.before) }];
  });
  const whole = Math.abs(total.value ?? 0);
  const isNews = ({ by }: Moved): boolean => Math.abs(by) > whole * NEWS_SHARE;
  const sorted = moved.filter(isNews).toSorted((a, b) => b.by - a.by);
  const [most, least] = [sorted[0], sorted.at(-1)];
  return {
    most: most !== undefined && most.by > 0 ? most : null,
    least: least !== undefined && least.by < 0 ? least : null,
  };
}

/**
 * Sentences about the worst and best units, by their use against the period before. None of fewer than two, and none of
 * units with different units of measure, whose numbers say nothing beside one another.
 */
export function movedSentences(input: ReportInput, say: SentenceWriter, of: ComparedTotal | null): readonly Sentence[] {
  if (of === null || input.period === null || of.parts.length < 2 || of.total.siUnit === null) return [];
  const period = comparedPeriod(input, 'previous', isRunning(input));
  const { most, least } = movedUnits(of);
  const sentenceOf = ({ part, pairing, by }: Moved): Said => {
    const { now, apart } = pairingCells(pairing, part.siUnit);
    const share = tellingShare(pairing.now, pairing.before);
    const moved = share === null ? apart : say('byShare', { amount: apart, share: percentCell(share) });
    return say(by > 0 ? 'movedMore' : 'movedLess', { unit: textCell(part.name), amount: now, by: moved });
  };
  return [
    ...(most === null ? [] : [say('worst', { period, told: sentenceOf(most) })]),
    ...(least === null ? [] : [say('best', { period, told: sentenceOf(least) })]),
  ];
}
