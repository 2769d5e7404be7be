import { beforeAll, expect, it } from 'vitest';
import { newestFaults, recordFault, touchFault } from '../../../src/platform/faults/store/faults.ts';
import type { FaultKind } from '../../../src/platform/faults/rules/fault.ts';
import { MINUTE_MS } from '../../../src/kernel/time/durations.ts';
import { ownContext, type OwnContext } from '../../keeping/upkeep/own-database.ts';

/* What processes that have ended left open. Instants are milliseconds before now, as the table takes them. */

let context: OwnContext;
beforeAll(async () => {
  context = await ownContext(new Date().toISOString());
});

const met = (kind: FaultKind, process: string, beganAgo: number, seenAgo: number, endedAgo: number | null) =>
  recordFault(context.database, {
    kind,
    process,
    beganAgo,
    seenAgo,
    endedAgo,
    requests: null,
    mails: kind === 'mail' ? 1 : null,
    milliseconds: kind === 'clock' ? 60_000 : null,
    isRestart: null,
    freeBytes: null,
  });
const told = async (kind: FaultKind) =>
  (await newestFaults(context.database, new Date()))
    .filter((fault) => fault.kind === kind)
    .map(({ began, ended, times }) => ({
      beganMinutesAgo: Math.round((Date.now() - began) / MINUTE_MS),
      endedMinutesAgo: ended === null ? null : Math.round((Date.now() - ended) / MINUTE_MS),
      times,
    }));

it('begins anew where the process that met the last one ended before it could tell its end', async () => {
  await met('clock', 'host:3000', 600 * MINUTE_MS, 590 * MINUTE_MS, null);
  await met('clock', 'host:3000', MINUTE_MS, 0, null);
  expect(await told('clock')).toEqual([
    { beganMinutesAgo: 1, endedMinutesAgo: null, times: 1 },
    { beganMinutesAgo: 600, endedMinutesAgo: 590, times: 1 },
  ]);
  expect(await touchFault(context.database, { kind: 'clock', process: 'host:3000', mails: null })).toBe(true);
});

it('goes on where another process takes over within five minutes', async () => {
  await met('broker', 'host:3000', 60 * MINUTE_MS, 3 * MINUTE_MS, null);
  await met('broker', 'host:3000', MINUTE_MS, 0, null);
  expect(await told('broker')).toEqual([{ beganMinutesAgo: 60, endedMinutesAgo: null, times: 1 }]);
});

it('of the mail server goes on however long no mail has tried it', async () => {
  await met('mail', '', 600 * MINUTE_MS, 590 * MINUTE_MS, null);
  await met('mail', '', MINUTE_MS, 0, null);
  expect(await told('mail')).toEqual([{ beganMinutesAgo: 600, endedMinutesAgo: null, times: 1 }]);
});
