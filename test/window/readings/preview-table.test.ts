import { expect, it } from 'vitest';
import type { ReadingPreview } from '../../../src/figures/http/user/readings/preview.ts';
import { previewTable } from '../../../src/window/readings/preview-table.ts';
import { textsOf } from '../../../src/window/texts.ts';
import type { Visit } from '../../../src/window/page.ts';

type Day = ReadingPreview['days'][number];
const LAB = {
  unitId: 'LAB',
  params: { ph: { displayName: 'pH', siUnit: '' }, cond: { displayName: 'Conductivity', siUnit: 'µS/cm' } },
};
const visit = {
  texts: textsOf('en'),
  language: 'en',
  ask: async () => ({ data: [LAB] }),
} as unknown as Visit; // the parts that the table asks

it('a preview tells parameters by their names, each with its own decimals and measure', async () => {
  const told = (ph: number, cond: number | null): Day['before'] => ({ figure: { ph, cond }, unheard: 0 });
  const days: Day[] = [
    {
      unitId: 'LAB',
      unitName: 'River',
      siUnit: '',
      date: '15/01/2026',
      before: told(7.25, 1450),
      after: told(7.4, null),
    },
  ];
  const text = String(await previewTable(visit, { days })).replaceAll(/\s+/g, ' ');
  expect(text).toContain('pH 7.25, Conductivity 1 450 µS/cm');
  expect(text).toContain('pH 7.40, Conductivity – µS/cm');
});
