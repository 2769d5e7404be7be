import type { UnitSpan } from '../../figures/rules/figures/unit-span.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { Unit } from '../../kernel/measure/unit.ts';
import type { RegisterEvent } from '../../figures/rules/register-checks/types.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import type { WaterBalance } from '../../balance/rules/balance.ts';
import type { IncidentState } from '../../alerts/rules/incident-record.ts';
import type { Severity } from '../../alerts/rules/types.ts';
import type { ReportDocument } from './document.ts';
import type { ReportFormat, ReportLayout, ReportService, ReportType } from './terms.ts';

/** What was asked for, checked and with its defaults. */
export interface ReportRequest {
  readonly service: ReportService;
  readonly reportType: ReportType;
  readonly reportFormat: ReportFormat;
  readonly layout: ReportLayout;
  readonly startDate: BusinessDate;
  /** As the caller gave it. */
  readonly endDate: BusinessDate | null;
  /** null: every unit of the service. */
  readonly unitIds: readonly string[] | null;
  /** Of smart_city; empty: all. */
  readonly subCategories: readonly string[];
  /** false: days begin at midnight instead of at the shift. */
  readonly useShift: boolean;
  /** Not 0. */
  readonly divisionFactor: number;
  /** POST: the body of a custom service, read by the service's own schema; null without one. */
  readonly body: unknown;
}

/** What a span is cut into: hours of days, days, months, or minutes. */
export type Bucket = 'hour' | 'day' | 'month' | 'granule';

/** First and last business day, both included. */
export interface DayRange {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** Which days a request means (specification, User: reports, end-date rules). */
export interface ReportPlan {
  /** The query's bound, and the end that is shown; null where a required endDate is missing. */
  readonly endDate: BusinessDate | null;
  readonly endDateActual: BusinessDate | null;
  /** null: the end date is empty, so nothing lies in the period. */
  readonly days: DayRange | null;
  readonly bucket: Bucket;
  /** Of the same length just before; a month is compared with the month before. */
  readonly previous: DayRange | null;
  readonly lastYear: DayRange | null;
}

/** Units by unitId over one stretch of days; an entry per bucket, all units alike. */
export interface SpanSet {
  readonly days: DayRange;
  readonly bucket: Bucket;
  readonly spans: ReadonlyMap<string, UnitSpan>;
}

/** From the first of January to the last day of the period, in business days whatever the days of the period are. */
export interface YearToDate {
  /** The last business day that it counts: of an earlier year, when none has begun. */
  readonly to: BusinessDate;
  readonly isRunning: boolean;
  /** An entry per month. */
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
  /** `expired`: it came by a request, and is over because its time is. */
  readonly state: IncidentState | 'expired';
  readonly isAcknowledged: boolean;
  /** null: of the industry as a whole. A unit may have been removed since. */
  readonly unitId: string | null;
  readonly place: string | null;
  readonly fromEpochMs: EpochMillis;
  /** null: open. */
  readonly toEpochMs: EpochMillis | null;
  readonly fact: string;
  readonly amount: { readonly value: number; readonly unit: string } | null;
  readonly limit: { readonly value: number; readonly unit: string } | null;
}

/** What builders are given; what a builder did not name in its needs is null. */
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
}

export type ReportNeed = 'previous' | 'lastYear' | 'yearToDate' | 'registerEvents' | 'balance' | 'incidents';

/** One service's report. Pure: the same input gives the same document. */
export interface ReportBuilder {
  /** Units the service reports on, of those the industry has now; in the order of its categories. */
  readonly unitsOf: (industry: Industry, request: Pick<ReportRequest, 'subCategories' | 'body'>) => readonly string[];
  readonly needs: (request: ReportRequest) => readonly ReportNeed[];
  readonly build: (input: ReportInput) => ReportDocument;
}
