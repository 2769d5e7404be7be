/** A cell of a table as a page shows it. */
interface PageCell {
  /** The digits or words, without marks before and remarks behind them; of a missing figure also the remark. */
  readonly words: string;
}

const unescaped = (html: string): string =>
  html
    .replaceAll(/<small[^>]*>(at least|[†‡]|from ).*?<\/small>/g, '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('\u00a0', ' ')
    .trim();

/** The rows of a page's tables of that id, one table for each part. */
export const tablesOfPage = (html: string, id: string): readonly (readonly (readonly PageCell[])[])[] =>
  [...html.matchAll(new RegExp(`<table data-table="${id}"[^>]*>.*?<tbody>(.*?)</tbody>`, 'gs'))].map(([, body = '']) =>
    [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, line = '']) =>
      [...line.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => ({ words: unescaped(cell) })),
    ),
  );
