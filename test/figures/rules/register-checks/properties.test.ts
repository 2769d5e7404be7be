import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyRegister } from '../../../../src/figures/rules/register-checks/classify.ts';
import { contextOf, type RegisterContext } from '../../../../src/figures/rules/register-checks/context.ts';
import type {
  RegisterCheckOptions,
  RegisterEvent,
  RegisterReading,
} from '../../../../src/figures/rules/register-checks/types.ts';
import { series } from './series.ts';
import { runs } from '../../../support/property-runs.ts';

/**
 * Registers that wander among few levels, so that dips, resets, leaps, zeros and rollovers of three digits all come up
 * often.
 */
const anyRegister = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 990, max: 1005 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 12 }) },
  { weight: 2, arbitrary: fc.constantFrom(-1, 400, 700, 2000, 2001) },
  { weight: 1, arbitrary: fc.constantFrom(90_000, 95_000, 300_000) },
);
/** A register that counts, with a spike now and then. */
const countingRegister = fc
  .array(fc.tuple(fc.nat(9), fc.constantFrom(0, 0, 0, 0, 50_000, 90_000)), { maxLength: 40 })
  .map((steps) => {
    let register = 1000;
    return steps.map(([step, leap]) => (register += step) + leap);
  });
const anySeries = fc
  .oneof({ weight: 3, arbitrary: fc.array(anyRegister, { maxLength: 40 }) }, { weight: 1, arbitrary: countingRegister })
  .map((registers) => series(...registers));
const anyOptions: fc.Arbitrary<RegisterCheckOptions> = fc.record({
  checks: fc.constantFrom(
    { dropout: 'exclude', glitch: 'exclude', spike: 'exclude' } as const,
    { dropout: 'exclude', glitch: 'exclude', rolloverDigits: 3 } as const,
    { glitch: 'exclude' } as const,
  ),
  overrules: fc
    .array(fc.tuple(fc.nat(39), fc.constantFrom('keep', 'exclude')), { maxLength: 2 })
    .map((entries) => new Map(entries)),
});

const anyDirection = fc
  .tuple(anyOptions, fc.boolean())
  .map(([options, countsDown]): RegisterCheckOptions => ({ ...options, countsDown }));

const isInside = (context: RegisterContext, epochMs: number): boolean =>
  (context.fromEpochMs === null || epochMs >= context.fromEpochMs)
  && (context.toEpochMs === null || epochMs <= context.toEpochMs);

const isStrictlyInside = (context: RegisterContext, epochMs: number): boolean =>
  isInside(context, epochMs) && epochMs !== context.fromEpochMs && epochMs !== context.toEpochMs;

const touching = (
  events: readonly RegisterEvent[],
  isConcerned: (epochMs: number) => boolean,
): readonly RegisterEvent[] => events.filter((event) => event.readings.some(isConcerned));

describe('classification of any readings', () => {
  it('does not depend on the order in which they come', () => {
    fc.assert(
      fc.property(
        anySeries.chain((readings) =>
          fc.tuple(fc.constant(readings), fc.shuffledSubarray([...readings], { minLength: readings.length })),
        ),
        anyOptions,
        ([readings, shuffled], options) => {
          expect(classifyRegister(shuffled, options)).toEqual(classifyRegister(readings, options));
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it('never takes back a verdict that is not provisional when later readings come', () => {
    fc.assert(
      fc.property(anySeries, fc.nat(40), anyOptions, (readings, known, options) => {
        const final = classifyRegister(readings.slice(0, known), options).events.filter((event) => !event.provisional);
        expect(classifyRegister(readings, options).events).toEqual(expect.arrayContaining([...final]));
      }),
      { numRuns: runs(5000) },
    );
  });

  it('explains every backward step among the registers it leaves, and every zero', () => {
    fc.assert(
      fc.property(anySeries, (readings) => {
        const { events } = classifyRegister(readings, { checks: {} });
        const concerned = events.flatMap((event) => event.readings);
        expect(new Set(concerned).size).toBe(concerned.length);
        const newLevels = new Set(
          events
            .filter((event) => !['dropout', 'glitch', 'spike'].includes(event.kind))
            .flatMap((event) => event.readings),
        );
        const lows = new Set(concerned.filter((epochMs) => !newLevels.has(epochMs)));
        let level = Number.NEGATIVE_INFINITY;
        for (const { epochMs, register } of readings.filter((reading) => !lows.has(reading.epochMs))) {
          if (register < level || register <= 0) expect(newLevels).toContain(epochMs);
          level = register;
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  it('finds exactly the dropouts put into a register that counts', () => {
    const anyRun = fc.record({ steps: fc.array(fc.nat(9), { minLength: 1, maxLength: 4 }), zeros: fc.nat(3) });
    fc.assert(
      fc.property(fc.array(anyRun, { maxLength: 8 }), (runs) => {
        let register = 100;
        const registers = runs.flatMap(({ steps, zeros }) => [
          ...steps.map((step) => (register += step)),
          ...Array.from({ length: zeros }, () => 0),
        ]);
        const readings = series(...registers);
        const { events, excludedEpochMs } = classifyRegister(readings, { checks: { dropout: 'exclude' } });
        expect(events.every((event) => event.kind === 'dropout')).toBe(true);
        expect(events.length).toBe(runs.filter((run) => run.zeros > 0).length);
        expect([...excludedEpochMs]).toEqual(
          readings.filter((reading) => reading.register === 0).map((reading) => reading.epochMs),
        );
      }),
    );
  });
});

describe('classification of a register that counts down', () => {
  it('mirrors that of the mirrored register which counts up, where its digits are declared', () => {
    const RANGE = 1000;
    const mirror = (register: number | null): number | null =>
      register === null || register <= 0 ? register : RANGE - register;
    const anyInRange = fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(0, -1) },
      { weight: 4, arbitrary: fc.integer({ min: 490, max: 505 }) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 12 }) },
      { weight: 2, arbitrary: fc.integer({ min: 985, max: 999 }) },
      { weight: 2, arbitrary: fc.constantFrom(100, 101, 102, 103, 104, 105, 106, 300) },
    );
    const anyChecks = anyOptions.map((options) => ({ ...options, checks: { ...options.checks, rolloverDigits: 3 } }));
    fc.assert(
      fc.property(fc.array(anyInRange, { maxLength: 40 }), anyChecks, (registers, options) => {
        const up = classifyRegister(series(...registers), options);
        const down = classifyRegister(series(...registers.map((register) => mirror(register) ?? 0)), {
          ...options,
          countsDown: true,
        });
        expect(down).toEqual({
          ...up,
          events: up.events.map((event) => ({
            ...event,
            registerBefore: mirror(event.registerBefore),
            registerDuring: mirror(event.registerDuring),
            registerAfter: mirror(event.registerAfter),
          })),
        });
      }),
      { numRuns: runs(5000) },
    );
  });

  it('finds nothing in one that counts, whatever its steps', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(900), { maxLength: 40 }), anyOptions, (steps, options) => {
        let register = 40_000;
        const healthy = series(...steps.map((step) => (register -= step)));
        expect(classifyRegister(healthy, { checks: options.checks, countsDown: true }).events).toEqual([]);
      }),
    );
  });

  it('explains every rise and every zero without declared digits, and never takes back a verdict', () => {
    fc.assert(
      fc.property(anySeries, fc.nat(40), anyOptions, (readings, known, options) => {
        const down = { ...options, countsDown: true };
        const final = classifyRegister(readings.slice(0, known), down).events.filter((event) => !event.provisional);
        expect(classifyRegister(readings, down).events).toEqual(expect.arrayContaining([...final]));
        const { events } = classifyRegister(readings, { checks: {}, countsDown: true });
        const newLevels = new Set(
          events
            .filter((event) => !['dropout', 'glitch', 'spike'].includes(event.kind))
            .flatMap((event) => event.readings),
        );
        const aside = new Set(events.flatMap((event) => event.readings).filter((epochMs) => !newLevels.has(epochMs)));
        let level = Number.POSITIVE_INFINITY;
        for (const { epochMs, register } of readings.filter((reading) => !aside.has(reading.epochMs))) {
          if (register > level || register <= 0) expect(newLevels).toContain(epochMs);
          level = register;
        }
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe('context', () => {
  it('is the fourteenth counted reading on either side of the window, zeros and the operator’s exclusions not counted', () => {
    const readings = series(...Array.from({ length: 42 }, (_, place) => (place % 10 === 0 ? 0 : 100 + place)));
    // Fourteen of 5 to 19 and of 21 to 35 are counted.
    expect(contextOf(readings, 20, 20)).toEqual({ fromEpochMs: 5, toEpochMs: 35 });
    expect(contextOf(readings, 20, 20, new Map([[15, 'exclude']]))).toEqual({ fromEpochMs: 4, toEpochMs: 35 });
  });

  it('goes to the ends of the history where there is less', () => {
    expect(contextOf(series(1, 2, 3, 4, 5), 2, 3)).toEqual({ fromEpochMs: null, toEpochMs: null });
  });

  it('decides about its window as the whole history does', () => {
    fc.assert(
      fc.property(anySeries, fc.nat(39), fc.nat(10), anyDirection, (readings, from, length, options) => {
        const isInWindow = (epochMs: number): boolean => epochMs >= from && epochMs <= from + length;
        const context = contextOf(readings, from, from + length, options.overrules);
        const whole = classifyRegister(readings, options);
        const part = classifyRegister(
          readings.filter((reading) => isInside(context, reading.epochMs)),
          options,
        );
        expect(touching(part.events, isInWindow)).toEqual(touching(whole.events, isInWindow));
        expect([...part.excludedEpochMs].filter(isInWindow)).toEqual([...whole.excludedEpochMs].filter(isInWindow));
      }),
      { numRuns: runs(10_000) },
    );
  });

  it('holds all that a reading can alter by coming, changing or going', () => {
    fc.assert(
      fc.property(
        anySeries,
        fc.nat(39),
        fc.option(anyRegister, { nil: null }),
        anyDirection,
        (readings, at, newRegister, options) => {
          const others = readings.filter((reading) => reading.epochMs !== at);
          const changed: readonly RegisterReading[] =
            newRegister === null ? others : [...others, { epochMs: at, register: newRegister }];
          const context = contextOf(readings, at, at, options.overrules);
          const isOutside = (epochMs: number): boolean => !isStrictlyInside(context, epochMs);
          const before = classifyRegister(readings, options);
          const after = classifyRegister(changed, options);
          expect(touching(after.events, isOutside)).toEqual(touching(before.events, isOutside));
          expect([...after.excludedEpochMs].filter(isOutside)).toEqual([...before.excludedEpochMs].filter(isOutside));
        },
      ),
      { numRuns: runs(10_000) },
    );
  });
});
