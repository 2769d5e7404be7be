import { COLOURS } from '../../kernel/format/colours.ts';

/* Style sheets of a report's page, for what an element's own style cannot say. */

const { paper, line, muted } = COLOURS;

/** Tables whose rows are read as lines below one another where a phone shows them. */
const STACKED = new Set(['attention', 'incidents']);
export const isStacked = (tableId: string): boolean => STACKED.has(tableId);

/** The page is as wide as its widest table needs. Titles and texts fill that width and never ask for more. */
const DESK =
  'main{box-sizing:border-box;width:fit-content;min-width:min(100%,760px);max-width:min(100%,1080px)}'
  + 'main>*{min-width:100%}header,footer,h2,section>p,section>.tiles{width:0;min-width:100%}';

/** Wide content scrolls with the names of its rows in sight. A shadow tells that it goes on behind the edge. */
const SCROLLED = [
  `[role=group]{overflow-x:auto;background:linear-gradient(to left,${paper.light} 40%,transparent) right/32px 100% no-repeat local,linear-gradient(to left,${muted.light},transparent) right/10px 100% no-repeat scroll}`,
  // A ground of the picture or of a row would cover the shadow.
  '.wide svg{min-width:720px}.wide svg>rect:first-child{fill:none}',
  `td:first-child,tr:last-child>th:first-child{position:sticky;left:0;z-index:1;background:${paper.light};min-width:64px;max-width:30vw}`,
  'tr[style*=background]>td:first-child{background:inherit}',
];

/** Cells are narrow: marks and remarks have lines of their own, so that the figure is within the edge. */
const NARROW = ['td,th{padding:4px 5px!important}th{min-width:0!important}td small{display:block;white-space:normal}'];

/** A row of a stacked table: severity and place on one line, then a line for each of the others. */
const LINES = [
  '.stacked,.stacked tbody,.stacked tr,.stacked td{display:block}.stacked thead,.stacked td:empty{display:none!important}',
  `.stacked tr{padding:6px 0;border-bottom:1px solid ${line.light}}`,
  '.stacked td{position:static;max-width:none!important;padding:1px 0!important;border:0!important;text-align:left!important;white-space:normal!important}',
  '.stacked td:nth-child(-n+2){display:inline;font-weight:600}.stacked td:first-child::after{content:" \\b7  "}',
  '.stacked td:nth-child(n+4)::before{content:attr(data-head) ": "}.stacked small{display:inline}',
];

const PHONE = `@media screen and (max-width:640px){${[...SCROLLED, ...NARROW, ...LINES].join('')}}`;

/** Paper does not scroll. Wide content is smaller, and dates and remarks take several lines. */
const PRINT =
  '@media print{main{width:auto!important;max-width:none!important;padding:0!important}div{overflow:visible!important}table{font-size:11px!important}td,th{white-space:normal!important;padding:3px 4px!important;min-width:0!important}}';

export const PAGE_STYLE = DESK + PHONE + PRINT;
