import type { Browser } from 'playwright-core';
import type { Context } from '../context.ts';
import type { ReportDocument } from './rules/document.ts';
import { requireFits } from './rules/cell-limit.ts';
import type { ReportFormat } from './rules/terms.ts';
import { footerText } from './writers/page-plan.ts';
import type { WriteOptions } from './writers/write-report.ts';
import { processRenderer, type Renderer } from './render-report.ts';
import { createReportTurns } from './report-thread.ts';
import { reportTexts } from './rules/report-texts.ts';
import { inertText } from '../kernel/format/inert-text.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import type { Language } from '../kernel/language.ts';

/** Writer of report files. */
interface ReportFiles {
  /** @throws ServiceError 413 when the format does not hold the report, and as Renderer says */
  write(document: ReportDocument, format: ReportFormat, options?: WriteOptions): Promise<Uint8Array>;
}

interface Parts {
  readonly renderer: Renderer;
  readonly printer: PagePrinter;
  readonly log: Context['log'];
}

/**
 * The executive report is printed by a browser engine (specification, User: reports, Output). Without a working engine
 * the plain layout is printed, with a note that says so.
 */
export function createReportFiles({ renderer, printer, log }: Parts): ReportFiles {
  // One engine runs at a time, because an engine takes much memory.
  const takeTurn = createReportTurns();
  return {
    async write(document, format, options = {}) {
      requireFits(document, format);
      if (document.service !== 'executive' || format !== 'pdf') return renderer.render(document, format, options);
      const page = await renderer.render(document, 'html', { ...options, forPrint: true });
      try {
        return await takeTurn(document.industry.industryId, () =>
          printer.print(Buffer.from(page).toString(), footerText(document), document.language),
        );
      } catch (error) {
        if (!(error instanceof NotPrinted)) throw error;
        log.warn({ reason: error.message }, 'a report was printed without a browser engine');
        const plain = { ...document, method: [...document.method, reportTexts(document.language)('withoutEngine')] };
        return renderer.render(plain, format, options);
      }
    },
  };
}

let shared: ReportFiles | null = null;

/** The files of this process: one writing thread and one engine at a time serve everybody. */
export const processReportFiles = ({ config, log }: Pick<Context, 'config' | 'log'>): ReportFiles =>
  (shared ??= createReportFiles({
    renderer: processRenderer(),
    printer: createPagePrinter(config.chromiumPath),
    log,
  }));

interface PrintLimits {
  /** Seconds from the start of the engine to the file. */
  readonly seconds: number;
  readonly pageBytes: number;
  /** The engine's memory for a page. */
  readonly memoryMegabytes: number;
}

const USUAL_LIMITS: PrintLimits = { seconds: 60, pageBytes: 16 * 1024 * 1024, memoryMegabytes: 256 };

/** A page was not printed. The message is part of a sentence. */
export class NotPrinted extends Error {}

interface PagePrinter {
  /**
   * Prints a page as PDF by a browser engine without network and scripts.
   * @param foot text at the foot of every page, beside its number
   * @throws NotPrinted when there is no engine, or it fails
   */
  print(html: string, foot: string, language?: Language): Promise<Uint8Array>;
}

/** @param chromiumPath an engine of the machine; null: that of the optional package */
export function createPagePrinter(chromiumPath: string | null, limits: PrintLimits = USUAL_LIMITS): PagePrinter {
  return {
    print: (html, foot, language = 'en') => printPage(html, footerOf(foot, language), { chromiumPath, limits }),
  };
}

interface Engine {
  readonly chromiumPath: string | null;
  readonly limits: PrintLimits;
}

async function printPage(html: string, footerTemplate: string, { chromiumPath, limits }: Engine): Promise<Uint8Array> {
  if (Buffer.byteLength(html) > limits.pageBytes) throw new NotPrinted('the page is too large for it');
  const end = performance.now() + limits.seconds * 1_000;
  const browser = await launch(chromiumPath, limits);
  const cut = setTimeout(() => void browser.close().catch(() => {}), limits.seconds * 1_000);
  try {
    const context = await browser.newContext({ javaScriptEnabled: false, offline: true, acceptDownloads: false });
    const page = await context.newPage();
    // A page may load nothing but its own content.
    await page.route('**/*', (route) => route.abort());
    const timeout = Math.max(1, end - performance.now());
    await page.setContent(html, { waitUntil: 'load', timeout });
    const bytes = await page.pdf({
      preferCSSPageSize: true,
      printBackground: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate,
      tagged: true,
      outline: true,
    });
    return new Uint8Array(bytes);
  } catch (error) {
    throw new NotPrinted(`it failed: ${reasonOf(error).split('\n')[0]}`, { cause: error });
  } finally {
    clearTimeout(cut);
    await browser.close().catch(() => {});
  }
}

const NUMBERS = { page: '<span class="pageNumber"></span>', pages: '<span class="totalPages"></span>' } as const;

const footerOf = (foot: string, language: Language): string =>
  [
    '<div style="width:100%;padding:0 18mm;font:8px sans-serif;color:#566573;display:flex;justify-content:space-between">',
    `<span>${inertText(foot)}</span>`,
    `<span>${reportTexts(language)('page', NUMBERS)}</span></div>`,
  ].join('');

const switches = (named: Readonly<Record<string, string | number>>): string[] =>
  Object.entries(named).map(([name, value]) => `--${name}=${value}`);

/** Loads the engine on first use, because both packages are optional. */
async function launch(chromiumPath: string | null, { seconds, memoryMegabytes }: PrintLimits): Promise<Browser> {
  try {
    const { chromium } = await import('playwright-core');
    const packed = chromiumPath === null ? (await import('@sparticuz/chromium')).default : null;
    const executablePath = chromiumPath ?? (await packed?.executablePath());
    return await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      headless: true,
      timeout: seconds * 1_000,
      args: [
        // A single process would end with its page; origins and resolvers are of no use without a network.
        ...(packed?.args ?? []).filter((arg) => !/^--(single-process|disable-web-security|allow-running)/.test(arg)),
        ...switches({
          'host-resolver-rules': 'MAP * ~NOTFOUND',
          'proxy-server': '127.0.0.1:9',
          'js-flags': switches({ 'max-old-space-size': memoryMegabytes }).join(' '),
          'renderer-process-limit': 1,
        }),
      ],
    });
  } catch (error) {
    throw new NotPrinted(`there is none that starts: ${reasonOf(error).split('\n')[0]}`, { cause: error });
  }
}
