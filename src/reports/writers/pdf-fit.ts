import type { PdfPlace, PrintedPage } from './pdf-engine.ts';
import type { ChartHeights } from './pdf-pictures.ts';

/* The last page of a print. One with a few lines alone is pulled back, where the others have room for them. */

/** What takes less of the last page stands there like an orphan. */
const LEAST_OF_LAST_PAGE = 0.35;

/** What a print is laid out with. */
export interface Density {
  readonly heights: ChartHeights;
  readonly page: PrintedPage;
}

const isOrphan = ({ pageNumber, top }: PdfPlace, { margin, height }: PrintedPage): boolean =>
  pageNumber > 1 && top - margin < LEAST_OF_LAST_PAGE * height;

/**
 * The first of these densities that needs a page less than the given one, whose last page holds little; else the given.
 * @param tighter the easier to read first
 * @param endOf lays the print out, and tells where it ends
 */
export async function withoutOrphan(
  given: Density,
  tighter: readonly Density[],
  endOf: (density: Density) => Promise<PdfPlace>,
): Promise<Density> {
  const end = await endOf(given);
  if (!isOrphan(end, given.page)) return given;
  for (const density of tighter) if ((await endOf(density)).pageNumber < end.pageNumber) return density;
  return given;
}
