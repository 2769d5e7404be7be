// Made from the OpenAPI document by `npm run clients`.

export type Error = { status: ("failed"); status_code?: number; message: string; errors?: { field: string; problem: string }[] };
export type InfluxErrorV1 = { error: string };
export type InfluxErrorV2 = { code: string; message: string; line?: number };
export type InfluxHealth = { name: string; status: ("pass" | "fail"); message: string; version: string };
export type InfluxResults = { results: { statement_id: number }[] };
export type IngestAnswer = { status: ("success"); status_code: (200); message: string; data: { received: number; inserted: number; updated: number; unchanged: number; rejected: number; errors: { index: number; unitId: (string | null); reason: string }[] } };
export type IngestInterrupted = { status: ("failed"); status_code: (503); message: string; data: { received: number; inserted: number; updated: number; unchanged: number; rejected: number; errors: { index: number; unitId: (string | null); reason: string }[] } };
export type LatestReading = { unitId: string; unitName: string; value: (number | Record<string, (number | null)> | null); siUnit: string; timestamp: string; registerValue: (number | null); estimated: boolean; percentage?: (number | null); paramValue?: Record<string, (number | null)> };
export type LatestReadingOfUnit = { data: LatestReading; status: ("Success") };
export type LatestReadings = { data: LatestReading[]; status: ("Success") };
export type MeterFileAnswer = { status: ("success"); status_code: (200); message: string; data: { isStored: boolean; understood: ({ encoding: (string | null); delimiter: (string | null); decimal: ("." | "," | null); dateOrder: ("dmy" | "mdy" | "ymd" | null); timezone: (string | null); headRow: number; rows: number; columns: { number: number; head: string; role: ("time" | "time of day" | "unit" | "measure" | "figures" | "field" | "left out"); unitId: (string | null); measure: (string | null); kind: ("register" | "interval" | null); leftOut: (string | null) }[]; questions: { about: ("dateOrder" | "decimal" | "unit" | "measure" | "kind" | "column"); column: (number | null); problem: string }[] } | null); readings: number; firstReadingOn: (string | null); lastReadingOn: (string | null); verdict: ({ received: number; inserted: number; updated: number; unchanged: number; rejected: number; errors: { index: number; unitId: (string | null); reason: string }[] } | null); changedDays: { count: number; first: (string | null); last: (string | null) } } };
export type Reading = { unitId: string; createdOn: string; value?: (number | Record<string, number> | null); summedValue?: (number | null); interpolated?: boolean; offlinePeriod?: (number | null); paramValue?: (Record<string, number> | null) };
export type SourceAnswer = { status: ("success"); status_code: (200); message: string; data: { received: number; inserted: number; updated: number; unchanged: number; rejected: number; errors: { index: number; unitId: (string | null); reason: string }[]; messages: number; waiting: number; unreadable: number; problem: (string | null) } };
export type WaterRatioRecord = { date: string; time: (string | null); industryId: string };

export interface Calls {
  /** Form of the documentation login */
  getAuthDocsLogin: { parameters: Record<never, never>; body: undefined; answer: Response };
  /** Interactive documentation */
  getDocs: { parameters: Record<never, never>; body: undefined; answer: Response };
  /** The health of InfluxDB 2 */
  getHealth: { parameters: Record<never, never>; body: undefined; answer: InfluxHealth };
  /** The most recent reading of every unit that ever transmitted */
  getLatestAll: { parameters: { divisionFactor?: number; targetIndustryId?: string }; body: undefined; answer: LatestReadings };
  /** The most recent reading of one unit, whatever its date */
  getLatestUnit: { parameters: { unitId: string; divisionFactor?: number; targetIndustryId?: string }; body: undefined; answer: LatestReadingOfUnit };
  /** This description, OpenAPI 3.1 */
  getOpenapiJson: { parameters: Record<never, never>; body: undefined; answer: { openapi: string; info: Record<string, unknown>; paths: Record<string, unknown>; components: Record<string, unknown> } };
  /** The ping of InfluxDB */
  getPing: { parameters: Record<never, never>; body: undefined; answer: Response };
  /** Records of a range of dates, or their means per month */
  getWaterRatio: { parameters: { startDate: string; endDate?: string; type?: ("daily" | "monthly"); targetIndustryId?: string }; body: undefined; answer: WaterRatioRecord[] };
  /** Send readings as InfluxDB 2 takes points */
  postApiV2Write: { parameters: { precision?: ("ns" | "us" | "ms" | "s" | "n" | "u" | "m" | "h"); org?: string; bucket?: string; targetIndustryId?: string }; body: string | Uint8Array; answer: Response };
  /** Documentation login */
  postAuthDocsLogin: { parameters: Record<never, never>; body: string | Uint8Array; answer: Response };
  /** The query of InfluxDB 1 for a new database, which does nothing */
  postQuery: { parameters: { q?: string }; body: string | Uint8Array | undefined; answer: InfluxResults };
  /** Send readings */
  postReadings: { parameters: { targetIndustryId?: string }; body: { readings: Reading[] } | string | Uint8Array; answer: IngestAnswer };
  /** Send a file as meters export it */
  postReadingsMeterFile: { parameters: { preview?: boolean; timezone?: string; dateOrder?: string; decimal?: string; measure?: string; kind?: string; columns?: string; targetIndustryId?: string }; body: string | Uint8Array; answer: MeterFileAnswer };
  /** Send messages of a network of devices */
  postSourcesBySourceId: { parameters: { sourceId: string; event?: string; targetIndustryId?: string }; body: (Record<string, unknown> | unknown[]); answer: SourceAnswer };
  /** Submit the record of a date and time */
  postWaterRatio: { parameters: { date: string; time: string; targetIndustryId?: string }; body: Record<string, unknown>; answer: WaterRatioRecord };
  /** Send readings as InfluxDB 1 takes points */
  postWrite: { parameters: { precision?: ("ns" | "us" | "ms" | "s" | "n" | "u" | "m" | "h"); db?: string; rp?: string; targetIndustryId?: string }; body: string | Uint8Array; answer: Response };
  /** Change fields of the record of a date and time */
  putWaterRatio: { parameters: { date: string; time: string; targetIndustryId?: string }; body: Record<string, unknown>; answer: WaterRatioRecord };
}

export const ROUTES = {
  getAuthDocsLogin: {"method":"GET","path":"/api/external/auth/docsLogin","headers":[],"isJson":false},
  getDocs: {"method":"GET","path":"/api/external/docs","headers":[],"isJson":false},
  getHealth: {"method":"GET","path":"/health","headers":[],"isJson":true},
  getLatestAll: {"method":"GET","path":"/api/external/latest/all","headers":["targetIndustryId"],"isJson":true},
  getLatestUnit: {"method":"GET","path":"/api/external/latest/unit","headers":["targetIndustryId"],"isJson":true},
  getOpenapiJson: {"method":"GET","path":"/api/external/openapi.json","headers":[],"isJson":true},
  getPing: {"method":"GET","path":"/ping","headers":[],"isJson":false},
  getWaterRatio: {"method":"GET","path":"/api/external/waterRatio","headers":["targetIndustryId"],"isJson":true},
  postApiV2Write: {"method":"POST","path":"/api/v2/write","headers":["targetIndustryId"],"isJson":false},
  postAuthDocsLogin: {"method":"POST","path":"/api/external/auth/docsLogin","headers":[],"isJson":false},
  postQuery: {"method":"POST","path":"/query","headers":[],"isJson":true},
  postReadings: {"method":"POST","path":"/api/external/readings","headers":["targetIndustryId"],"isJson":true},
  postReadingsMeterFile: {"method":"POST","path":"/api/external/readings/meterFile","headers":["targetIndustryId"],"isJson":true},
  postSourcesBySourceId: {"method":"POST","path":"/api/external/sources/{sourceId}","headers":["targetIndustryId"],"isJson":true},
  postWaterRatio: {"method":"POST","path":"/api/external/waterRatio","headers":["targetIndustryId"],"isJson":true},
  postWrite: {"method":"POST","path":"/write","headers":["targetIndustryId"],"isJson":false},
  putWaterRatio: {"method":"PUT","path":"/api/external/waterRatio","headers":["targetIndustryId"],"isJson":true},
} as const;
