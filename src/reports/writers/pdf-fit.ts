import type { PdfPlace, PrintedPage } from './pdf-engine.ts';
import type { ChartHeights } from './pdf-pictures.ts';

/* Balance of a print's last page. A page with few lines is pulled back, where the other pages have room. */

/** A smaller share of the last page looks like an orphan. */
const LEAST_OF_LAST_PAGE = 0.35;

/** Settings of a print's layout. */
export interface Density {
  readonly heights: ChartHeights;
  readonly page: PrintedPage;
}

const isOrphan = ({ pageNumber, top }: PdfPlace, { margin, height }: PrintedPage): boolean =>
  pageNumber > 1 && top - margin < LEAST_OF_LAST_PAGE * height;

/**
 * The first tighter density that needs one page less, when the last page holds little; otherwise the given one.
 * @param tighter densities, the easiest to read first
 * @param endOf lays the print out and returns its end
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
