import { describe, expect, it } from 'vitest';
import { cleanSurvey } from '../../../../src/keeping/rules/bathymetry/clean-survey.ts';
import { volumeAreaElevation } from '../../../../src/keeping/rules/bathymetry/curve.ts';
import { DEFAULT_CLEANING, type Sounding } from '../../../../src/keeping/rules/bathymetry/survey.ts';

/** Degrees north that are a metre on the equator. */
const METRE = 1 / 110_574.388_557_8;

let line = 1;
const at = (northMetres: number, depthMetres: number, confidencePercent = 100): Sounding => ({
  line: (line += 1),
  depthMetres,
  confidencePercent,
  latitude: northMetres * METRE,
  longitude: 0,
});
const depths = (soundings: readonly Sounding[], rules: Partial<typeof DEFAULT_CLEANING> = {}): number[] =>
  cleanSurvey(soundings, { ...DEFAULT_CLEANING, ...rules }).points.map(({ depthMetres }) => depthMetres);

describe('soundings of one place', () => {
  it('whose depths agree are one, the surest', () => {
    const survey = [at(0, 9.6, 90), at(0, 10), at(0.3, 11)];
    expect(depths(survey)).toEqual([10, 11]);
    expect(cleanSurvey(survey, DEFAULT_CLEANING).dropped.duplicates).toBe(1);
  });

  it('whose depths differ are two for this step, and one for the distance between points', () => {
    const { points, dropped } = cleanSurvey([at(0, 10), at(0, 5), at(0.3, 11)], DEFAULT_CLEANING);
    expect([points.map(({ depthMetres }) => depthMetres), dropped.duplicates, dropped.tooClose]).toEqual([
      [10, 11],
      0,
      1,
    ]);
  });
});

describe('an uncertain sounding', () => {
  const survey = [at(0, 10), at(0.3, 30, 99), at(0.6, 11), at(0.9, 12)];
  it('is left out, unless all data is asked for', () => {
    expect(depths(survey, { distanceThresholdMetersMax: 1 })).toEqual([10, 11, 12]);
    expect(depths(survey, { distanceThresholdMetersMax: 1, includeAllData: true })).toEqual([10, 30, 11, 12]);
    expect(depths(survey, { distanceThresholdMetersMax: 1, confidenceThreshold: 99 })).toEqual([10, 30, 11, 12]);
  });
});

describe('a point', () => {
  it('nearer than the minimum to one that stays is left out, and one just that far stays', () => {
    expect(depths([at(0, 10), at(0.09, 11), at(0.2, 12)])).toEqual([10, 12]);
    expect(depths([at(0, 10), at(0.11, 11), at(0.25, 12)])).toEqual([10, 11, 12]);
  });

  it('farther than the maximum from every other is left out', () => {
    expect(depths([at(0, 10), at(0.3, 11), at(5, 12)])).toEqual([10, 11]);
  });

  it('alone is left out', () => {
    expect(depths([at(0, 10)])).toEqual([]);
    expect(depths([])).toEqual([]);
  });
});

describe('100,000 soundings', () => {
  it('are cleaned and drawn as a curve', () => {
    const survey = Array.from({ length: 100_000 }, (_, index): Sounding => {
      const [east, north] = [index % 400, Math.floor(index / 400)];
      return {
        line: index + 2,
        depthMetres: 5 + Math.sin(east / 40) + Math.cos(north / 30),
        confidencePercent: 100,
        latitude: north * 0.4 * METRE,
        longitude: east * 0.4 * METRE,
      };
    });
    const { points } = cleanSurvey(survey, DEFAULT_CLEANING);
    const curve = volumeAreaElevation(points);
    expect(points.length).toBe(100_000);
    expect(curve?.length).toBe(101);
  });
});
