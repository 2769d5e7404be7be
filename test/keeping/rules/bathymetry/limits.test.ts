import { describe, expect, it } from 'vitest';
import { cleanSurvey } from '../../../../src/keeping/rules/bathymetry/clean-survey.ts';
import { volumeAreaElevation } from '../../../../src/keeping/rules/bathymetry/curve.ts';
import { processSurvey } from '../../../../src/keeping/rules/bathymetry/process.ts';
import { readHeader, readSounding } from '../../../../src/keeping/rules/bathymetry/read-survey.ts';
import {
  type CleaningRules,
  DEFAULT_CLEANING,
  requireDistances,
  type Sounding,
} from '../../../../src/keeping/rules/bathymetry/survey.ts';
import { ServiceError } from '../../../../src/kernel/errors.ts';
import { holdLimits } from '../../../support/limits.ts';

const sounding = (more: Partial<Sounding> = {}): Sounding => ({
  line: 2,
  depthMetres: 10,
  confidencePercent: 100,
  latitude: 0,
  longitude: 0,
  ...more,
});
const kept = (soundings: readonly Sounding[], rules: Partial<CleaningRules> = {}): number =>
  cleanSurvey(soundings, { ...DEFAULT_CLEANING, ...rules }).points.length;

/** Two soundings some decimetres apart. */
const PAIR = [sounding(), sounding({ latitude: 0.000_003 })];
const [NEAR, FAR] = cleanSurvey(PAIR, { ...DEFAULT_CLEANING, distanceThresholdMetersMin: 0 }).points;
const APART = (FAR?.northMetres ?? 0) - (NEAR?.northMetres ?? 0);
const NANOMETRE = 1e-9;

describe('a sounding', () => {
  const surely = (confidencePercent: number) =>
    kept([...PAIR, sounding({ latitude: 0.000_006, confidencePercent })], { confidenceThreshold: 80 });
  holdLimits([
    ['is sure enough', surely, [79.9, 2], [80, 3], [80.1, 3]],
    [
      'of one place is one by the share of its depth',
      (depthMetres) => cleanSurvey([sounding(), sounding({ depthMetres })], DEFAULT_CLEANING).dropped.duplicates,
      [9.499, 0],
      [9.5, 1],
      [9.501, 1],
    ],
    [
      'is far enough from another',
      (more) => kept(PAIR, { distanceThresholdMetersMin: APART + more }),
      [-NANOMETRE, 2],
      [0, 2],
      [NANOMETRE, 0],
    ],
    [
      'is near enough to another',
      (more) => kept(PAIR, { distanceThresholdMetersMax: APART + more }),
      [-NANOMETRE, 0],
      [0, 2],
      [NANOMETRE, 2],
    ],
  ]);

  it('is placed on the ellipsoid: at 60 degrees a thousandth of a degree is 111.412 m north and 55.800 m east', () => {
    const corners = [sounding({ latitude: 60 }), sounding({ latitude: 60.001, longitude: 0.001 })];
    const far = { ...DEFAULT_CLEANING, distanceThresholdMetersMax: 200 };
    const [south, north] = cleanSurvey(corners, far).points;
    expect((north?.northMetres ?? 0) - (south?.northMetres ?? 0)).toBeCloseTo(111.412, 2);
    expect((north?.eastMetres ?? 0) - (south?.eastMetres ?? 0)).toBeCloseTo(55.8, 2);
  });
});

describe('a row of a survey', () => {
  const names = ['Distance (cm)', 'Confidence (%)', 'Latitude', 'Longitude'];
  const header = readHeader(names);
  if (header.kind === 'missing') throw new Error('All columns are there.');
  const reads = (column: number) => (value: number) => {
    const cells = ['100', '50', '10', '10'].map((text, index) => (index === column ? String(value) : text));
    return !('problem' in readSounding(header.positions, cells, 2));
  };
  holdLimits([
    ['has a depth from 0', reads(0), [-0.1, false], [0, true], [0.1, true]],
    ['has a depth to 10 km', reads(0), [999_999, true], [1_000_000, true], [1_000_001, false]],
    ['has a confidence from 0', reads(1), [-0.1, false], [0, true], [0.1, true]],
    ['has a confidence to 100', reads(1), [99.9, true], [100, true], [100.1, false]],
    ['is not south of the pole', reads(2), [-90.1, false], [-90, true], [-89.9, true]],
    ['is not north of the pole', reads(2), [89.9, true], [90, true], [90.1, false]],
    ['is not west of the date line', reads(3), [-180.1, false], [-180, true], [-179.9, true]],
    ['is not east of the date line', reads(3), [179.9, true], [180, true], [180.1, false]],
  ]);
});

/** Fields that a refused survey is told of; null: it is taken. */
function refusedFor(read: () => unknown): readonly string[] | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error.details.map(({ field }) => field);
    throw error;
  }
}

describe('a survey', () => {
  const wide = { ...DEFAULT_CLEANING, distanceThresholdMetersMax: 200 };
  /** Three corners of this depth. */
  const basin = (depthMetres: number) =>
    [{}, { latitude: 0.001 }, { longitude: 0.001 }].map((place) => sounding({ depthMetres, ...place }));
  const hints = (count: number) =>
    refusedFor(() =>
      processSurvey(
        Array.from({ length: count }, (_, index) => sounding({ latitude: index })),
        wide,
      ),
    );
  const uncertain = (confidenceThreshold: number) =>
    refusedFor(() => processSurvey([sounding({ confidencePercent: 80 })], { ...wide, confidenceThreshold }));
  holdLimits([
    [
      'has distances in order',
      (least) =>
        refusedFor(() => requireDistances({ distanceThresholdMetersMin: least, distanceThresholdMetersMax: 0.5 }))
        === null,
      [0.499, true],
      [0.5, true],
      [0.501, false],
    ],
    [
      'has a depth',
      (depth) => volumeAreaElevation(cleanSurvey(basin(depth), wide).points) !== null,
      [-0.001, false],
      [0, false],
      [0.001, true],
    ],
    [
      'whose points are alone is told so',
      hints,
      [0, ['files']],
      [1, ['files']],
      [2, ['distanceThresholdMetersMax', 'files']],
    ],
    [
      'of uncertain soundings is told so',
      uncertain,
      [79, ['files']],
      [80, ['files']],
      [81, ['confidenceThreshold', 'files']],
    ],
  ]);
});
