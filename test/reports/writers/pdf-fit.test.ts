import { describe, expect, it } from 'vitest';
import type { PdfPlace } from '../../../src/reports/writers/pdf-engine.ts';
import { type Density, withoutOrphan } from '../../../src/reports/writers/pdf-fit.ts';

const page = { room: 493, height: 740, margin: 51, rowPadding: 2, gap: 14 };
const density = (share: number): Density => ({ heights: new Map([[0, share]]), page });
const [given, lower, lowest] = [density(260), density(208), density(156)];

/** Which density is chosen where the print ends so with each of them. */
const chosen = async (ends: ReadonlyMap<Density, PdfPlace>): Promise<Density> =>
  await withoutOrphan(given, [lower, lowest], async (tried) => ends.get(tried) ?? { pageNumber: 9, top: 51 });

describe('a last page with a few lines alone', () => {
  const orphan = { pageNumber: 3, top: 200 };

  it('is pulled back by the first layout that needs a page less', async () => {
    const whole = { pageNumber: 2, top: 700 };
    expect(
      await chosen(
        new Map([
          [given, orphan],
          [lower, whole],
        ]),
      ),
    ).toBe(lower);
    expect(
      await chosen(
        new Map([
          [given, orphan],
          [lower, { pageNumber: 3, top: 90 }],
          [lowest, whole],
        ]),
      ),
    ).toBe(lowest);
  });

  it('stays where no layout has room for it', async () => {
    expect(await chosen(new Map([[given, orphan]]))).toBe(given);
  });

  it('is none where it holds a third of a page, or is the only one', async () => {
    for (const end of [
      { pageNumber: 3, top: 400 },
      { pageNumber: 1, top: 100 },
    ])
      expect(
        await chosen(
          new Map([
            [given, end],
            [lower, { pageNumber: 0, top: 0 }],
          ]),
        ),
      ).toBe(given);
  });
});
