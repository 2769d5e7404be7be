import { emptyPicture, type PictureHead, type PictureTheme } from '../kernel/format/svg-picture.ts';
import type { DataContext } from '../context.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { withRetired } from '../kernel/industry/retired.ts';
import { dateText } from '../kernel/format/date-text.ts';
import { filledText } from '../kernel/format/message.ts';
import type { Language } from '../kernel/language.ts';
import { catalogueOf } from '../kernel/texts/catalogue.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import type { Diagram } from './rules/diagram.ts';
import type { DiagramPage } from './rules/pages.ts';
import { companionIdOf, nodesOf } from './rules/types.ts';
import { diagramWindow } from './rules/window.ts';
import { diagramSvg } from './drawing/diagram-svg.ts';
import { sankeySvg } from './drawing/sankey-svg.ts';
import { readBalance } from './read-balance.ts';
import { type DiagramAnswer, type DiagramRequest, readDiagram } from './read-diagram.ts';

export const PICTURE_FORMS = ['graph', 'sankey'] as const;

interface PictureRequest extends DiagramRequest {
  readonly form: (typeof PICTURE_FORMS)[number];
  readonly theme: PictureTheme;
  readonly language: Language;
  /** Id of a page of the graph or of a companion page; null: the first page. */
  readonly page: string | null;
}

/**
 * GET waterBalance/diagram.svg. Spec gap: the picture is an addition. Its figures are those of waterBalance/data and of
 * the generic form for the same days.
 * @throws ServiceError 1403 for days that waterBalance/data refuses, and for a page that the graph does not have.
 */
export async function drawBalance(context: DataContext, industry: Industry, request: PictureRequest): Promise<string> {
  const { lastDate, isLive } = diagramWindow(request, businessDateOf(industry.clock, context.clock.now()));
  const { language } = request;
  const words = catalogueOf(language).diagramPicture;
  const [first, last] = [dateText(request.date1, language), dateText(lastDate, language)];
  const dates = first === last ? last : filledText(words.from, { first, last }, language);
  const head: PictureHead = {
    industryName: industry.industryName,
    title: words.waterBalance,
    dateLine: isLive ? filledText(words.stillRunning, { dates }, language) : dates,
    theme: request.theme,
  };
  if (request.form === 'graph') return drawGraph(context, industry, request, head);
  const balance = await readBalance(context, industry, {
    startDate: request.date1,
    endDate: lastDate,
    divisionFactor: request.divisionFactor,
  });
  return sankeySvg({ ...head, balance, language });
}

async function drawGraph(
  context: DataContext,
  industry: Industry,
  request: PictureRequest,
  head: PictureHead,
): Promise<string> {
  const { answer, document, isSaved } = await readDiagram(context, industry, request);
  const words = catalogueOf(request.language).diagramPicture;
  if (!isSaved && request.page === null) return emptyPicture(head, [words.notSaved, words.saveOne]);
  const page = pageAsked(answer, request.page);
  if (page === null) return emptyPicture(head, [words.noPages]);
  const colours = new Map(nodesOf(document).map(({ id, editmeta }) => [id, editmeta.backgroundColor]));
  const groupOf = (unitId: string) => withRetired(industry).units.get(unitId)?.current.group;
  const isLevel = (unitId: string): boolean =>
    ['STOCK', 'GROUND_WATER_LEVEL', 'QUALITY'].includes(groupOf(unitId) ?? '');
  return diagramSvg({
    ...head,
    title: page.isCompanion
      ? filledText(words.summaryOf, { page: page.of.displayName }, request.language)
      : page.of.displayName,
    language: request.language,
    diagram: page.diagram,
    summary: page.isCompanion ? [] : page.of.pageSummary,
    isLevel: ({ unitId }) => unitId !== null && isLevel(unitId),
    isMeter: ({ unitId }) => unitId !== null && groupOf(unitId) !== 'VIRTUAL',
    colourOf: (nodeId) => colours.get(nodeId) ?? null,
  });
}

interface PageDrawn {
  readonly diagram: Diagram;
  readonly isCompanion: boolean;
  readonly of: DiagramPage;
}

/** Number of page ids that an error lists. */
const MOST_LISTED = 50;

/** The requested page; null: the graph has no page and none was requested. */
function pageAsked({ pages }: DiagramAnswer, pageId: string | null): PageDrawn | null {
  // An object lists keys that are numbers first, whatever the order of the pages.
  const ordered = Object.values(pages).toSorted((one, other) => one.order - other.order);
  const shown = ordered.flatMap((page): [string, PageDrawn][] => [
    [page.id, { diagram: page.diagram, isCompanion: false, of: page }],
    ...(page.summary === null
      ? []
      : [[companionIdOf(page.id), { diagram: page.summary, isCompanion: true, of: page }] as [string, PageDrawn]]),
  ]);
  if (pageId === null) return shown[0]?.[1] ?? null;
  const found = shown.find(([id]) => id === pageId);
  if (found !== undefined) return found[1];
  const problem =
    shown.length === 0
      ? 'the graph has no pages'
      : `is not one of ${shown
          .slice(0, MOST_LISTED)
          .map(([id]) => id)
          .join(', ')}`;
  throw new ServiceError(
    1403,
    shown.length === 0 ? `Invalid 'page': ${problem}` : `Invalid 'page': '${pageId.slice(0, 80)}' ${problem}`,
    [{ field: 'page', problem }],
  );
}
