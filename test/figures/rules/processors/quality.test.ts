import { describe, expect, it } from 'vitest';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import { at, dayOf, unitOf } from './builders.ts';

const declared = { displayName: '', siUnit: '', isLatest: false };
const analyser = unitOf({ group: 'QUALITY', params: { ph: declared, tds: declared } });

describe('quality: the day', () => {
  it('means every parameter over its own samples, per hour and over the day', () => {
    // ph: hour 0 (7.0, 7.5), hour 3 (8.0): day (7 + 7.5 + 8) / 3 = 7.5. tds has one sample, in hour 0.
    const day = processDay(
      dayOf(analyser, [
        { second: at(0), params: { ph: 7, tds: 300 } },
        { second: at(0, 5), params: { ph: 7.5 } },
        { second: at(3), params: { ph: 8 } },
      ]),
    );
    expect(day.hourly[0]?.y).toEqual({ ph: 7.25, tds: 300 });
    expect(day.hourly[3]?.y).toEqual({ ph: 8, tds: null });
    expect(day.value).toEqual({ ph: 7.5, tds: 300 });
  });

  it('leaves a missing parameter null while others have samples', () => {
    expect(processDay(dayOf(analyser, [{ second: 0, params: { ph: 7 } }])).value).toEqual({ ph: 7, tds: null });
  });

  it('is null in an hour or day in which every parameter is missing', () => {
    const day = processDay(dayOf(analyser, [{ second: at(0), value: 1 }]));
    expect(day.hourly[0]?.y).toBeNull();
    expect(day.value).toBeNull();
  });

  it('includes parameters that were sent without being declared, whatever their name', () => {
    const day = processDay(
      dayOf(analyser, [
        { second: 0, params: { constructor: 3 } },
        { second: at(1), params: { ph: 7 } },
      ]),
    );
    expect(day.value).toEqual({ ph: 7, tds: null, constructor: 3 });
    expect(day.hourly[1]?.y).toEqual({ ph: 7, tds: null, constructor: null });
  });

  it('reports a day without readings as null with 288 slots and 1440 minutes offline', () => {
    const day = processDay(dayOf(analyser, []));
    expect(day).toMatchObject({ value: null, meta: { offlineCount: 288, offlineDuration: 1440 } });
  });
});
