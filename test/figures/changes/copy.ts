import { exportedDocument } from '../../../src/kernel/document/ids.ts';
import type { Industry } from '../../../src/kernel/industry/industry.ts';
import { withRetired } from '../../../src/kernel/industry/retired.ts';
import { businessDateOf } from '../../../src/kernel/time/business-clock.ts';
import { addDays, businessDate } from '../../../src/kernel/time/business-date.ts';
import { type AskedChanges, listChanges } from '../../../src/figures/changes/changes.ts';
import type { DocumentChange } from '../../../src/figures/store/changes.ts';
import { exportDocuments } from '../../../src/figures/store/read-documents.ts';
import { requireIndustry } from '../processing/works.ts';
import type { TestContext } from '../../support/database.ts';

/* A client of the feed that keeps a copy, and what the export prints. */

/** Documents by id, as lines of the export, as far as the feed was read. */
export class Copy {
  readonly documents = new Map<string, string>();
  readonly context: TestContext;
  readonly industry: Industry;
  readonly period: AskedChanges['period'];
  since: string | undefined;

  constructor(context: TestContext, industry: Industry, period: AskedChanges['period'] = 'all') {
    this.context = context;
    this.industry = industry;
    this.period = period;
  }

  /** Reads and applies one page. */
  async page(limit = 100): Promise<{ changes: readonly DocumentChange[]; hasMore: boolean }> {
    const { changes, next, hasMore } = await listChanges(this.context, this.industry, {
      since: this.since,
      period: this.period,
      limit,
    });
    for (const { id, stored } of changes) {
      if (stored === null) this.documents.delete(id);
      else this.documents.set(id, JSON.stringify(exportedDocument(stored)));
    }
    this.since = next;
    return { changes, hasMore };
  }

  /** Reads to the end; returns the changes. */
  async follow(limit = 100): Promise<DocumentChange[]> {
    const all: DocumentChange[] = [];
    for (;;) {
      const { changes, hasMore } = await this.page(limit);
      all.push(...changes);
      if (!hasMore) return all;
    }
  }

  lines(): string[] {
    return [...this.documents.values()].sort();
  }
}

/** The lines of `npm run export`, all periods and days, the running day left out. */
export async function exportedLines(
  context: TestContext,
  { industryId }: Industry,
  periods: readonly ('DAILY' | 'MONTHLY' | 'YEARLY')[] = ['DAILY', 'MONTHLY', 'YEARLY'],
): Promise<string[]> {
  const industry = await requireIndustry(context, industryId);
  const units = new Map([...withRetired(industry).units.values()].map((unit) => [unit.unitKey, unit.current.unitId]));
  const lines: string[] = [];
  for (const period of periods) {
    const to = addDays(businessDateOf(industry.clock, context.clock.now()), -1);
    for await (const stored of exportDocuments(context.database, industry.industryKey, {
      industryId,
      units,
      period,
      from: businessDate('1900-01-01'),
      to,
    }))
      lines.push(JSON.stringify(exportedDocument(stored)));
  }
  return lines.sort();
}

/** Changes as `start period unit: old -> new (causes)`. */
export const shownChanges = (changes: readonly DocumentChange[]): string[] =>
  changes.map(
    ({ periodStart, period, unitId, oldValue, stored, causes }) =>
      `${periodStart} ${period} ${unitId}: ${JSON.stringify(oldValue)} -> ${stored === null ? 'removed' : JSON.stringify(stored.document.value)} (${causes.join(', ')})`,
  );
