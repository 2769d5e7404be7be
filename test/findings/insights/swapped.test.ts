import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import type { FindingKind } from '../../../src/findings/rules/kinds.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { computeInsights } from '../../../src/findings/insights/compute-insights.ts';
import { giveVerdict } from '../../../src/findings/insights/handle-finding.ts';
import { readFindings } from '../../../src/findings/insights/read-findings.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { at, dates, process, requireIndustry, send, unit, works } from '../../figures/processing/works.ts';

const [FIRST, LAST, SWAPPED] = ['2026-01-01', '2026-02-28', '2026-02-19'];

let context: TestContext;
let industry: Industry;

const noise = (date: string, hour: number): number => (Number(date.slice(8)) * 37 + hour * 11) % 90;
const inlet = (date: string, hour: number): number => (hour >= 8 && hour < 18 ? 1000 + noise(date, hour) : 0);
const boiler = (date: string, hour: number): number => (hour >= 20 || hour < 4 ? 300 + noise(date, hour) / 3 : 0);
const rowsOf = (unitId: string, before: typeof inlet, after: typeof inlet) =>
  dates(FIRST, LAST).flatMap((date) =>
    Array.from({ length: 24 }, (_, hour) => ({
      unitId,
      createdOn: at(industry, date, hour),
      value: (date < SWAPPED ? before : after)(date, hour),
    })),
  );
/** Findings but the silence of the running day, of which no reading is sent here. */
const asked = async () => {
  const { findings, precision } = await readFindings(context, industry, { days: 60, withSettled: true });
  const isOther = ({ kind }: { readonly kind: FindingKind }): boolean => kind !== 'silence';
  return { findings: findings.filter(isOther), precision: precision.filter(isOther) };
};
const counted = async () =>
  (await asked()).precision.reduce((sum, { confirmed, unjudged }) => [sum[0] + confirmed, sum[1] + unjudged] as const, [
    0, 0,
  ] as readonly [number, number]);

beforeAll(async () => {
  context = await testContext('2026-03-01T02:30:00Z');
  industry = await works(context, [unit('BOILER', 'FLOW_CATEGORY'), unit('INLET', 'FLOW_CATEGORY')]);
  await send(context, industry, [...rowsOf('BOILER', boiler, inlet), ...rowsOf('INLET', inlet, boiler)]);
  await process(context, industry, FIRST, LAST);
  industry = await requireIndustry(context, industry.industryId);
  await computeInsights(context, industry);
});

describe('a swapped pair', () => {
  it('is one finding that names both units', async () => {
    const { findings } = await asked();
    expect(
      findings.map(({ kind, unitId, swappedWith, sentence }) => ({ kind, unitId, swappedWith, sentence })),
    ).toEqual([
      {
        kind: 'swapped-meters',
        unitId: 'BOILER',
        swappedWith: 'INLET',
        sentence:
          'Unit BOILER and Unit INLET seem to be swapped since 19 Feb 2026: each measures what the other did before',
      },
    ]);
  });

  it('is counted once, before a person has judged it and behind it', async () => {
    expect(await counted()).toEqual([0, 1]);
    const last = (await asked()).findings.at(-1);
    await giveVerdict(context, industry, COMMAND, {
      findingId: last?.findingId ?? '',
      verdict: 'confirmed',
      reason: 'Cables were exchanged',
    });
    expect((await asked()).findings.map(({ fate }) => fate)).toEqual(['confirmed']);
    expect(await counted()).toEqual([1, 0]);
  });

  it('stays one when it is looked at again', async () => {
    await computeInsights(context, industry);
    expect(await counted()).toEqual([1, 0]);
  });
});
