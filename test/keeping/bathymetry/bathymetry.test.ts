import { expect, it } from 'vitest';
import { processSurvey } from '../../../src/keeping/rules/bathymetry/process.ts';
import { DEFAULT_CLEANING, type Sounding } from '../../../src/keeping/rules/bathymetry/survey.ts';
import { processInThread } from '../../../src/keeping/bathymetry/bathymetry.ts';

/** A bowl of 100 by 30 soundings, 0.4 m apart. */
const SURVEY = Array.from({ length: 3000 }, (_, index): Sounding => {
  const [east, north] = [index % 100, Math.floor(index / 100)];
  return {
    line: index + 2,
    depthMetres: 5 + Math.sin(east / 40) + Math.cos(north / 30),
    confidencePercent: 100,
    latitude: (north * 0.4) / 110_574,
    longitude: (east * 0.4) / 111_320,
  };
});

it('a survey of many soundings comes out the same, and the process does other things meanwhile', async () => {
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  const processed = await processInThread(SURVEY, DEFAULT_CLEANING);
  clearInterval(turning);
  expect(processed).toEqual(processSurvey(SURVEY, DEFAULT_CLEANING));
  expect(turns).toBeGreaterThan(1);
});

it('one that spans no basin is refused with the same words', async () => {
  const flat = SURVEY.map((sounding) => ({ ...sounding, depthMetres: 0 }));
  const refusalOf = async (process: () => unknown) =>
    Promise.resolve()
      .then(process)
      .catch((error: unknown) => error);
  const here = await refusalOf(() => processSurvey(flat, DEFAULT_CLEANING));
  expect(here).toMatchObject({ code: 400 });
  expect(await refusalOf(() => processInThread(flat, DEFAULT_CLEANING))).toEqual(here);
});
