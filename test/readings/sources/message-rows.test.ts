import { expect, it } from 'vitest';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { createClockReader } from '../../../src/kernel/time/business-clock.ts';
import { readMessage } from '../../../src/readings/rules/sources/read-message.ts';
import { SentRowsBuilder } from '../../../src/readings/sent-rows.ts';
import { rowsOfDevice } from '../../../src/readings/sources/message-rows.ts';
import { testContext } from '../../support/database.ts';
import { mintWorks } from '../works.ts';
import { mintSource } from './support.ts';

it('a message for a unit out of use is refused as its reading, which can be released once the unit is back', async () => {
  const context = await testContext('2026-11-21T12:00:00Z');
  const industry = await mintWorks(context);
  const source = await mintSource(context, industry, 'json');
  const units = new Map([...industry.units].filter(([unitId]) => unitId !== 'M1'));
  const meanwhile: Industry = { ...industry, units, unitsEver: industry.units };
  const read = readMessage(source, { meter: 'A1', at: '2026-07-01T12:00:00Z', volume: 1.5 }, null);
  if (read.kind !== 'heard') throw new Error('The message was not heard.');
  const { rows, unfit } = rowsOfDevice(meanwhile, source, { unitId: 'M1', frames: [] }, [read]);
  const reading = { unitId: 'M1', createdOn: '2026-07-01T12:00:00.000Z', summedValue: 1500 };
  expect([rows, unfit]).toEqual([[{ row: reading, isPartial: true }], []]);
  const refusalBy = (of: Industry) =>
    new SentRowsBuilder(of, createClockReader(of.clock)).add({ row: reading, isPartial: true }, 0, context.clock.now());
  expect([refusalBy(meanwhile)?.code, refusalBy(industry)]).toEqual(['unit_unknown', null]);
});
