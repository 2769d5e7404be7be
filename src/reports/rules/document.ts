import type { COLOURS } from '../../kernel/format/colours.ts';
import type { Bound } from '../../kernel/document/types.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { FlowBalance } from '../../balance/rules/flow-sides.ts';
import type { ReportLayout, ReportService, ReportType } from './terms.ts';
import type { Severity } from '../../alerts/rules/types.ts';

/** A figure of a meter, and how far it can be trusted. */
export interface MeasuredCell {
  readonly kind: 'quantity' | 'level';
  readonly value: number;
  readonly unit: string;
  /** Genuine slots / expected slots; null when none was expected. */
  readonly coverage: number | null;
  readonly estimatedShare: number | null;
  /** It may still change: its period runs, or register checks have not run yet. */
  readonly provisional: boolean;
  /** On which side of the value the truth lies for what was not measured; a level has none. */
  readonly bound: Bound | null;
  /** Meters that it is made of, and how many of them have measured something; null of what is no matter of readings. */
  readonly meters: number | null;
  readonly metersMeasured: number | null;
  /** As people are told it, where its last digits are no surer than its band; absent: its value. */
  readonly told?: number;
}

/** How a figure differs from another. */
export interface ChangeCell {
  readonly kind: 'change';
  /** null where `from` is 0, or where a share of it says nothing. */
  readonly share: number | null;
  readonly from: number;
  readonly unit: string;
  /** Told instead of the share, in `unit`: of pH and degrees, whose zero is a convention. */
  readonly difference?: number;
}

/** A typed value. Writers alone make text of it, so that a workbook has numbers and a page has digits. */
export type Cell =
  /** Never 0. `why` in a few words, where something is to be said. */
  | { readonly kind: 'missing'; readonly why: string | null }
  | MeasuredCell
  /** 0.123 is 12.3 %. */
  | { readonly kind: 'percent'; readonly share: number }
  | ChangeCell
  | { readonly kind: 'count'; readonly value: number }
  /** May be a user's text; inert in every writer. */
  | { readonly kind: 'text'; readonly text: string }
  /** Shown in the industry's zone. */
  | { readonly kind: 'instant'; readonly epochMs: EpochMillis }
  | { readonly kind: 'date'; readonly date: BusinessDate }
  | { readonly kind: 'duration'; readonly minutes: number };

export interface Column {
  readonly id: string;
  readonly title: string;
  /** Stands in the head of the column; null: none, or the cells differ. */
  readonly unit: string | null;
  readonly kind: Cell['kind'];
  /** null: by the figures of the column's rows. */
  readonly decimals: number | null;
  /** How a total of the column is made of its rows. */
  readonly total: 'sum' | 'mean' | 'last' | 'max' | 'none';
  /** Heading above several neighbouring columns. */
  readonly group: string | null;
}

export interface Row {
  readonly role: 'row' | 'subtotal' | 'total';
  /** One per column. */
  readonly cells: readonly Cell[];
  readonly severity: Severity | null;
}

/** One of instant, date and label is there. */
export interface ChartPoint {
  readonly epochMs?: EpochMillis;
  readonly date?: BusinessDate;
  readonly label?: string;
}

export interface ChartSeries {
  readonly name: string;
  readonly token: keyof typeof COLOURS;
  /** One per point; null is a gap. */
  readonly values: readonly (number | null)[];
  readonly estimated: readonly boolean[];
}

export interface Chart {
  readonly form: 'bar' | 'line' | 'step' | 'stacked-bar';
  readonly unit: string;
  readonly x: readonly ChartPoint[];
  readonly series: readonly ChartSeries[];
  readonly limits: readonly { readonly name: string; readonly value: number }[];
  readonly zeroLine: boolean;
  /** Of bars: indexes at which a part has no figure, although something is drawn. */
  readonly lacking?: readonly number[];
}

export interface Sentence {
  readonly text: string;
  /** The figures that back the sentence. */
  readonly figures: readonly Cell[];
}

export interface Headline {
  readonly title: string;
  readonly value: Cell;
  readonly change: Cell | null;
  readonly comparedWith: string | null;
  readonly sparkline: readonly (number | null)[] | null;
}

export interface TableSection {
  readonly kind: 'table';
  readonly id: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly note: string | null;
}

export interface ChartSection {
  readonly kind: 'chart';
  readonly id: string;
  /** The message, not a label. */
  readonly title: string;
  readonly chart: Chart;
  /** One sentence that says what one sees. */
  readonly alternative: string;
}

/** A balance as flows from sources to uses: a picture, and a table in lists and workbooks. */
export interface FlowsSection {
  readonly kind: 'flows';
  readonly id: string;
  /** The message, not a label. */
  readonly title: string;
  /** What is drawn. */
  readonly balance: FlowBalance;
  /** One sentence that says what one sees. */
  readonly alternative: string;
  /** The same as figures, for lists and workbooks. */
  readonly table: TableSection;
}

export type Section =
  | TableSection
  | ChartSection
  | FlowsSection
  | {
      readonly kind: 'paragraphs';
      readonly id: string;
      readonly title: string;
      readonly sentences: readonly Sentence[];
    }
  | { readonly kind: 'tiles'; readonly id: string; readonly title: string; readonly tiles: readonly Headline[] };

/** Something the reader should act on. */
export interface Attention {
  readonly severity: Severity;
  readonly place: string;
  readonly since: string | null;
  readonly fact: string;
  readonly amount: Cell | null;
  /** Where to look. */
  readonly look: string | null;
}

export interface UnitCompleteness {
  readonly unitId: string;
  readonly name: string;
  readonly coverage: number | null;
  readonly estimatedShare: number | null;
  /** `31 of 720 h missing`; null when nothing is. */
  readonly missing: string | null;
}

/** A report before it is written: one document in, a page, a print, a workbook or a list out. */
export interface ReportDocument {
  readonly service: ReportService;
  readonly reportType: ReportType;
  readonly layout: ReportLayout;
  readonly industry: {
    readonly industryId: string;
    readonly industryName: string;
    readonly place: string | null;
    readonly timezone: string;
    readonly shiftStartAt: string;
  };
  readonly title: string;
  /** One line: the question it answers. */
  readonly question: string;
  /** First and last business day, both included; `text` is what a person reads. */
  readonly period: { readonly from: BusinessDate; readonly to: BusinessDate; readonly text: string };
  readonly generatedAtEpochMs: EpochMillis;
  readonly headlines: readonly Headline[];
  /** Worst first. */
  readonly attention: readonly Attention[];
  readonly sections: readonly Section[];
  readonly completeness: { readonly sentence: string; readonly units: readonly UnitCompleteness[] };
  readonly method: readonly string[];
  /** Why the report is empty; null when it is not. */
  readonly empty: string | null;
  readonly logo: { readonly mime: string; readonly base64: string } | null;
  readonly numberStyle: { readonly locale: string };
}
