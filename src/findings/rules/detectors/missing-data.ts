import { middleOf } from '../../../kernel/statistics.ts';
import { runsOf } from '../runs.ts';
import type { Detector, InsightUnit, FoundSpan } from '../types.ts';

/** Coverage below which a day has missing data, and the coverage that the unit usually has. */
const MISSING_BELOW = 0.5;
const USUALLY = 0.8;
const USUAL_DAYS = 14;
const LEAST_USUAL_DAYS = 3;

function detect({ days }: InsightUnit): FoundSpan[] {
  let usual = 0;
  let judgedFrom = 0;
  const runs = runsOf(
    days.length,
    () => 1,
    (index, since) => {
      const coverage = days[index]?.coverage ?? 0;
      if (since === null) {
        const before = days.slice(Math.max(judgedFrom, index - USUAL_DAYS), index).map((day) => day.coverage ?? 0);
        if (before.length < LEAST_USUAL_DAYS) return 'neither';
        usual = middleOf(before);
      }
      if (usual < USUALLY) return 'neither';
      if (coverage >= MISSING_BELOW) {
        judgedFrom = since ?? judgedFrom;
        return 'no';
      }
      return 'yes';
    },
  );
  return runs.map((run) => ({
    ...run,
    quantity: null,
    quantityPerDay: null,
    confidence: 0.99,
    evidence: {
      daysMissing: run.count,
      lowestCoverage: Math.min(...days.slice(run.first, run.last + 1).map(({ coverage }) => coverage ?? 0)),
    },
  }));
}

export const MISSING_DATA: Detector = {
  kind: 'missing-data',
  says: 'Less than half of a day has arrived of a unit that usually sends',
  groups: ['FLOW', 'CONSUMPTION', 'ENERGY', 'STOCK', 'GROUND_WATER_LEVEL', 'QUALITY'],
  detect,
};
