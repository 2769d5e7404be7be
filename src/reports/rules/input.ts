import type { AnnotatedTime } from '../../annotations/rules/annotation.ts';
import type { UnitSpan } from '../../figures/rules/figures/unit-span.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { Unit } from '../../kernel/measure/unit.ts';
import type { RegisterEvent } from '../../figures/rules/register-checks/types.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { WaterBalance } from '../../balance/rules/balance.ts';
import type { IncidentState } from '../../alerts/rules/incident-record.ts';
import type { FindingKind } from '../../findings/rules/kinds.ts';
import type { Severity } from '../../kernel/severity.ts';
import type { ReportDocument } from './document.ts';
import type { ReportFormat, ReportLayout, ReportService, ReportType } from './terms.ts';
import type { Language } from '../../kernel/language.ts';

/** A request, checked and with its defaults. */
export interface ReportRequest {
  readonly service: ReportService;
  readonly reportType: ReportType;
  readonly reportFormat: ReportFormat;
  readonly layout: ReportLayout;
  readonly startDate: BusinessDate;
  /** End date as the caller gave it. */
  readonly endDate: BusinessDate | null;
  /** null: every unit of the service. */
  readonly unitIds: readonly string[] | null;
  /** Sub-categories of smart_city; empty: all. */
  readonly subCategories: readonly string[];
  /** false: days begin at midnight instead of at the shift. */
  readonly useShift: boolean;
  /** Divisor of the figures, not 0. */
  readonly divisionFactor: number;
  /** Language of the reader; absent: English. */
  readonly language?: Language;
  /** Body of POST for a custom service, read by the service's own schema; null without one. */
  readonly body: unknown;
}

/** Bucket of a span: an hour of a day, a day, a month, or some minutes. */
export type Bucket = 'hour' | 'day' | 'month' | 'granule';

/** First and last business day, both included. */
export interface DayRange {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** Days that a request means (specification, User: reports, end-date rules). */
export interface ReportPlan {
  /**
   * `endDate` is the query's bound, `endDateActual` the end that is shown. Null where a required endDate is missing.
   */
  readonly endDate: BusinessDate | null;
  readonly endDateActual: BusinessDate | null;
  /** null: the end date is empty, so nothing lies in the period. */
  readonly days: DayRange | null;
  readonly bucket: Bucket;
  /** Period of the same length just before. A month has the month before. */
  readonly previous: DayRange | null;
  readonly lastYear: DayRange | null;
}

/** Units by unitId over one span of days, with an entry per bucket in every unit. */
export interface SpanSet {
  readonly days: DayRange;
  readonly bucket: Bucket;
  readonly spans: ReadonlyMap<string, UnitSpan>;
}

/** Figures from the first of January to the last day of the period, always in business days. */
export interface YearToDate {
  /** The last business day counted. Its year is an earlier one, when no day of this year has begun. */
  readonly to: BusinessDate;
  readonly isRunning: boolean;
  /** Spans with an entry per month. */
  readonly spans: ReadonlyMap<string, UnitSpan>;
}

export type ReportRegisterEvent = Pick<
  RegisterEvent,
  'kind' | 'action' | 'fromEpochMs' | 'toEpochMs' | 'registerBefore' | 'registerAfter'
>;

export interface ReportIncident {
  readonly alertId: string;
  readonly alertType: string;
  readonly title: string;
  readonly severity: Severity;
  /** `expired`: a requested incident that ended when its time was over. */
  readonly state: IncidentState | 'expired';
  readonly isAcknowledged: boolean;
  /** Null: the industry as a whole. A unit may have been removed since. */
  readonly unitId: string | null;
  readonly place: string | null;
  readonly fromEpochMs: EpochMillis;
  /** Null: the incident is open. */
  readonly toEpochMs: EpochMillis | null;
  readonly fact: string;
  readonly amount: { readonly value: number; readonly unit: string } | null;
  readonly limit: { readonly value: number; readonly unit: string } | null;
}

/** A stored finding that was live in the period. */
export interface ReportFinding {
  readonly kind: FindingKind;
  /** Null: the industry as a whole. A unit may have been removed since. */
  readonly unitId: string | null;
  readonly place: string | null;
  readonly severity: Severity;
  /** The finding's own words, without place and full stop. */
  readonly sentence: string;
  readonly firstDay: BusinessDate;
  /** Last reading before a silence; null for a unit that has never sent one, and for other kinds. */
  readonly silentSinceEpochMs: EpochMillis | null;
}

/** Annotations of the period, in the order of time. */
export interface ReportAnnotations {
  readonly listed: readonly (AnnotatedTime & {
    /** Name of the unit; null: the whole site. */
    readonly place: string | null;
    readonly text: string;
  })[];
  /** False: there are more. */
  readonly isComplete: boolean;
}

/** Input of builders. A part that a builder did not name in its needs is null. */
export interface ReportInput {
  readonly request: ReportRequest;
  readonly plan: ReportPlan;
  readonly industry: Industry;
  readonly nowEpochMs: EpochMillis;
  /** The running business day. */
  readonly today: BusinessDate;
  /** Units of the report, in the order of the service's categories. */
  readonly units: readonly Unit[];
  /** Raw milli-units, divided at the edge as deviceDataV2 does. */
  readonly period: SpanSet | null;
  readonly previous: SpanSet | null;
  readonly lastYear: SpanSet | null;
  readonly yearToDate: YearToDate | null;
  /** Registers raw. */
  readonly registerEvents: ReadonlyMap<string, readonly ReportRegisterEvent[]> | null;
  readonly balance: WaterBalance | null;
  readonly incidents: readonly ReportIncident[] | null;
  /** Findings of the report's units, most urgent first, and of the industry where no units are chosen. */
  readonly findings: readonly ReportFinding[];
  /** Of the report's units and of the whole site. */
  readonly annotations: ReportAnnotations;
}

export type ReportNeed = 'previous' | 'lastYear' | 'yearToDate' | 'registerEvents' | 'balance' | 'incidents';

/** Builder of one service's report. Pure: the same input gives the same document. */
export interface ReportBuilder {
  /** Units the service reports on, of the industry's present units, in the order of its categories. */
  readonly unitsOf: (industry: Industry, request: Pick<ReportRequest, 'subCategories' | 'body'>) => readonly string[];
  readonly needs: (request: ReportRequest) => readonly ReportNeed[];
  readonly build: (input: ReportInput) => ReportDocument;
}
