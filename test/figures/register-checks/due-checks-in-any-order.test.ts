import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../../src/platform/login/rules/caller.ts';
import { classifyRegister } from '../../../src/figures/rules/register-checks/classify.ts';
import { overruleRegister } from '../../../src/figures/register-checks/register-checks.ts';
import type { RegisterCheckAction } from '../../../src/kernel/measure/unit.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { noQueue } from '../../../src/platform/queue/client.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { runs } from '../../support/property-runs.ts';
import {
  dailyValues,
  instantOf,
  meterOf,
  offlineValues,
  processMarch,
  provisionMeter,
  sendRegisters,
  staleOf,
  storedRegisters,
} from './meters.ts';

const EXCLUDE = { dropout: 'exclude', glitch: 'exclude' };
let context: TestContext;
beforeAll(async () => {
  context = await testContext('2026-11-21T00:00:00Z');
});

describe('readings that come in any order, are corrected and overruled, and days that are processed at any time', () => {
  const anyRegister = fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 990, max: 1005 }) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: 12 }) },
  );
  const anyBatch = fc.record({
    registers: fc.uniqueArray(fc.tuple(fc.nat(35), anyRegister), {
      selector: ([slot]) => slot,
      minLength: 1,
      maxLength: 10,
    }),
    overrules: fc.uniqueArray(fc.tuple(fc.nat(35), fc.constantFrom<RegisterCheckAction>('keep', 'exclude')), {
      selector: ([slot]) => slot,
      maxLength: 2,
    }),
    processed: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 8 })),
  });

  const overruleAll = async (
    industry: Industry,
    overrules: ReadonlyMap<number, RegisterCheckAction>,
  ): Promise<void> => {
    const withQueue = { ...context, queue: noQueue };
    for (const [slot, action] of overrules)
      await overruleRegister(withQueue, industry, {
        unitId: 'M1',
        createdOnEpochMs: instantOf(slot),
        action,
        by: COMMAND,
      });
  };

  it('end with the flags, events and figures of one run over the whole history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyBatch, { minLength: 1, maxLength: 5 }), async (batches) => {
        const pieces = await provisionMeter(context, EXCLUDE);
        const known = new Set<number>();
        const decided = new Map<number, RegisterCheckAction>();
        for (const {
          registers,
          overrules,
          processed: [from, length],
        } of batches) {
          await sendRegisters(context, pieces, Object.fromEntries(registers));
          registers.forEach(([slot]) => known.add(slot));
          const now = new Map(overrules.filter(([slot]) => known.has(slot)));
          await overruleAll(pieces, now);
          now.forEach((action, slot) => decided.set(slot, action));
          await processMarch(context, pieces, from, Math.min(from + length, 9));
        }
        await processMarch(context, pieces, 1, 9);
        const final = Object.fromEntries(batches.flatMap((batch) => batch.registers));
        const { events, excludedEpochMs } = classifyRegister(
          Object.entries(final).map(([slot, register]) => ({ epochMs: instantOf(Number(slot)), register })),
          {
            checks: { dropout: 'exclude', glitch: 'exclude' },
            overrules: new Map([...decided].map(([slot, action]) => [instantOf(slot), action])),
          },
        );
        expect(
          (await storedRegisters(context, pieces))
            .filter((reading) => reading.excluded)
            .map((reading) => reading.epochMs),
        ).toEqual([...excludedEpochMs]);
        const storedEvents = await context.database.execute<{ kind: string; from_ms: number; evidence: unknown }>(
          "SELECT kind, date_part('epoch', from_at) * 1000 AS from_ms, evidence FROM telemetry.register_event WHERE unit_key = $1 ORDER BY from_at",
          [meterOf(pieces).unitKey],
        );
        expect(storedEvents.map((event) => [event.kind, event.from_ms, Object(event.evidence).readingCount])).toEqual(
          events.map((event) => [event.kind, event.fromEpochMs, event.readings.length]),
        );

        const whole = await provisionMeter(context, EXCLUDE);
        await sendRegisters(context, whole, final);
        await overruleAll(whole, decided);
        await processMarch(context, whole, 1, 9);
        expect([
          await staleOf(context, pieces),
          await dailyValues(context, pieces),
          await offlineValues(context, pieces),
        ]).toEqual([[], await dailyValues(context, whole), await offlineValues(context, whole)]);
      }),
      { numRuns: runs(8) },
    );
  }, 300_000);
});
