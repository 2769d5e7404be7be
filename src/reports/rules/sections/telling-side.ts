/** The end of a course that a reader has to know of; range: both ends. */
export type TellingSide = 'high' | 'low' | 'range';

/** What living water or a disinfected pipe has too little of. What uses up oxygen is named after it, too. */
const SCARCE = /oxygen|^\s*DO\b|chlorine/i;
const DEMAND = /demand|\b[BC]OD\b/i;
const WITHIN = /^\s*pH\b|redox|\bORP\b/i;

/** Spec gap: which end of a parameter is told is not stated. */
export function tellingSideOf(parameterName: string): TellingSide {
  if (WITHIN.test(parameterName)) return 'range';
  return SCARCE.test(parameterName) && !DEMAND.test(parameterName) ? 'low' : 'high';
}
