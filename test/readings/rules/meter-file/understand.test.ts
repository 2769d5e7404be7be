import { describe, expect, it } from 'vitest';
import { METER_UNITS, rowsOfFile, understandLines } from './support.ts';

const asked = (lines: readonly string[], written = {}) =>
  understandLines(lines, written).questions.map(({ about, column }) => `${column ?? 'file'} ${about}`);

describe('a file with a column for each meter', () => {
  it('is read by the words of its heads, in the measure of each unit, hand-worked', () => {
    const understood = understandLines([
      'Plant export',
      '',
      'Time|Main inlet register [m3]|PUMP_1 consumption (MJ)|Raw tank (L)|Status',
      '13.01.2026 06:05|5.000,12|7,2|1500|ok',
      '13.01.2026 06:10|5.000,20||-|ok',
    ]);
    expect(understood).toMatchObject({ decimal: ',', dateOrder: 'dmy', questions: [], hasLocalTimes: true });
    expect(understood.columns.columns.map(({ role, unitId, measure, kind }) => [role, unitId, measure, kind])).toEqual([
      ['time', null, null, null],
      ['figures', 'INLET', 'm3', 'register'],
      ['figures', 'PUMP_1', 'MJ', 'interval'],
      ['figures', 'TANK', 'L', 'interval'],
      ['left out', null, null, null],
    ]);
    // 06:05 in India is 00:35 UTC; 5000.12 m3 are 5,000,120 L; 7.2 MJ are 2 kWh, so 2000 Wh; 1500 L are a quarter of 6000.
    expect(rowsOfFile(understood)).toEqual([
      { row: { unitId: 'INLET', createdOn: '2026-01-13T00:35:00.000Z', summedValue: 5_000_120 }, line: 4 },
      { row: { unitId: 'PUMP_1', createdOn: '2026-01-13T00:35:00.000Z', value: 2000 }, line: 4 },
      { row: { unitId: 'TANK', createdOn: '2026-01-13T00:35:00.000Z', value: 25 }, line: 4 },
      { row: { unitId: 'INLET', createdOn: '2026-01-13T00:40:00.000Z', summedValue: 5_000_200 }, line: 5 },
    ]);
  });

  it('joins register and interval of a meter into one reading', () => {
    const lines = ['Time|INLET register m3|INLET usage L', '2026-01-13 06:05|1|20'];
    expect(rowsOfFile(understandLines(lines))).toEqual([
      { row: { unitId: 'INLET', createdOn: '2026-01-13T00:35:00.000Z', summedValue: 1000, value: 20 }, line: 2 },
    ]);
  });

  it('asks for the unit, the measure and the kind that its heads do not say, and is answered by choices', () => {
    const lines = ['Time|Old main|INLET', '2026-01-13 06:05|1.5|2', '2026-01-13 06:10|1.5|2'];
    expect(asked(lines)).toEqual(['2 unit', '2 measure', '2 kind', '3 measure', '3 kind']);
    expect(asked(lines, { measure: 'm3', kind: 'register' })).toEqual(['2 unit']);
    expect(asked(lines, { measure: 'm3', kind: 'register', columns: '2=-' })).toEqual([]);
    const { columns } = understandLines(lines, { measure: 'm3', kind: 'register', columns: '2=-' }).columns;
    expect(columns[1]).toMatchObject({ role: 'left out', leftOut: null });
    expect(asked(lines, { columns: '2=PUMP_1:kWh:interval; 3=INLET:L:register' })).toEqual([]);
    expect(asked(lines, { columns: '2=INLET:m3:register;3=INLET:m3:register' })).toEqual(['3 column']);
    expect(() => understandLines(lines, { columns: '2=NONE' })).toThrow("'NONE' is not a unit of the industry");
    expect(() => understandLines(lines, { columns: '4=INLET' })).toThrow('there is no column 4, the file has 3');
  });

  it('asks which gallon is meant, and for a measure that the unit does not have', () => {
    expect(asked(['Time|INLET register gal', '2026-01-13 06:05|1'])).toEqual(['2 measure']);
    expect(asked(['Time|INLET register kWh', '2026-01-13 06:05|1'])).toEqual(['2 measure']);
    const [row] = rowsOfFile(understandLines(['Time|INLET register US gal', '2026-01-13 06:05|10']));
    expect(row).toMatchObject({ row: { summedValue: 37.854118 } });
    expect(asked(['Time|INLET register kgal', '2026-01-13 06:05|1'])).toEqual(['2 measure']);
    const [hundreds] = rowsOfFile(understandLines(['Time|INLET usage (CCF)', '2026-01-13 06:05|10']));
    expect(hundreds).toMatchObject({ row: { value: 28_316.846592 } });
  });

  it('takes no reading from a cell that says there is none', () => {
    const cells = ['1', 'unavailable', 'unknown', 'n/a', '-', ''].map((cell, at) => `2026-01-13 06:0${at}|${cell}`);
    expect(rowsOfFile(understandLines(['Time|INLET register m3', ...cells]))).toMatchObject([
      { row: { createdOn: '2026-01-13T00:30:00.000Z', summedValue: 1000 } },
    ]);
  });

  it('takes measures from a row of their own, and the time of day from a column of its own', () => {
    const lines = ['Date|Clock|INLET register|Rest', '|| m3 |m3', '13/01/2026|06:05|1|2', '13/01/2026|24:00|2|2'];
    const understood = understandLines(lines);
    expect(understood.questions).toEqual([]);
    expect(understood.columns.columns.map(({ role }) => role)).toEqual(['time', 'time of day', 'figures', 'left out']);
    expect(rowsOfFile(understood).map((row) => 'row' in row && row.row['createdOn'])).toEqual([
      '2026-01-13T00:35:00.000Z',
      '2026-01-13T18:30:00.000Z',
    ]);
  });

  it.each([
    [
      'two times',
      ['From|To|INLET usage m3', '2026-01-13 23:45|2026-01-14 00:00|1', '2026-01-14 00:00|2026-01-14 00:15|2'],
    ],
    [
      'two times, the end first',
      ['Bis|Von|INLET usage m3', '2026-01-14 00:00|2026-01-13 23:45|1', '2026-01-14 00:15|2026-01-14 00:00|2'],
    ],
    [
      'two dates and two times of day',
      [
        'From date|From time|To date|To time|INLET usage m3',
        '13.01.2026|23:45|14.01.2026|00:00|1',
        '14.01.2026|00:00|14.01.2026|00:15|2',
      ],
    ],
    [
      'a date and two times of day',
      ['Datum|von|bis|INLET usage m3', '13.01.2026|23:45|00:00|1', '14.01.2026|00:00|00:15|2'],
    ],
  ])('is read at the end of its intervals, which %s name', (_, lines) => {
    // Midnight in India is 18:30 UTC.
    expect(
      rowsOfFile(understandLines(lines)).map((row) => 'row' in row && [row.row['createdOn'], row.row['value']]),
    ).toEqual([
      ['2026-01-13T18:30:00.000Z', 1000],
      ['2026-01-13T18:45:00.000Z', 2000],
    ]);
  });

  it('refuses a cell and a time alone, with its row, and keeps what stands there as text', () => {
    const lines = [
      'Time|INLET register m3|PUMP_1 usage kWh',
      '2026-01-13 06:05|=1+1|<b>x</b>',
      '2026-01-14 06:05|1|2',
      'Total|1|2',
    ];
    expect(rowsOfFile(understandLines(lines))).toEqual([
      {
        text: '2026-01-13 06:05|=1+1|<b>x</b>',
        problem: "'=1+1' in column 2 is not a number",
        code: 'register_invalid',
        unitId: 'INLET',
        line: 2,
      },
      expect.objectContaining({ problem: "'<b>x</b>' in column 3 is not a number", code: 'value_invalid', line: 2 }),
      expect.objectContaining({ line: 3 }),
      expect.objectContaining({ line: 3 }),
      expect.objectContaining({ problem: "the time 'Total' cannot be read", code: 'instant_invalid', line: 4 }),
    ]);
  });

  it('means nothing by names that every object of the language has', () => {
    const lines = ['Time|INLET constructor|INLET __proto__', '2026-01-13 06:05|1|2'];
    expect(asked(lines, { measure: 'm3' })).toEqual(['2 unit', '2 kind', '3 unit', '3 kind']);
  });

  it('refuses a row with more cells than heads, which a decimal sign between separators may have made', () => {
    const lines = ['Time|INLET register m3', '2026-01-13 06:05|12|5', '2026-01-13 06:10|13|', '2026-01-13 06:15|14'];
    expect(rowsOfFile(understandLines(lines))).toEqual([
      expect.objectContaining({ code: 'not_a_reading', text: '2026-01-13 06:05|12|5', line: 2 }),
      expect.objectContaining({ row: expect.objectContaining({ summedValue: 13_000 }), line: 3 }),
      expect.objectContaining({ row: expect.objectContaining({ summedValue: 14_000 }), line: 4 }),
    ]);
  });

  it('without times, heads or figures is refused', () => {
    expect(() => understandLines(['a|b', '1|2'])).toThrow('No column of the file holds times');
    expect(() => understandLines(['2026-01-13 06:05|1', '2026-01-13 06:10|1'])).toThrow('must name the columns');
    expect(() => understandLines(['Time|Note', '2026-01-13 06:05|dry'])).toThrow('No column of the file holds figures');
  });
});

describe('a file with a column that names the meter', () => {
  it('is read by unit or name, and by a column of measures', () => {
    const lines = [
      'Meter|When|Register|UoM',
      'main inlet|2026-01-13T06:05:00+05:30|1|m3',
      'INLET|2026-01-13 06:10|900|L',
      'NONE|2026-01-13 06:10|1|L',
    ];
    const understood = understandLines(lines);
    expect(understood.questions).toEqual([]);
    expect(rowsOfFile(understood)).toEqual([
      { row: { unitId: 'INLET', createdOn: '2026-01-13T00:35:00.000Z', summedValue: 1000 }, line: 2 },
      { row: { unitId: 'INLET', createdOn: '2026-01-13T00:40:00.000Z', summedValue: 900 }, line: 3 },
      expect.objectContaining({ code: 'unit_unknown', problem: "'NONE' is not a unit of the industry", line: 4 }),
    ]);
  });

  it('tells units apart whose ids differ in the case of their letters alone, and takes any case of other ids', () => {
    const units = METER_UNITS.flatMap((unit) =>
      unit.unitId === 'INLET' ? [unit, { ...unit, unitId: 'inlet', displayName: 'Second inlet' }] : [unit],
    );
    const lines = [
      'Meter|Time|Register [m3]',
      ...['INLET', 'inlet', 'Inlet', 'main inlet'].map((name) => `${name}|2026-01-13 06:05|1`),
    ];
    expect(rowsOfFile(understandLines(lines, {}, 'UTC', units))).toMatchObject([
      { row: { unitId: 'INLET' } },
      { row: { unitId: 'inlet' } },
      { code: 'unit_unknown', problem: "'Inlet' is not a unit of the industry" },
      { row: { unitId: 'INLET' } },
    ]);
    const heads = ['Time|INLET register m3|inlet register m3', '2026-01-13 06:05|1|2'];
    expect(rowsOfFile(understandLines(heads, {}, 'UTC', units))).toMatchObject([
      { row: { unitId: 'INLET', summedValue: 1000 } },
      { row: { unitId: 'inlet', summedValue: 2000 } },
    ]);
  });

  it('takes the measure of a row before one that was said of all, and a measure that only its unit has', () => {
    const lines = [
      'Time|Meter|Register|UoM',
      '2026-01-13 06:05|INLET|1|gal',
      '2026-01-13 06:05|LEVEL|12.5|m',
      '2026-01-13 06:10|INLET|1|barrel',
      '2026-01-13 06:15|INLET|1|-',
    ];
    expect(rowsOfFile(understandLines(lines, { measure: 'm3' }))).toEqual([
      expect.objectContaining({ problem: "'gal' cannot be turned into KL, the measure of INLET", line: 2 }),
      expect.objectContaining({ row: expect.objectContaining({ unitId: 'LEVEL', value: 12.5 }), line: 3 }),
      expect.objectContaining({ problem: "'barrel' cannot be turned into KL, the measure of INLET", line: 4 }),
      expect.objectContaining({ row: expect.objectContaining({ summedValue: 1000 }), line: 5 }),
    ]);
  });

  it('is not told its measures by a column of that name which holds none', () => {
    const lines = ['Time|Meter|Register|Measure', '2026-01-13 06:05|INLET|1|flow'];
    expect(asked(lines)).toEqual(['3 measure']);
    expect(rowsOfFile(understandLines(lines, { measure: 'm3' }))).toMatchObject([{ row: { summedValue: 1000 } }]);
  });

  it('with the columns of a readings file has their meaning, in thousandths', () => {
    const understood = understandLines(['unitId|createdOn|value|summedValue', 'INLET|2026-01-13 06:05|5|10']);
    expect(understood.questions).toEqual([]);
    expect(rowsOfFile(understood)).toEqual([
      { row: { unitId: 'INLET', createdOn: '2026-01-13T00:35:00.000Z', value: 5, summedValue: 10 }, line: 2 },
    ]);
  });

  it('with the columns of a readings file keeps estimates, offline minutes and parameters', () => {
    const understood = understandLines([
      'unitId|createdOn|value|interpolated|offlinePeriod|params',
      'INLET|2026-01-13 06:05|5|TRUE|15|',
      'INLET|2026-01-13 06:10|6|FALSE||',
      'INLET|2026-01-13 06:15||TRUE||',
      'PUMP_1|2026-01-13 06:05||||{"voltage":230}',
      'PUMP_1|2026-01-13 06:10||||voltage 230',
      'PUMP_1|2026-01-13 06:15||TRUE|15|{"voltage":231}',
    ]);
    expect(understood.questions).toEqual([]);
    const roles = understood.columns.columns.map(({ role }) => role);
    expect(roles).toEqual(['unit', 'time', 'figures', 'field', 'field', 'field']);
    const at = (minutes: number) => ({ createdOn: new Date(Date.UTC(2026, 0, 13, 0, minutes)).toISOString() });
    expect(rowsOfFile(understood)).toEqual([
      { row: { unitId: 'INLET', ...at(35), value: 5, interpolated: 'true', offlinePeriod: '15' }, line: 2 },
      { row: { unitId: 'INLET', ...at(40), value: 6, interpolated: 'false' }, line: 3 },
      { row: { unitId: 'PUMP_1', ...at(35), params: { voltage: 230 } }, line: 5 },
      {
        text: 'PUMP_1|2026-01-13 06:10||||voltage 230',
        problem: 'params is not a JSON object of parameter to number',
        code: 'not_a_reading',
        line: 6,
      },
      {
        row: { unitId: 'PUMP_1', ...at(45), params: { voltage: 231 }, interpolated: 'true', offlinePeriod: '15' },
        line: 7,
      },
    ]);
  });
});

describe('levels', () => {
  const valueOf = (head: string, figure: string, time = '2026-01-13 06:05') => {
    const [row] = rowsOfFile(understandLines([`Time|${head}`, `${time}|${figure}`]));
    return row !== undefined && 'row' in row ? row.row['value'] : row;
  };
  const table = (lines: readonly string[], written = {}) =>
    rowsOfFile(understandLines(lines, written)).map((row) => ('row' in row ? row.row['value'] : row.problem));

  it.each([
    ['LEVEL [m]', '12.5', 12.5],
    ['Bore level (m)', '-3.25', -3.25],
    ['Raw tank [%]', '62.5', 62.5],
    ['TANK %', '62.5', 62.5],
    ['TANK [m3]', '1.5', 25],
    ['TANK [thousandths]', '1500', 25],
    ['LEVEL [thousandths]', '12500', 12.5],
    ['POND [%]', '40', 40],
    ['SUMP [%]', '40', 40],
  ])('of %s: %s is stored as %d', (head, figure, value) => {
    expect(asked([`Time|${head}`, `2026-01-13 06:05|${figure}`])).toEqual([]);
    expect(valueOf(head, figure)).toBe(value);
  });

  it('of a tank that was enlarged are shares of what it held then', () => {
    expect(valueOf('TANK [L]', '1500', '2026-05-31 23:00')).toBe(25);
    expect(valueOf('TANK [L]', '1500', '2026-06-02 06:00')).toBe(12.5);
  });

  it('that are no share of anything are asked about, and refused where a column names the meter', () => {
    const problems = (head: string) =>
      understandLines([`Time|${head}`, '2026-01-13 06:05|1']).questions.map(({ problem }) => problem);
    const noCapacity = 'cannot be turned into percent of tank SUMP: it has no maxCapacity';
    const surveyed =
      'cannot be turned into percent of tank POND: it was surveyed, and is read in percent of its height';
    expect(problems('SUMP [KL]')).toEqual([`KL ${noCapacity}`]);
    expect(problems('POND [L]')).toEqual([`L ${surveyed}`]);
    expect(problems('INLET register [%]')).toEqual(['% cannot be turned into KL, the measure of INLET']);
    const lines = ['Time|Meter|Level|UoM', ...['TANK|1.5|m3', 'SUMP|1|m3', 'POND|1|L', 'POND|40|%', 'LEVEL|2|m']];
    const timed = lines.map((line, at) => (at === 0 ? line : `2026-01-13 06:05|${line}`));
    expect(table(timed, { kind: 'interval' })).toEqual([25, `'m3' ${noCapacity}`, `'L' ${surveyed}`, 40, 2]);
  });

  it('in the columns of a readings file are what readings are', () => {
    const lines = ['unitId|createdOn|value', 'TANK|2026-01-13 06:05|62.5', 'LEVEL|2026-01-13 06:05|12.5'];
    expect(table(lines)).toEqual([62.5, 12.5]);
    expect(table(lines, { columns: '3=:thousandths:interval' })).toEqual([62.5, 12.5]);
  });
});

describe('day and month', () => {
  const file = (...dates: readonly string[]) => ['Time|INLET register m3', ...dates.map((date) => `${date} 06:05|1`)];
  it.each([
    [['13/01/2026', '01/02/2026'], 'dmy', []],
    [['01/13/2026', '01/02/2026'], 'mdy', []],
    [['01.02.2026'], 'dmy', []],
    [['2026-02-01'], null, []],
    [['1 Feb 2026'], null, []],
    [['01/02/2026', '12/02/2026'], null, ['file dateOrder']],
    [['13/01/2026', '01/13/2026'], null, ['file dateOrder']],
    // Today is 29 Nov 2026. Each of these may be a day of 2026 or earlier whose year comes first.
    [['26-01-13', '26-01-25'], null, ['file dateOrder']],
    [['26/01/13'], null, ['file dateOrder']],
    [['26.01.13'], null, ['file dateOrder']],
    [['01-02-03'], null, ['file dateOrder']],
    [['00-12-31'], null, ['file dateOrder']],
    [['26-01-13', '00-00-00', '26-02-30'], null, ['file dateOrder']],
    // As years first these would be days to come, or no days.
    [['26-01-13', '27-01-13'], 'dmy', []],
    [['26-12-01'], 'dmy', []],
    [['01/13/26'], 'mdy', []],
    [['26-01-13', '26-01-2013'], 'dmy', []],
    [['26-01-32'], 'dmy', []],
  ])('of %j are %s, and asked: %j', (dates, order, questions) => {
    expect(understandLines(file(...dates)).dateOrder).toBe(order);
    expect(asked(file(...dates))).toEqual(questions);
  });

  it('are what a person says where both can be', () => {
    const createdOn = (dateOrder: string) =>
      rowsOfFile(understandLines(file('01/02/2026'), { dateOrder })).map((row) => 'row' in row && row.row['createdOn']);
    expect([createdOn('dmy'), createdOn('mdy')]).toEqual([['2026-02-01T00:35:00.000Z'], ['2026-01-02T00:35:00.000Z']]);
  });

  it('and year are what a person says of years in two digits', () => {
    const read = (date: string, dateOrder: string) =>
      rowsOfFile(understandLines(file(date), { dateOrder })).map((row) =>
        'row' in row ? row.row['createdOn'] : row.problem,
      );
    expect(['dmy', 'mdy', 'ymd'].map((order) => read('11-12-13', order))).toEqual([
      ['2013-12-11T00:35:00.000Z'],
      ['2013-11-12T00:35:00.000Z'],
      ['2011-12-13T00:35:00.000Z'],
    ]);
    expect(read('26-01-13', 'ymd')).toEqual(['2026-01-13T00:35:00.000Z']);
    expect(read('13/01/2026', 'ymd')).toEqual(["the time '13/01/2026 06:05' cannot be read"]);
    expect(understandLines(file('11-12-13')).questions.map(({ problem }) => problem)).toEqual([
      'every date can be read with the day first or the month first or the year first',
    ]);
  });
});

describe('the decimal sign', () => {
  const file = (...cells: readonly string[]) => [
    'Time|INLET register m3',
    ...cells.map((cell, at) => `2026-01-13 06:0${at}|${cell}`),
  ];
  it.each([
    [['1.5'], '.', []],
    [['1,5'], ',', []],
    [['1.234,5'], ',', []],
    [['12,34,567.5'], '.', []],
    [['1.234', '0.125'], '.', []],
    [['1 234,5'], ',', []],
    [['12'], null, []],
    [['1.234'], null, ['file decimal']],
    [['1,234'], null, ['file decimal']],
    [['1,5', '1.5'], null, ['file decimal']],
  ])('of %j is %s, and asked: %j', (cells, decimal, questions) => {
    expect(understandLines(file(...cells)).decimal).toBe(decimal);
    expect(asked(file(...cells))).toEqual(questions);
  });
});
