import { expect, it } from 'vitest';
import type { Overview } from '../../../src/balance/http/user/overview.ts';
import type { Visit } from '../../../src/window/page.ts';
import { textsOf } from '../../../src/window/texts.ts';
import { atAGlance } from '../../../src/window/today/at-a-glance.ts';

const visit = { texts: textsOf('en'), language: 'en' } as unknown as Visit; // the parts that the card asks

it('the verdict of the balance has the bound that its headline, its table and its findings have', async () => {
  const figure = (value: number | null, bound: 'at least' | 'at most' | null) => ({
    value,
    bound,
    siUnit: 'KL',
    band: null,
  });
  const overview = {
    date: '11/06/2026',
    running: false,
    balance: {
      inflow: figure(100, null),
      outflow: figure(70, 'at least'),
      balance: figure(30, 'at most'),
      stockChange: figure(null, null),
      unaccounted: { ...figure(30, 'at most'), status: 'surplus' },
    },
  } as unknown as Overview; // the parts that the card reads
  const text = String(await atAGlance(visit, overview, [], { before: null, standing: [] })).replaceAll(/\s+/g, ' ');
  expect(text).toContain('In 100, out at least 70 KL. At most 30 KL came in and is not accounted for.');
});

it('is one part of an open page, so that a card comes when its day has something to tell', async () => {
  const nothing = { value: null, bound: null, siUnit: null, band: null };
  const balance = { inflow: nothing, outflow: nothing, balance: nothing, stockChange: nothing, unaccounted: nothing };
  const overview = { date: '11/06/2026', running: true, balance } as unknown as Overview; // the parts that the cards read
  const early = String(await atAGlance(visit, overview, [], { before: null, standing: [] }));
  expect(early.replaceAll(/\s+/g, ' ').trim()).toBe('<div class="in-short" id="at-a-glance" data-live> </div>');
});
