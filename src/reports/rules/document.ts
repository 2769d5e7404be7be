import type { COLOURS } from '../../kernel/format/colours.ts';
import type { Bound } from '../../kernel/document/types.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { FlowBalance } from '../../balance/rules/flow-sides.ts';
import type { ReportLayout, ReportService, ReportType } from './terms.ts';
import type { Severity } from '../../kernel/severity.ts';
import type { Language } from '../../kernel/language.ts';
import type { Catalogue } from '../../kernel/texts/catalogue.ts';

/** Why a figure is missing; writers have the words. */
export type MissingReason = keyof Catalogue['missingReasons'];

/** A figure of a meter, and its trustworthiness. */
export interface MeasuredCell {
  readonly kind: 'quantity' | 'level';
  readonly value: number;
  readonly unit: string;
  /** Genuine slots / expected slots; null when none was expected. */
  readonly coverage: number | null;
  readonly estimatedShare: number | null;
  /** True while the value may still change: its period runs, or register checks have not run yet. */
  readonly provisional: boolean;
  /** The side of the value on which the truth lies, because slots were not measured. Null for a level. */
  readonly bound: Bound | null;
  /** Meters in the figure, and how many of them have measured something. Null for a figure that no readings make. */
  readonly meters: number | null;
  readonly metersMeasured: number | null;
  /**
   * The rounded figure for people, where the last digits of the value are no surer than its band. Absent: the value.
   */
  readonly printed?: number;
}

/** The difference between two figures. */
export interface ChangeCell {
  readonly kind: 'change';
  /** Null where `from` is 0, or where a share of it has no meaning. */
  readonly share: number | null;
  readonly from: number;
  readonly unit: string;
  /** Shown instead of the share, in `unit`: for pH and degrees, whose zero is a convention. */
  readonly difference?: number;
}

/** A typed value. Only writers make text of it, because a workbook needs numbers and a page needs digits. */
export type Cell =
  /** Absent value, never 0. `why` gives a reason in a few words, or null. */
  | { readonly kind: 'missing'; readonly why: MissingReason | null }
  | MeasuredCell
  /** 0.123 is 12.3 %. */
  | { readonly kind: 'percent'; readonly share: number }
  | ChangeCell
  | { readonly kind: 'count'; readonly value: number }
  /** Text, possibly a user's. Every writer makes it inert. */
  | { readonly kind: 'text'; readonly text: string }
  /** Instant, shown in the industry's zone. */
  | { readonly kind: 'instant'; readonly epochMs: EpochMillis }
  | { readonly kind: 'date'; readonly date: BusinessDate }
  | { readonly kind: 'duration'; readonly minutes: number };

export interface Column {
  readonly id: string;
  readonly title: string;
  /** Unit in the head of the column; null: none, or the cells differ. */
  readonly unit: string | null;
  readonly kind: Cell['kind'];
  /** Null: as the figures of the column's rows need. */
  readonly decimals: number | null;
  /** Rule that makes a total from the column's rows. */
  readonly total: 'sum' | 'mean' | 'last' | 'max' | 'none';
  /** Heading above several neighbouring columns. */
  readonly group: string | null;
}

export interface Row {
  readonly role: 'row' | 'subtotal' | 'total';
  /** Identity of a total whose name people gave and may change; absent: its name. */
  readonly key?: string;
  /** One per column. */
  readonly cells: readonly Cell[];
  readonly severity: Severity | null;
}

/** Exactly one of instant, date and label is present. */
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
  /** Indexes of points that are drawn although a part was not measured. */
  readonly lacking?: readonly number[];
}

export interface Sentence {
  readonly text: string;
  /** Figures that back the sentence. */
  readonly figures: readonly Cell[];
}

/** Course of a headline's figure. */
export interface Sparkline {
  /** One per bucket; null is a gap. */
  readonly values: readonly (number | null)[];
  /** True for amounts. */
  readonly zeroLine: boolean;
}

export interface Headline {
  readonly title: string;
  /** Identity of a figure whose name people gave and may change; absent: its title. */
  readonly key?: string;
  readonly value: Cell;
  readonly change: Cell | null;
  readonly comparedWith: string | null;
  readonly sparkline: Sparkline | null;
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
  /** Message of the chart, not its label. */
  readonly title: string;
  readonly chart: Chart;
  /** One sentence that describes the chart for people who do not see it. */
  readonly alternative: string;
}

/** A balance as flows from sources to uses: a picture, and a table in lists and workbooks. */
export interface FlowsSection {
  readonly kind: 'flows';
  readonly id: string;
  /** Message of the picture, not its label. */
  readonly title: string;
  /** Flows in the picture. */
  readonly balance: FlowBalance;
  /** One sentence that describes the picture for people who do not see it. */
  readonly alternative: string;
  /** The flows as figures, for lists and workbooks. */
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

/** A finding, an open incident or a remark that the reader should act on. */
export interface Attention {
  readonly severity: Severity;
  readonly place: string;
  readonly since: string | null;
  readonly fact: string;
  readonly amount: Cell | null;
  /** Place where the reader should look; null: none. */
  readonly look: string | null;
  /** Keys of the things that a last entry stands for, see attentionKey; absent: the entry is a thing itself. */
  readonly standsFor?: readonly string[];
}

export interface UnitCompleteness {
  readonly unitId: string;
  readonly name: string;
  readonly coverage: number | null;
  readonly estimatedShare: number | null;
  /** Missing slots in words: `31 of 720 h missing`; null when none is missing. */
  readonly missing: string | null;
}

/** A report before it is written. One document becomes a page, a print, a workbook or a list. */
export interface ReportDocument {
  readonly service: ReportService;
  readonly reportType: ReportType;
  readonly layout: ReportLayout;
  /** Language of all its words, but for names that people gave. */
  readonly language: Language;
  readonly industry: {
    readonly industryId: string;
    readonly industryName: string;
    readonly place: string | null;
    readonly timezone: string;
    readonly shiftStartAt: string;
  };
  readonly title: string;
  /** The question that the report answers, in one line. */
  readonly question: string;
  /** First and last business day, both included. `text` is the wording for people. */
  readonly period: { readonly from: BusinessDate; readonly to: BusinessDate; readonly text: string };
  readonly generatedAtEpochMs: EpochMillis;
  readonly headlines: readonly Headline[];
  /** Worst first. */
  readonly attention: readonly Attention[];
  readonly sections: readonly Section[];
  readonly completeness: { readonly sentence: string; readonly units: readonly UnitCompleteness[] };
  readonly method: readonly string[];
  /** Reason for an empty report; null when it has content. */
  readonly empty: string | null;
  readonly logo: { readonly mime: string; readonly base64: string } | null;
  readonly numberStyle: { readonly locale: string };
}
