import type { ProcessedSurvey } from '../rules/bathymetry/process.ts';
import type { CleaningRules, Sounding, SurveyPoint } from '../rules/bathymetry/survey.ts';
import type { RefusalMessage } from '../../kernel/refusal-message.ts';

/** Message to the thread. */
export interface ToProcess {
  readonly soundings: Float64Array<ArrayBuffer>;
  readonly rules: CleaningRules;
}

/** Answer of the thread. */
export type SurveyAnswer =
  | ({ readonly kind: 'processed'; readonly points: Float64Array<ArrayBuffer> } & Omit<ProcessedSurvey, 'points'>)
  | RefusalMessage;

/** Numbers of a sounding in a row of numbers. Copying a million objects between threads would take seconds. */
const SOUNDING_NUMBERS = 5;
const POINT_NUMBERS = SOUNDING_NUMBERS + 2;

export function packSoundings(soundings: readonly Sounding[]): Float64Array<ArrayBuffer> {
  const packed = new Float64Array(soundings.length * SOUNDING_NUMBERS);
  for (const [index, sounding] of soundings.entries()) packed.set(numbersOf(sounding), index * SOUNDING_NUMBERS);
  return packed;
}

export const unpackSoundings = (packed: Float64Array): Sounding[] =>
  Array.from({ length: packed.length / SOUNDING_NUMBERS }, (_, index) => soundingAt(packed, index * SOUNDING_NUMBERS));

export function packPoints(points: readonly SurveyPoint[]): Float64Array<ArrayBuffer> {
  const packed = new Float64Array(points.length * POINT_NUMBERS);
  for (const [index, point] of points.entries())
    packed.set([...numbersOf(point), point.eastMetres, point.northMetres], index * POINT_NUMBERS);
  return packed;
}

export const unpackPoints = (packed: Float64Array): SurveyPoint[] =>
  Array.from({ length: packed.length / POINT_NUMBERS }, (_, index) => {
    const from = index * POINT_NUMBERS;
    return {
      ...soundingAt(packed, from),
      eastMetres: packed[from + SOUNDING_NUMBERS] ?? 0,
      northMetres: packed[from + SOUNDING_NUMBERS + 1] ?? 0,
    };
  });

const numbersOf = ({ line, depthMetres, confidencePercent, latitude, longitude }: Sounding): number[] => [
  line,
  depthMetres,
  confidencePercent,
  latitude,
  longitude,
];

const soundingAt = (packed: Float64Array, from: number): Sounding => ({
  line: packed[from] ?? 0,
  depthMetres: packed[from + 1] ?? 0,
  confidencePercent: packed[from + 2] ?? 0,
  latitude: packed[from + 3] ?? 0,
  longitude: packed[from + 4] ?? 0,
});
