import { describe, expect, it } from 'vitest';
import { rowsOfFile, understandLines } from './support.ts';

describe('numbers since 1970', () => {
  const columns = '2=PUMP_1:Wh:interval;3=-';

  it.each(['1701388860', '1701388860.5', '1701388860000', '1701388860000000', '1701388860000000000'])(
    'such as %s are times below a head that says so, as meters of Shelly write them',
    (second) => {
      const lines = ['timestamp|total_act_energy|avg_voltage', `1701388800|1000|230.5`, `${second}|1050|231.0`];
      const understood = understandLines(lines, { columns });
      expect([understood.hasLocalTimes, understood.questions]).toEqual([false, []]);
      expect(rowsOfFile(understood)).toEqual([
        { row: { unitId: 'PUMP_1', createdOn: '2023-12-01T00:00:00.000Z', value: 1000 }, line: 2 },
        { row: { unitId: 'PUMP_1', createdOn: '2023-12-01T00:01:00.000Z', value: 1050 }, line: 3 },
      ]);
    },
  );

  it('are registers below any other head, and a row whose time is none is refused', () => {
    const registers = understandLines(['Time|INLET register L', '2026-01-13 06:05|1701388800']);
    expect(rowsOfFile(registers)).toMatchObject([{ row: { summedValue: 1_701_388_800 } }]);
    const lines = ['unix_time (s)|INLET register L', '1701388800|1', '1701388860|2', 'total|3'];
    expect(rowsOfFile(understandLines(lines))).toMatchObject([
      { row: { createdOn: '2023-12-01T00:00:00.000Z' } },
      { row: { createdOn: '2023-12-01T00:01:00.000Z' } },
      { problem: "the time 'total' cannot be read", line: 4 },
    ]);
  });
});
