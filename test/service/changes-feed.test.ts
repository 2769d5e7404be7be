import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { queueClient } from '../../src/platform/queue/client.ts';
import { enqueueRebuilds } from '../../src/ledger/ask-for-rebuilds.ts';
import { Copy, exportedLines } from '../figures/changes/copy.ts';
import {
  at,
  dates,
  type Json,
  requireIndustry,
  type Row,
  send,
  unit,
  virtual,
  works,
} from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { killed, startWorkerProcess } from './worker-process.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { bossOf } from './support/boss-of.ts';

/*
 * A client that follows the feed while everything that writes documents does so at once, in several processes that are
 * killed.
 */

let context: OwnContext;
let boss: PgBoss;
beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
  boss = await bossOf(context);
});
afterAll(async () => {
  await boss.stop({ graceful: false });
});

const DAYS = dates('2026-01-28', '2026-02-06');
const METERS = ['A', 'B', 'C', 'D'];
const ROUNDS = 4;
const random = (below: number): number => Math.floor(Math.random() * below);
const oneOf = <T>(items: readonly T[]): T => {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
};

const correction = (industry: Industry, unitIds: readonly string[]): Row => ({
  unitId: oneOf(unitIds),
  createdOn: at(industry, oneOf(DAYS), random(24)),
  value: random(1000) / 8,
  summedValue: random(5000),
});

/**
 * Meters, one of them with another factor from some day on, without one that is removed; a tank and a formula over what
 * is there.
 */
function unitsWith({ without, factor, from }: { without: string | null; factor: number; from: string }): Json[] {
  const meters = METERS.filter((unitId) => unitId !== without);
  return [
    ...meters.map((unitId) =>
      unit(unitId, 'FLOW_CATEGORY', unitId === 'A' ? { flowFactor: factor, meta: { effectiveFrom: from } } : {}),
    ),
    unit('TANK', 'STOCK_CATEGORY', { maxCapacity: 5000 }),
    virtual('ALL', meters.map((unitId) => `{${unitId}}`).join(' + ')),
  ];
}

const batch = (industry: Industry): { kill: () => Promise<void>; ended: Promise<unknown> } => {
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('../../scripts/batch.ts', import.meta.url)),
      '--industry',
      industry.industryId,
      '--from',
      '28/01/2026',
      '--to',
      '06/02/2026',
    ],
    {
      env: { ...childEnvironment(), ...context.environment },
      stdio: 'ignore',
    },
  );
  return { kill: () => killed(child), ended: once(child, 'close') };
};

it(
  'a client that applies the feed in order holds what the export prints: corrections, changed configuration, several processes, kill -9',
  { timeout: 400_000 },
  async () => {
    const first = await works(context, unitsWith({ without: null, factor: 1, from: '28/01/2026' }));
    const { industryId } = first;
    const queue = queueClient(boss, () => Date.now());
    const copy = new Copy(context, first);
    let changes = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const worker = await startWorkerProcess(context.environment);
      let isRunning = true;
      const following = (async () => {
        while (isRunning) changes += (await copy.page(1 + random(7))).changes.length;
      })();
      const industry = await requireIndustry(context, industryId);
      const commands = [batch(industry), batch(industry)];
      for (let step = 0; step < 4; step += 1) {
        const current = await requireIndustry(context, industryId);
        const { staleDates } = await send(
          context,
          current,
          Array.from({ length: 20 }, () =>
            correction(
              current,
              METERS.filter((unitId) => current.units.has(unitId)),
            ),
          ),
        );
        await enqueueRebuilds(queue, current, staleDates, Date.now());
        if (step === 1)
          await works(
            context,
            unitsWith({
              without: oneOf([null, 'D']),
              factor: 1 + random(3),
              from: oneOf(['30/01/2026', '03/02/2026']),
            }),
            { industryId },
          );
      }
      await vi.waitUntil(async () => changes > 0, { timeout: 60_000, interval: 5 });
      await new Promise((resolve) => {
        setTimeout(resolve, random(1500));
      });
      await killed(worker);
      // One is killed, the other ends by itself.
      await commands[0]?.kill();
      await commands[1]?.ended;
      isRunning = false;
      await following;
      changes += (await copy.follow(7)).length;
      const exported = await exportedLines(context, first);
      expect(copy.lines()).toEqual(exported);
      const fromNothing = new Copy(context, first);
      await fromNothing.follow(oneOf([1, 10, 1000]));
      expect(fromNothing.lines()).toEqual(exported);
    }
    expect(changes).toBeGreaterThan(copy.documents.size);
  },
);
