import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../../../support/database.ts';
import { testApp } from '../../../../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../../../../service/support/device-data-works.ts';

interface Side {
  subCategories: {
    id: string;
    displayName: string;
    value: number | null;
    units: { unitId: string; value: unknown; data: { x: string; y: unknown }[] }[];
  }[];
  lastUpdatedTime: string | null;
  siUnit: string | null;
}

let works: Works;

beforeAll(async () => {
  const context = await testContext('2026-06-11T06:00:00Z');
  works = await mintWorks(context, testApp(context));
  await works.send([
    { unitId: 'M1', createdOn: atHour('2026-06-09', 0), value: 1000 },
    { unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 2000 },
    { unitId: 'M2', createdOn: atHour('2026-06-10', 5), value: 400 },
    { unitId: 'TANK', createdOn: atHour('2026-06-10', 6), value: 50 },
  ]);
});

async function compare(query: string): Promise<{ data1: Side; data2: Side }> {
  const { status, body } = await works.get(`deviceDataV2/compare?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { data1: Side; data2: Side };
}

describe('GET deviceDataV2/compare', () => {
  it('answers exactly with data1 and data2, each with one synthetic sub-category of units', async () => {
    const answer = await compare(
      'dateA1=09/06/2026&dateB1=10/06/2026&ids1=M1&ids2=M1&ids2=M2&category=ID_SOURCE&type=HOUR',
    );
    expect(Object.keys(answer)).toEqual(['data1', 'data2']);
    expect(Object.keys(answer.data1)).toEqual([
      'subCategories',
      'lastUpdatedTime',
      'siUnit',
      'coverage',
      'slotsExpected',
      'slotsGenuine',
      'estimatedShare',
      'meters',
      'metersMeasured',
      'bound',
    ]);
    expect(answer.data1.subCategories).toMatchObject([{ value: 1, units: [{ unitId: 'M1', value: 1 }] }]);
    expect(answer.data2).toMatchObject({
      siUnit: 'KL',
      lastUpdatedTime: '2026-06-10T05:30:00.000Z',
      subCategories: [{ value: 2.4, units: [{ unitId: 'M1' }, { unitId: 'M2' }] }],
    });
  });

  it('takes any unit of the industry, each once, and names ids that are none', async () => {
    const { data1, data2 } = await compare(
      'dateA1=10/06/2026&dateB1=10/06/2026&ids1=TANK&ids1=NOBODYS&ids1=TANK&ids2=NOBODYS&ids2=S1&ids2=NOBODYS&category=ID_RAW_WATER_STOCK',
    );
    expect(data1.subCategories[0]?.units.map(({ unitId, value }) => [unitId, value])).toEqual([['TANK', 100]]);
    expect(data1).toMatchObject({ notFound: ['NOBODYS'] });
    expect(data2).toMatchObject({
      subCategories: [{ units: [], value: null }],
      lastUpdatedTime: null,
      siUnit: null,
      notFound: ['NOBODYS', 'S1'],
    });
  });

  it('keeps the listed sub-categories of the category with by=SUB_CATEGORY', async () => {
    const { data1, data2 } = await compare(
      'dateA1=10/06/2026&dateB1=10/06/2026&ids1=A&ids1=Z&ids2=B&ids2=A&category=ID_SOURCE&by=SUB_CATEGORY&divisionFactor=1',
    );
    expect(data1.subCategories.map(({ id, value }) => [id, value])).toEqual([['A', 3000]]);
    // Dropped silently, as specified.
    expect(data1).not.toHaveProperty('notFound');
    expect(data2.subCategories.map(({ id, value }) => [id, value])).toEqual([
      ['A', 3000],
      ['B', 400],
    ]);
  });

  it('compares ranges of different length, overlapping or not', async () => {
    const { data1, data2 } = await compare(
      'dateA1=09/06/2026&dateA2=10/06/2026&dateB1=10/06/2026&ids1=M1&ids2=M1&category=ID_SOURCE&type=CUSTOM',
    );
    expect(data1.subCategories[0]?.units[0]?.data.map(({ y }) => y)).toEqual([1, 2]);
    expect(data2.subCategories[0]?.units[0]?.data.map(({ y }) => y)).toEqual([2]);
  });

  it('answers the second date of a single chart as a comparison beside its side', async () => {
    const { data1, data2 } = (await compare(
      'dateA1=10/06/2026&dateA2=09/06/2026&dateB1=10/06/2026&ids1=M1&ids2=M1&category=ID_SOURCE&type=HOUR',
    )) as Record<string, Side & { comparison?: Side }>;
    expect([data1?.subCategories[0]?.value, data1?.comparison?.subCategories[0]?.value]).toEqual([2, 1]);
    expect(data1?.comparison?.subCategories[0]?.units[0]?.data[0]).toMatchObject({
      x: atHour('2026-06-09', 0).slice(0, 11) + '00:30:00.000Z',
      y: 1,
    });
    expect(Object.keys(data1?.comparison ?? {})).toEqual([
      'subCategories',
      'siUnit',
      'coverage',
      'slotsExpected',
      'slotsGenuine',
      'estimatedShare',
      'meters',
      'metersMeasured',
      'bound',
    ]);
    expect(data2).not.toHaveProperty('comparison');
  });

  it('reads the longest range there may be, of more units than are read at a time', async () => {
    const ids = ['M1', 'M2', 'SILENT', 'TANK', 'WELL'].map((id) => `ids1=${id}`).join('&');
    const { data1 } = await compare(
      `dateA1=08/06/2023&dateA2=11/06/2026&dateB1=10/06/2026&${ids}&ids2=M1&category=ID_SOURCE&type=CUSTOM`,
    );
    const units = data1.subCategories[0]?.units ?? [];
    expect(units.map(({ unitId, value }) => [unitId, value])).toEqual([
      ['M1', 3],
      ['M2', 0.4],
      ['SILENT', null],
      ['TANK', 100],
      ['WELL', null],
    ]);
    expect(units.map(({ data }) => data.length)).toEqual([1100, 1100, 1100, 1100, 1100]);
    expect(units[0]?.data.slice(-3).map(({ y }) => y)).toEqual([1, 2, null]);
  });

  it.each([
    ['', "'dateA1' missing"],
    ['dateA1=10/06/2026', "'dateB1' missing"],
    ['dateA1=10/06/2026&dateB1=10/06/2026', "'ids1' missing"],
    ['dateA1=10/06/2026&dateB1=10/06/2026&ids1=M1&ids2=', "'ids2' missing"],
    ['dateA1=10/06/2026&dateB1=10/06/2026&ids1=M1&ids2=M1', "'category' missing"],
    [
      'dateA1=10/06/2026&dateB1=32/06/2026&ids1=M1&ids2=M1&category=ID_SOURCE',
      "Invalid 'dateB1': '32/06/2026' is not a date DD/MM/YYYY",
    ],
    [
      'dateA1=10/06/2026&dateB1=10/06/2026&ids1=M1&ids2=M1&category=ID_SOURCE&by=TEAM',
      "Invalid 'by': 'TEAM' is not one of UNIT, SUB_CATEGORY",
    ],
    [
      'dateA1=10/06/2026&dateB1=10/06/2026&dateB2=09/06/2026&ids1=M1&ids2=M1&category=ID_SOURCE&type=CUSTOM',
      'dateB1 cannot be after dateB2',
    ],
  ])('answers %s with 1403 %s', async (query, message) => {
    expect((await works.get(`deviceDataV2/compare?${query}`)).body).toMatchObject({
      status: 'failed',
      status_code: 1403,
      message,
    });
  });

  it('answers an unknown category with 1401', async () => {
    expect(
      (await works.get('deviceDataV2/compare?dateA1=10/06/2026&dateB1=10/06/2026&ids1=M1&ids2=M1&category=NONE')).body,
    ).toMatchObject({ status_code: 1401, message: "Invalid category, NONE doesn't exist" });
  });
});
