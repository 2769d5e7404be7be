// Made from the OpenAPI document by `npm run clients`.

export type Account = { userId: string; email: string; username: string; role: string; permissions: string[]; emailIds: string[]; phoneNo: (string | null); disabled: boolean };
export type AccountAnswer = { status: ("success"); status_code: (200); message: string; data: Account };
export type AccountBody = Record<string, unknown>;
export type AccountChanged = { status: ("success"); status_code: (200); message: string; data: Account };
export type AccountCreated = { status: ("success"); status_code: (200); message: string; data: Account };
export type AccountPatch = Record<string, unknown>;
export type AccountRemoved = { status: ("success"); status_code: (200); message: string };
export type Accounts = { status: ("success"); status_code: (200); message: string; data: { accounts: Account[]; total: number } };
export type ArchiveList = { status: ("success"); status_code: (200); message: string; data: ListedArchive[] };
export type ArchivedMonth = { month: string; state: ("written" | "sealed" | "restored"); bytes: number; location: string; files: string[]; readings: number; parameterReadings: number };
export type ArchivedMonths = { status: ("success"); status_code: (200); message: string; data: ArchivedMonth[] };
export type AuditRow = { id: number; at: string; industryId: (string | null); actor: { userId: string; industryId: string; address: (string | null) }; verb: string; subject: string; reason: (string | null); before: (Record<string, unknown> | null); after: (Record<string, unknown> | null) };
export type AutomatedReportAnswer = { message: string; status: ("Success"); data: { reportId: (string | null); mail: ("consumption" | "summary" | "monthly" | "subscription"); files: string[]; recipients: ReportRecipient[]; sentBefore: (string | null); leftOut: (string | null) }[] };
export type BatchTriggered = { status: ("success"); message: ("Trigger event pushed"); data: { batchAt: (string | null) } };
export type CategoryAnswer = { status: ("success"); status_code: (200); message: string; data: CategoryOfIndustry };
export type CategoryBody = Record<string, unknown>;
export type CategoryList = { status: ("success"); status_code: (200); message: string; data: CategoryOfIndustry[] };
export type CategoryOfIndustry = { generation: ("categories" | "categoriesV2" | "standardCategories"); categoryKey: string; standardCategoryId: string; subCategories: { id: string; displayName: string; units: string[] }[] };
export type CategoryPatch = Record<string, unknown>;
export type ChatMessageSent = { message: ("Message sent successfully"); status: ("success") };
export type DeviceKey = { keyId: string; name: string; units: (string[] | null); sourceId: (string | null); sourceName: (string | null); state: ("active" | "expired" | "revoked"); createdBy: string; createdAt: string; expiresAt: (string | null); revokedAt: (string | null); rotatedFrom: (string | null); rotatedTo: (string | null); lastUsedAt: (string | null); rowsAccepted: number; rowsRefused: number; refusals: Record<string, number> };
export type DeviceKeyAnswer = { status: ("success"); status_code: (200); message: string; data: DeviceKey };
export type DeviceKeyBody = { name: string; units?: (string[] | null); sourceId?: (string | null); expiresAt?: (string | null) };
export type DeviceKeyCreated = { status: ("success"); status_code: (200); message: string; data: IssuedDeviceKey };
export type DeviceKeyRevoked = { status: ("success"); status_code: (200); message: string; data: DeviceKey };
export type DeviceKeyRotated = { status: ("success"); status_code: (200); message: string; data: RotatedDeviceKey };
export type DeviceKeyRotation = { overlapHours?: number };
export type DeviceKeys = { status: ("success"); status_code: (200); message: string; data: { keys: DeviceKey[]; total: number } };
export type Disabled = { userId: (string | null); since: string };
export type DisabledAdded = { status: ("success"); status_code: (200); message: string; data: { changed: boolean } };
export type DisabledList = { status: ("success"); status_code: (200); message: string; data: { disabled: Disabled[] } };
export type DisabledRemoved = { status: ("success"); status_code: (200); message: string; data: { changed: boolean } };
export type Error = { status: ("failed"); status_code?: number; message: string; errors?: { field: string; problem: string }[] };
export type Finding = { id: string; rank: number; kind: ("leak" | "burst" | "unusual-use" | "standstill" | "stuck" | "creep" | "reversed" | "silence" | "tank-low" | "tank-full" | "overflow" | "quality-outside" | "battery-low" | "energy-drift" | "swapped-meters" | "balance"); title: string; severity: ("critical" | "high" | "medium" | "low"); says: string; unitId: (string | null); unitName: (string | null); swappedWith: (string | null); swappedWithName: (string | null); firstDay: string; raisedOn: string; lastDay: string; isOpen: boolean; litres: (number | null); litresPerDay: (number | null); kilowattHours: (number | null); kilowattHoursPerDay: (number | null); money: (number | null); currency: (string | null); confidence: number; siUnit: string; evidence: Record<string, unknown>; explain: (string | null); fate: ("confirmed" | "rejected" | "healed" | null); fateAt: (string | null); fateBy: (string | null); fateByName: (string | null); fateReason: (string | null); acknowledgedAt: (string | null); acknowledgedBy: (string | null); acknowledgedByName: (string | null); assigneeId: (string | null); assigneeName: (string | null); mutedUntil: (string | null) };
export type GlobalLog = { id: string; source: string; title: string; desc: string; group: string; owner: (string | null); priority: ("low" | "medium" | "high" | "critical"); status: ("open" | "acknowledged" | "resolved"); date: string; month: string; meta: Record<string, unknown>; times: number; version: number; createdAt: string; updatedAt: string };
export type GlobalLogAnswer = { status: ("success"); status_code: (200); message: string; data: GlobalLog };
export type IndustryBundle = { industry: Record<string, unknown>; units?: Record<string, unknown>[]; categories?: Record<string, unknown>; categoriesV2?: Record<string, unknown>; standardCategories?: Record<string, unknown>; users?: Record<string, unknown>[] };
export type IndustryList = { status: ("success"); status_code: (200); message: string; data: { industries: ListedIndustry[]; total: number } };
export type IndustryPatch = Record<string, unknown>;
export type Insights = { status: ("success"); status_code: (200); message: string; data: { date: string; industries: { industryId: string; totalConsumption: (number | null); onlineUnits: number; offlineUnits: number; computedAt: string; findings: Finding[] }[] } };
export type InsightsAsked = { status: ("success"); status_code: (200); message: string; data: { industries: number; stored: number; waiting: number } };
export type IssuedDeviceKey = (DeviceKey & { key: string });
export type ListedArchive = { industryId: string; month: string; state: ("written" | "sealed" | "restored"); bytes: number; location: string; files: string[]; rows: number; writtenAt: string; writtenBy: string; sealedAt: (string | null); restoredAt: (string | null); removalBeganAt: (string | null) };
export type ListedIndustry = { industryId: string; industryName: string; place: (string | null); isActive: boolean; test: boolean; isDisabled: boolean; timezone: string; startAt: string; daysOffset: number; clock: { effectiveFrom: string; timezone: string; startAt: string; daysOffset: number }[]; totalUnits: number; retiredUnits: number; totalUsers: number; lastUpdated: (string | null); createdAt: string };
export type Meter = { meterId: (string | null); serial: (string | null); installedAt: (string | null); removedAt: (string | null); initialRegister: (number | null); finalRegister: (number | null); firstSentRegister: (number | null); lastSentRegister: (number | null); registeredBy: (string | null); registeredAt: (string | null); version: (number | null) };
export type MeterInstallation = { installedAt: string; serial?: (string | null); initialRegister?: (number | null); finalRegisterOfOld?: (number | null) };
export type MeterPatch = { installedAt?: string; serial?: (string | null); initialRegister?: (number | null); finalRegisterOfOld?: (number | null) };
export type MeterRegistered = { status: ("success"); status_code: (200); message: string; data: { meterId: string; installedAt: string; serial: (string | null); initialRegister: (number | null); finalRegisterOfOld: (number | null); registeredBy: string; registeredAt: string; changedDates: string[]; warnings: string[] } };
export type MeterTakenBack = { status: ("success"); status_code: (200); message: string; data: { changedDates: string[]; warnings: string[] } };
export type MissingHours = { status: ("success"); data: { industryId: string; missingHours: number[] }[] };
export type NotificationSent = { message: ("Notification sent successfully"); status: ("success") };
export type OfflineDevices = { data: { unitId: string; unitName: string; industryId: string; lastSeen: (string | null) }[]; totalDevicesCount: number; offlineDevicesCount: number };
export type OperatorLogin = { access_token: string; refresh_token: string; userId: string; email: string; username: string; role: ("user" | "admin" | "guest"); loginType: string };
export type PasswordResetBody = { by: ("mail" | "hand") };
export type PasswordResetMade = { status: ("success"); status_code: (200); message: string; data: { link: (string | null); expiresAt: (string | null) } };
export type ProcessedDataReport = { status: ("success"); message: string; data: { date: string; industries: { industryId: string; industryName: string; state: ("complete" | "incomplete" | "waiting" | "missing" | "running"); unitsWithoutDocument: string[]; unitsWithoutData: string[] }[] } };
export type ProvisionResult = { status: ("success"); status_code: (200); message: string; data: { industryId: string; isChanged: boolean; industry: ("added" | "changed" | "unchanged"); units: { added: number; changed: number; unchanged: number; removed: number }; categories: { added: number; changed: number; unchanged: number; removed: number }; users: { added: number; changed: number; unchanged: number; removed: number }; staleFrom: { unitId: string; fromDate: string }[]; warnings: { field: string; problem: string }[]; changes: ({ before: Record<string, unknown>; after: Record<string, unknown> } | null) } };
export type RecentShiftStarts = { status: ("success"); message: ("Trigger events pushed"); data: { industryId: string; shiftStart: string; batchAt: string }[] };
export type ReportRecipient = { recipient: string; state: ("queued" | "sending" | "sent" | "failed" | "unconfirmed"); problem: (string | null) };
export type ReportResendRequest = { reportId: string; emails?: string[] };
export type RestoredMonth = { status: ("success"); status_code: (200); message: string; data: (ArchivedMonth & { restored: boolean; filesRemoved: boolean }) };
export type RotatedDeviceKey = (IssuedDeviceKey & { oldKey: { keyId: string; worksUntil: string } });
export type SentReport = { reportId: string; frequency: ("daily" | "weekly" | "monthly"); mail: ("consumption" | "summary" | "monthly" | "subscription"); startDate: string; endDate: string; origin: ("schedule" | "request" | "subscription"); requestedBy: (string | null); provisional: boolean; subject: string; createdAt: string; lacking: ReportRecipient[]; mails: (ReportRecipient & { purpose: ("report" | "restatement"); round: number; attempts: number; finishedAt: (string | null) })[]; restatements: { state: ("waiting" | "told"); days: string[]; causes: string[]; units: { unitId: string; unitName: string }[]; changes: { name: string; unit: string; was: (number | null); is: (number | null); wasBound: ("at least" | "at most" | "open" | null); isBound: ("at least" | "at most" | "open" | null); hasShare: boolean }[]; decidedAt: (string | null) }[] };
export type Statistics = { at: string; release: string; database: { engine: ("embedded" | "server"); postgres: string; timescaledb: string; bytes: number }; industries: number; units: number; documents: { rowCount: (number | null); bytes: number }; hypertables: { name: string; rowCount: (number | null); chunks: number; compressedChunks: number; bytes: number; bytesBeforeCompression: (number | null); bytesAfterCompression: (number | null) }[]; archives: { state: ("written" | "sealed" | "restored"); months: number; rowCount: number; bytes: number }[]; stale: { days: number; oldest: ({ industryId: string; businessDate: string; ageSeconds: number } | null); rulesVersion: number; ofEarlierRules: number; settledEventsWaiting: number }; queues: { queue: string; queued: number; active: number; failed: number; oldestWaitSeconds: (number | null); lastCompletedAt: (string | null) }[]; proof: { lastRunAt: (string | null); rollupMismatches: number; lastRollupMismatchAt: (string | null); documentMismatches: { open: number; agreed: number }; lastDocumentMismatchAt: (string | null) }; canary: ({ ranAt: string; succeededAt: (string | null); mismatches: number; problem: (string | null) } | null); faults: { kind: ("mail" | "clock" | "jump" | "broker" | "database" | "replica" | "disk" | "room"); process: string; beganAt: string; seenAt: string; endedAt: (string | null); times: number; requests: (number | null); mails: (number | null); mailsWaiting: (number | null); milliseconds: (number | null); isRestart: (boolean | null); freeBytes: (number | null) }[]; silentUnits: { minutes: number; units: number }[]; quarantineHeldRows: number; sealedBefore: (string | null) };
export type StoredIndustry = { industry: Record<string, unknown>; units?: Record<string, unknown>[]; categories?: Record<string, unknown>; categoriesV2?: Record<string, unknown>; standardCategories?: Record<string, unknown>; users?: Record<string, unknown>[] };
export type StreamProbe = { message: ("The event stream answers"); status: ("Success"); data: { events: { queued: number; active: number }; batchTriggers: { queued: number; active: number } } };
export type SurveyCurve = { status: ("success"); status_code: (200); message: string; data: { unitId: string; date: string; processedAt: string; statistics: SurveyStatistics; curve: { elevationMetres: number; areaSquareMetres: number; volumeCubicMetres: number }[] } };
export type SurveyProcessed = { status: ("success"); status_code: (200); message: string; data: { unitId: string; date: string; statistics: SurveyStatistics; countsFrom: (string | null); curve?: { elevationMetres: number; areaSquareMetres: number; volumeCubicMetres: number }[]; points?: { latitude: number; longitude: number; depthMetres: number; confidencePercent: number }[] } };
export type SurveyStatistics = { soundings: number; dropped: { duplicates: number; uncertain: number; tooClose: number; tooFar: number }; points: number; medianSpacingMetres: (number | null); minDepthMetres: number; meanDepthMetres: number; maxDepthMetres: number; areaSquareMetres: number; volumeCubicMetres: number };
export type TestEvent = { message: ("Test event published"); status: ("Success"); data: { kind: ("test"); at: string } };
export type UnitAnswerForOperators = { status: ("success"); status_code: (200); message: string; data: UnitForOperators };
export type UnitBody = Record<string, unknown>;
export type UnitForOperators = { unitId: string; displayName: string; standardCategoryId: string; siUnit: string; flowFactor: number; minNonZeroThreshold: number; maxCapacity: (number | null); dataUpdateFrequency: number; params: Record<string, unknown>; meta: Record<string, unknown>; retired: boolean; versions: Record<string, unknown>[]; lastSeen: (string | null) };
export type UnitListForOperators = { status: ("success"); status_code: (200); message: string; data: { units: UnitForOperators[]; total: number } };
export type UnitPatch = Record<string, unknown>;
export type UnitReset = { message: ("Reset signal sent"); status: ("Success") };
export type ValidationReport = { status: ("success"); message: string; data: { industries: number; units: number; counts: Record<string, number>; findings: { industryId: string; unitId: string; unitName: string; date: string; check: ("reverseFlow" | "highLow" | "spike" | "zeroConsumption" | "missingQuantity" | "sumCheck" | "stuckRegister"); value: (number | null); limit: (number | null); unit: string; at: (string | null); text: string }[] } };
export type Workspace = { status: ("success"); data: { industryId: string; industryName: string; place: (string | null); isActive: boolean; totalUnits: number; lastUpdated: (string | null) }[] };

export interface Calls {
  /** Remove an account */
  deleteAccountsByUserId: { parameters: { userId: string; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: AccountRemoved };
  /** Revoke a key */
  deleteDeviceKeysByKeyId: { parameters: { keyId: string; targetIndustryId?: string }; body: undefined; answer: DeviceKeyRevoked };
  /** Enable an account, or an industry, again */
  deleteDisabled: { parameters: { targetIndustryId?: string }; body: { userId: (string | null); reason?: string }; answer: DisabledRemoved };
  /** Remove a category */
  deleteIndustryByIndustryIdCategoriesByGenerationByCategoryKey: { parameters: { industryId: string; generation: ("categories" | "categoriesV2" | "standardCategories"); categoryKey: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: ProvisionResult };
  /** Take an installation back */
  deleteUnitsByUnitIdMetersByMeterId: { parameters: { unitId: string; meterId: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: MeterTakenBack };
  /** Accounts of an industry */
  getAccounts: { parameters: { targetIndustryId?: string }; body: undefined; answer: Accounts };
  /** One account */
  getAccountsByUserId: { parameters: { userId: string; targetIndustryId?: string }; body: undefined; answer: AccountAnswer };
  /** Archived months */
  getArchivedata: { parameters: { targetIndustryId?: string }; body: undefined; answer: ArchiveList };
  /** Who did what, the newest first */
  getAudit: { parameters: { verb?: string; subject?: string; from?: string; to?: string; before?: number; limit?: number; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: { rows: AuditRow[]; next: (number | null) } } };
  /** Form of the documentation login */
  getAuthDocsLogin: { parameters: Record<never, never>; body: undefined; answer: Response };
  /** Operator single sign-on */
  getAuthLogin: { parameters: { "x-device-id"?: string; "x-device-type"?: string; "x-browser-name"?: string; "x-browser-version"?: string; "x-os"?: string; tid: string }; body: undefined; answer: OperatorLogin };
  /** New access token */
  getAuthRefresh: { parameters: Record<never, never>; body: undefined; answer: OperatorLogin };
  /** Make and send the reports of a day or a month */
  getAutomatedReport: { parameters: { date: string; types: ("daily" | "monthly"); formats?: ("html" | "pdf" | "xlsx" | "csv")[]; test?: boolean; force?: boolean; emails?: string[]; targetIndustryId?: string }; body: undefined; answer: AutomatedReportAnswer };
  /** Reports that were sent, the newest first */
  getAutomatedReportHistory: { parameters: { before?: string; limit?: number; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: { reports: SentReport[]; next: (string | null) } } };
  /** The volume-area-elevation curve of a basin */
  getBathyDataProcessorCurve: { parameters: { unitId: string; date: string; format?: ("json" | "csv" | "svg"); targetIndustryId?: string }; body: undefined; answer: Response };
  /** Push the event that runs the batch of an industry */
  getBpTriggerTrigger: { parameters: { industryId: string; time: string; source: string; purpose: string }; body: undefined; answer: BatchTriggered };
  /** Write a line to a chat space */
  getChat: { parameters: { message: string; groupId: string }; body: undefined; answer: ChatMessageSent };
  /** Keys of an industry, with what was sent with them */
  getDeviceKeys: { parameters: { targetIndustryId?: string }; body: undefined; answer: DeviceKeys };
  /** One key, with what was sent with it */
  getDeviceKeysByKeyId: { parameters: { keyId: string; targetIndustryId?: string }; body: undefined; answer: DeviceKeyAnswer };
  /** Who of an industry is disabled */
  getDisabled: { parameters: { targetIndustryId?: string }; body: undefined; answer: DisabledList };
  /** Interactive documentation */
  getDocs: { parameters: Record<never, never>; body: undefined; answer: Response };
  /** Log entries, newest first */
  getGloballogs: { parameters: { industryId?: string; unitId?: string; date?: string; month?: string; limit?: number; offset?: number }; body: undefined; answer: GlobalLog[] };
  /** Industries, by id */
  getIndustry: { parameters: { isActive?: ("true" | "false"); test?: ("true" | "false"); timezone?: string; search?: string; limit?: number; offset?: number; targetIndustryId?: string }; body: undefined; answer: IndustryList };
  /** The bundle by which an industry would be provisioned */
  getIndustryByIndustryId: { parameters: { industryId: string; targetIndustryId?: string }; body: undefined; answer: StoredIndustry };
  /** Categories of an industry */
  getIndustryByIndustryIdCategories: { parameters: { industryId: string; targetIndustryId?: string }; body: undefined; answer: CategoryList };
  /** A category */
  getIndustryByIndustryIdCategoriesByGenerationByCategoryKey: { parameters: { industryId: string; generation: ("categories" | "categoriesV2" | "standardCategories"); categoryKey: string; targetIndustryId?: string }; body: undefined; answer: CategoryAnswer };
  /** Units of an industry with their versions */
  getIndustryByIndustryIdUnits: { parameters: { industryId: string; status?: ("active" | "retired" | "all"); standardCategoryId?: string; search?: string; limit?: number; offset?: number; targetIndustryId?: string }; body: undefined; answer: UnitListForOperators };
  /** A unit with its versions */
  getIndustryByIndustryIdUnitsByUnitId: { parameters: { industryId: string; unitId: string; targetIndustryId?: string }; body: undefined; answer: UnitAnswerForOperators };
  /** Insights of a day */
  getInsights: { parameters: { date: string; targetIndustryId?: string }; body: undefined; answer: Insights };
  /** Hours without any reading, per active industry */
  getOfflineDevicesBatchProcessingInterpolation: { parameters: { date: string; targetIndustryId?: string }; body: undefined; answer: MissingHours };
  /** Devices that are silent, in all active industries */
  getOfflineDevicesOffline: { parameters: { date: string; view?: ("hour" | "day" | "month"); targetIndustryId?: string }; body: undefined; answer: OfflineDevices };
  /** This description, OpenAPI 3.1 */
  getOpenapiJson: { parameters: Record<never, never>; body: undefined; answer: { openapi: string; info: Record<string, unknown>; paths: Record<string, unknown>; components: Record<string, unknown> } };
  /** Publish a test event */
  getPlcEventStreamData: { parameters: Record<never, never>; body: undefined; answer: TestEvent };
  /** Trigger the batch of industries whose shift starts about now */
  getShiftMonitoringRecentShiftStarts: { parameters: { source: string; purpose: string }; body: undefined; answer: RecentShiftStarts };
  /** How the installation is: storage, queues, proofs, silence */
  getStatistics: { parameters: Record<never, never>; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: Statistics } };
  /** What operators are told, as it happens */
  getStream: { parameters: { lastEventId?: string; "Last-Event-ID"?: string }; body: undefined; answer: Response };
  /** Meters of a unit, in the order of their installation */
  getUnitsByUnitIdMeters: { parameters: { unitId: string; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: { unitId: string; meters: Meter[] } } };
  /** Which industries miss processed data of a day */
  getValidateBatchProcessing: { parameters: { groupId: string; date: string; targetIndustryId?: string }; body: undefined; answer: ProcessedDataReport };
  /** Check the readings of a day */
  getValidateChecks: { parameters: { date: string; checks?: string; groupId?: string; targetIndustryId?: string }; body: undefined; answer: ValidationReport };
  /** Meters that run backwards */
  getValidateReverseFlow: { parameters: { groupId: string; targetIndustryId?: string }; body: undefined; answer: ValidationReport };
  /** Ask the event stream whether it answers */
  getValidateStreamBackend: { parameters: Record<never, never>; body: undefined; answer: StreamProbe };
  /** Send a reset message to devices */
  getValidateUnitReset: { parameters: { unitsList: string[] }; body: undefined; answer: UnitReset };
  /** All industries */
  getWorkspace: { parameters: Record<never, never>; body: undefined; answer: Workspace };
  /** Change an account */
  patchAccountsByUserId: { parameters: { userId: string; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: AccountPatch; answer: AccountChanged };
  /** Change a log entry */
  patchGloballogs: { parameters: { id: string; owner?: string; priority?: ("low" | "medium" | "high" | "critical"); status?: ("open" | "acknowledged" | "resolved"); date?: string; month?: string; meta?: string; source?: string; title?: string; "If-Match"?: string }; body: undefined; answer: GlobalLogAnswer };
  /** Change fields of an industry */
  patchIndustryByIndustryId: { parameters: { industryId: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: IndustryPatch; answer: ProvisionResult };
  /** Change a category */
  patchIndustryByIndustryIdCategoriesByGenerationByCategoryKey: { parameters: { industryId: string; generation: ("categories" | "categoriesV2" | "standardCategories"); categoryKey: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: CategoryPatch; answer: ProvisionResult };
  /** Change a unit */
  patchIndustryByIndustryIdUnitsByUnitId: { parameters: { industryId: string; unitId: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: UnitPatch; answer: ProvisionResult };
  /** Correct what is known of a meter */
  patchUnitsByUnitIdMetersByMeterId: { parameters: { unitId: string; meterId: string; targetIndustryId?: string; "If-Match"?: string }; body: MeterPatch; answer: MeterRegistered };
  /** Create an account */
  postAccounts: { parameters: { reason?: string; targetIndustryId?: string }; body: AccountBody; answer: AccountCreated };
  /** Have a new password set by a link */
  postAccountsByUserIdResetPassword: { parameters: { userId: string; reason?: string; targetIndustryId?: string }; body: PasswordResetBody; answer: PasswordResetMade };
  /** Archive business months */
  postArchivedataToBlob: { parameters: { fromMonthYear: string; toMonthYear?: string; deleteData?: boolean; targetIndustryId?: string }; body: undefined; answer: ArchivedMonths };
  /** Restore a business month from its archive */
  postArchivedataToDb: { parameters: { deleteBlob?: boolean; targetIndustryId?: string; month: string; year: string }; body: undefined; answer: RestoredMonth };
  /** Documentation login */
  postAuthDocsLogin: { parameters: Record<never, never>; body: string | Uint8Array; answer: Response };
  /** Send a report again */
  postAutomatedReportResend: { parameters: { targetIndustryId?: string }; body: ReportResendRequest; answer: { status: ("success"); status_code: (200); message: string; data: { recipients: ReportRecipient[] } } };
  /** Turn soundings of a basin into its volume-area-elevation curve */
  postBathyDataProcessorProcess: { parameters: { unitId: string; date: string; confidenceThreshold?: number; distanceThresholdMetersMin?: number; distanceThresholdMetersMax?: number; depthSimilarityRatio?: number; includeAllData?: boolean; includeIntermediate?: boolean; compressedOnly?: boolean; targetIndustryId?: string }; body: string | Uint8Array; answer: SurveyProcessed };
  /** Write a structured message to a chat space */
  postChat: { parameters: { groupId: string }; body: { data: Record<string, unknown> }; answer: ChatMessageSent };
  /** Create a key */
  postDeviceKeys: { parameters: { targetIndustryId?: string }; body: DeviceKeyBody; answer: DeviceKeyCreated };
  /** Put another key in its place */
  postDeviceKeysByKeyIdRotate: { parameters: { keyId: string; targetIndustryId?: string }; body: DeviceKeyRotation | undefined; answer: DeviceKeyRotated };
  /** Disable an account, or an industry */
  postDisabled: { parameters: { targetIndustryId?: string }; body: { userId: (string | null); reason?: string }; answer: DisabledAdded };
  /** Write a log entry */
  postGloballogs: { parameters: Record<never, never>; body: { source: string; title: string; desc: string; group: string; priority?: ("low" | "medium" | "high" | "critical"); meta?: Record<string, unknown> }; answer: GlobalLogAnswer };
  /** Create an industry, or replace it by its bundle */
  postIndustry: { parameters: { dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: IndustryBundle; answer: ProvisionResult };
  /** Create a category */
  postIndustryByIndustryIdCategoriesByGenerationByCategoryKey: { parameters: { industryId: string; generation: ("categories" | "categoriesV2" | "standardCategories"); categoryKey: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: CategoryBody; answer: ProvisionResult };
  /** Deactivate an industry */
  postIndustryByIndustryIdDeactivate: { parameters: { industryId: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: ProvisionResult };
  /** Make an inactive industry active again */
  postIndustryByIndustryIdReactivate: { parameters: { industryId: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: ProvisionResult };
  /** Create a unit */
  postIndustryByIndustryIdUnits: { parameters: { industryId: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: UnitBody; answer: ProvisionResult };
  /** Bring a retired unit back */
  postIndustryByIndustryIdUnitsByUnitIdRestore: { parameters: { industryId: string; unitId: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: ProvisionResult };
  /** Take a unit out of use */
  postIndustryByIndustryIdUnitsByUnitIdRetire: { parameters: { industryId: string; unitId: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: ProvisionResult };
  /** Compute and store today's insights of all active industries */
  postInsights: { parameters: { targetIndustryId?: string }; body: undefined; answer: InsightsAsked };
  /** Tell the admin dashboards that are open at this moment */
  postNotification: { parameters: Record<never, never>; body: string | Uint8Array; answer: NotificationSent };
  /** Register that another meter was installed */
  postUnitsByUnitIdMeters: { parameters: { unitId: string; targetIndustryId?: string; "If-Match"?: string }; body: MeterInstallation; answer: MeterRegistered };
}

export const ROUTES = {
  deleteAccountsByUserId: {"method":"DELETE","path":"/api/admin/accounts/{userId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  deleteDeviceKeysByKeyId: {"method":"DELETE","path":"/api/admin/deviceKeys/{keyId}","headers":["targetIndustryId"],"isJson":true},
  deleteDisabled: {"method":"DELETE","path":"/api/admin/disabled","headers":["targetIndustryId"],"isJson":true},
  deleteIndustryByIndustryIdCategoriesByGenerationByCategoryKey: {"method":"DELETE","path":"/api/admin/industry/{industryId}/categories/{generation}/{categoryKey}","headers":["targetIndustryId","If-Match"],"isJson":true},
  deleteUnitsByUnitIdMetersByMeterId: {"method":"DELETE","path":"/api/admin/units/{unitId}/meters/{meterId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  getAccounts: {"method":"GET","path":"/api/admin/accounts","headers":["targetIndustryId"],"isJson":true},
  getAccountsByUserId: {"method":"GET","path":"/api/admin/accounts/{userId}","headers":["targetIndustryId"],"isJson":true},
  getArchivedata: {"method":"GET","path":"/api/admin/archivedata","headers":["targetIndustryId"],"isJson":true},
  getAudit: {"method":"GET","path":"/api/admin/audit","headers":["targetIndustryId"],"isJson":true},
  getAuthDocsLogin: {"method":"GET","path":"/api/admin/auth/docsLogin","headers":[],"isJson":false},
  getAuthLogin: {"method":"GET","path":"/api/admin/auth/login","headers":["x-device-id","x-device-type","x-browser-name","x-browser-version","x-os","tid"],"isJson":true},
  getAuthRefresh: {"method":"GET","path":"/api/admin/auth/refresh","headers":[],"isJson":true},
  getAutomatedReport: {"method":"GET","path":"/api/admin/automated/report","headers":["targetIndustryId"],"isJson":true},
  getAutomatedReportHistory: {"method":"GET","path":"/api/admin/automated/report/history","headers":["targetIndustryId"],"isJson":true},
  getBathyDataProcessorCurve: {"method":"GET","path":"/api/admin/bathyDataProcessor/curve","headers":["targetIndustryId"],"isJson":false},
  getBpTriggerTrigger: {"method":"GET","path":"/api/admin/bpTrigger/trigger","headers":[],"isJson":true},
  getChat: {"method":"GET","path":"/api/admin/chat","headers":[],"isJson":true},
  getDeviceKeys: {"method":"GET","path":"/api/admin/deviceKeys","headers":["targetIndustryId"],"isJson":true},
  getDeviceKeysByKeyId: {"method":"GET","path":"/api/admin/deviceKeys/{keyId}","headers":["targetIndustryId"],"isJson":true},
  getDisabled: {"method":"GET","path":"/api/admin/disabled","headers":["targetIndustryId"],"isJson":true},
  getDocs: {"method":"GET","path":"/api/admin/docs","headers":[],"isJson":false},
  getGloballogs: {"method":"GET","path":"/api/admin/globallogs","headers":[],"isJson":true},
  getIndustry: {"method":"GET","path":"/api/admin/industry","headers":["targetIndustryId"],"isJson":true},
  getIndustryByIndustryId: {"method":"GET","path":"/api/admin/industry/{industryId}","headers":["targetIndustryId"],"isJson":true},
  getIndustryByIndustryIdCategories: {"method":"GET","path":"/api/admin/industry/{industryId}/categories","headers":["targetIndustryId"],"isJson":true},
  getIndustryByIndustryIdCategoriesByGenerationByCategoryKey: {"method":"GET","path":"/api/admin/industry/{industryId}/categories/{generation}/{categoryKey}","headers":["targetIndustryId"],"isJson":true},
  getIndustryByIndustryIdUnits: {"method":"GET","path":"/api/admin/industry/{industryId}/units","headers":["targetIndustryId"],"isJson":true},
  getIndustryByIndustryIdUnitsByUnitId: {"method":"GET","path":"/api/admin/industry/{industryId}/units/{unitId}","headers":["targetIndustryId"],"isJson":true},
  getInsights: {"method":"GET","path":"/api/admin/insights","headers":["targetIndustryId"],"isJson":true},
  getOfflineDevicesBatchProcessingInterpolation: {"method":"GET","path":"/api/admin/offlineDevices/batchProcessingInterpolation","headers":["targetIndustryId"],"isJson":true},
  getOfflineDevicesOffline: {"method":"GET","path":"/api/admin/offlineDevices/offline","headers":["targetIndustryId"],"isJson":true},
  getOpenapiJson: {"method":"GET","path":"/api/admin/openapi.json","headers":[],"isJson":true},
  getPlcEventStreamData: {"method":"GET","path":"/api/admin/plcEventStream/data","headers":[],"isJson":true},
  getShiftMonitoringRecentShiftStarts: {"method":"GET","path":"/api/admin/shift-monitoring/recent-shift-starts","headers":[],"isJson":true},
  getStatistics: {"method":"GET","path":"/api/admin/statistics","headers":[],"isJson":true},
  getStream: {"method":"GET","path":"/api/admin/stream","headers":["Last-Event-ID"],"isJson":false},
  getUnitsByUnitIdMeters: {"method":"GET","path":"/api/admin/units/{unitId}/meters","headers":["targetIndustryId"],"isJson":true},
  getValidateBatchProcessing: {"method":"GET","path":"/api/admin/validate/batchProcessing","headers":["targetIndustryId"],"isJson":true},
  getValidateChecks: {"method":"GET","path":"/api/admin/validate/checks","headers":["targetIndustryId"],"isJson":true},
  getValidateReverseFlow: {"method":"GET","path":"/api/admin/validate/reverseFlow","headers":["targetIndustryId"],"isJson":true},
  getValidateStreamBackend: {"method":"GET","path":"/api/admin/validate/stream_backend","headers":[],"isJson":true},
  getValidateUnitReset: {"method":"GET","path":"/api/admin/validate/unitReset","headers":[],"isJson":true},
  getWorkspace: {"method":"GET","path":"/api/admin/workspace","headers":[],"isJson":true},
  patchAccountsByUserId: {"method":"PATCH","path":"/api/admin/accounts/{userId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  patchGloballogs: {"method":"PATCH","path":"/api/admin/globallogs","headers":["If-Match"],"isJson":true},
  patchIndustryByIndustryId: {"method":"PATCH","path":"/api/admin/industry/{industryId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  patchIndustryByIndustryIdCategoriesByGenerationByCategoryKey: {"method":"PATCH","path":"/api/admin/industry/{industryId}/categories/{generation}/{categoryKey}","headers":["targetIndustryId","If-Match"],"isJson":true},
  patchIndustryByIndustryIdUnitsByUnitId: {"method":"PATCH","path":"/api/admin/industry/{industryId}/units/{unitId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  patchUnitsByUnitIdMetersByMeterId: {"method":"PATCH","path":"/api/admin/units/{unitId}/meters/{meterId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  postAccounts: {"method":"POST","path":"/api/admin/accounts","headers":["targetIndustryId"],"isJson":true},
  postAccountsByUserIdResetPassword: {"method":"POST","path":"/api/admin/accounts/{userId}/resetPassword","headers":["targetIndustryId"],"isJson":true},
  postArchivedataToBlob: {"method":"POST","path":"/api/admin/archivedata/to_blob","headers":["targetIndustryId"],"isJson":true},
  postArchivedataToDb: {"method":"POST","path":"/api/admin/archivedata/to_db","headers":["targetIndustryId","month","year"],"isJson":true},
  postAuthDocsLogin: {"method":"POST","path":"/api/admin/auth/docsLogin","headers":[],"isJson":false},
  postAutomatedReportResend: {"method":"POST","path":"/api/admin/automated/report/resend","headers":["targetIndustryId"],"isJson":true},
  postBathyDataProcessorProcess: {"method":"POST","path":"/api/admin/bathyDataProcessor/process","headers":["targetIndustryId"],"isJson":true},
  postChat: {"method":"POST","path":"/api/admin/chat","headers":[],"isJson":true},
  postDeviceKeys: {"method":"POST","path":"/api/admin/deviceKeys","headers":["targetIndustryId"],"isJson":true},
  postDeviceKeysByKeyIdRotate: {"method":"POST","path":"/api/admin/deviceKeys/{keyId}/rotate","headers":["targetIndustryId"],"isJson":true},
  postDisabled: {"method":"POST","path":"/api/admin/disabled","headers":["targetIndustryId"],"isJson":true},
  postGloballogs: {"method":"POST","path":"/api/admin/globallogs","headers":[],"isJson":true},
  postIndustry: {"method":"POST","path":"/api/admin/industry","headers":["targetIndustryId","If-Match"],"isJson":true},
  postIndustryByIndustryIdCategoriesByGenerationByCategoryKey: {"method":"POST","path":"/api/admin/industry/{industryId}/categories/{generation}/{categoryKey}","headers":["targetIndustryId","If-Match"],"isJson":true},
  postIndustryByIndustryIdDeactivate: {"method":"POST","path":"/api/admin/industry/{industryId}/deactivate","headers":["targetIndustryId","If-Match"],"isJson":true},
  postIndustryByIndustryIdReactivate: {"method":"POST","path":"/api/admin/industry/{industryId}/reactivate","headers":["targetIndustryId","If-Match"],"isJson":true},
  postIndustryByIndustryIdUnits: {"method":"POST","path":"/api/admin/industry/{industryId}/units","headers":["targetIndustryId","If-Match"],"isJson":true},
  postIndustryByIndustryIdUnitsByUnitIdRestore: {"method":"POST","path":"/api/admin/industry/{industryId}/units/{unitId}/restore","headers":["targetIndustryId","If-Match"],"isJson":true},
  postIndustryByIndustryIdUnitsByUnitIdRetire: {"method":"POST","path":"/api/admin/industry/{industryId}/units/{unitId}/retire","headers":["targetIndustryId","If-Match"],"isJson":true},
  postInsights: {"method":"POST","path":"/api/admin/insights","headers":["targetIndustryId"],"isJson":true},
  postNotification: {"method":"POST","path":"/api/admin/notification","headers":[],"isJson":true},
  postUnitsByUnitIdMeters: {"method":"POST","path":"/api/admin/units/{unitId}/meters","headers":["targetIndustryId","If-Match"],"isJson":true},
} as const;
