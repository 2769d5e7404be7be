// Made from the OpenAPI document by `npm run clients`.

export type Account = { userId: string; email: string; username: string; role: string; permissions: string[]; emailIds: string[]; phoneNo: (string | null); disabled: boolean };
export type Alert = { alertId: string; title: string; description: (string | null); severity: ("critical" | "high" | "medium" | "low"); status: ("active" | "resolved"); state: ("open" | "recovered" | "withdrawn" | "resolved"); alertType: ("unit_threshold" | "energy_daily_threshold" | "hourly_threshold" | "monthly_threshold" | "energy_monthly_threshold" | "device_status" | "level_exceed" | "stable_flow_alert" | "flow_rate_above_the_range" | "flow_rate_below_the_range" | "flow_rate_back_in_range" | "quality_threshold" | "energy_threshold" | "no_flow_n_days" | "no_level_variation_n_days" | "water_balance_leakage"); category: ("consumption" | "device" | "energy" | "flow" | "leakage" | "level" | "quality"); triggeredAt: string; closedAt: (string | null); since: string; until: (string | null); late: boolean; threshold: { parameter: string; operator: ("<" | "<=" | ">" | ">=" | null); value: (number | null); unit: (string | null) }; actualValue: (number | null); peak: (number | null); report: ({ by: string; verdict: ("unchecked" | "confirmed" | "denied") } | null); litres: (number | null); unitId: (string | null); unitName: (string | null); acknowledgedAt: (string | null); acknowledgedBy: (string | null); acknowledgedByName: (string | null); assigneeId: (string | null); assigneeName: (string | null); snoozedUntil: (string | null) };
export type AlertAcknowledgement = { note?: (string | null) };
export type AlertAnswer = { message: string; status: ("Success"); success: string[]; failed: string[]; problems: { entry: string; problem: string }[] };
export type AlertComment = { text: string };
export type AlertDetail = { status: ("success"); status_code: (200); message: string; data: { alertId: string; title: string; description: (string | null); severity: ("critical" | "high" | "medium" | "low"); status: ("active" | "resolved"); state: ("open" | "recovered" | "withdrawn" | "resolved"); alertType: ("unit_threshold" | "energy_daily_threshold" | "hourly_threshold" | "monthly_threshold" | "energy_monthly_threshold" | "device_status" | "level_exceed" | "stable_flow_alert" | "flow_rate_above_the_range" | "flow_rate_below_the_range" | "flow_rate_back_in_range" | "quality_threshold" | "energy_threshold" | "no_flow_n_days" | "no_level_variation_n_days" | "water_balance_leakage"); category: ("consumption" | "device" | "energy" | "flow" | "leakage" | "level" | "quality"); triggeredAt: string; closedAt: (string | null); since: string; until: (string | null); late: boolean; threshold: { parameter: string; operator: ("<" | "<=" | ">" | ">=" | null); value: (number | null); unit: (string | null) }; actualValue: (number | null); peak: (number | null); report: ({ by: string; verdict: ("unchecked" | "confirmed" | "denied") } | null); litres: (number | null); unitId: (string | null); unitName: (string | null); acknowledgedAt: (string | null); acknowledgedBy: (string | null); acknowledgedByName: (string | null); assigneeId: (string | null); assigneeName: (string | null); snoozedUntil: (string | null); origin: ("rule" | "request"); type: string; ruleId: (string | null); windowStart: (string | null); detectedAt: string; evidence: Record<string, unknown>; transitions: { kind: ("fired" | "recovered" | "corrected" | "withdrawn" | "resolved" | "acknowledged" | "assigned" | "unassigned" | "commented" | "snoozed" | "escalated" | "reminded"); at: string; recordedAt: string; by: (string | null); byName: (string | null); detail: Record<string, unknown>; assigneeName: (string | null) }[]; deliveries: { transition: number; channel: ("email" | "sms" | "chat-messaging" | "push" | "web" | "chat-space" | "browser"); recipient: (string | null); state: ("queued" | "sending" | "sent" | "failed" | "unconfirmed" | "suppressed"); attempts: number; problem: (string | null); queuedAt: string; finishedAt: (string | null) }[] } };
export type AlertGraph = { status: ("success"); status_code: (200); message: string; data: { type: ("DAY" | "MONTH" | "YEAR" | "CUSTOM"); startDate: string; endDate: string; labels: string[]; total: number; units: { unitId: (string | null); unitName: (string | null); total: number; byAlertType: Record<string, number>; counts: (number | null)[] }[] } };
export type AlertHandled = { status: ("success"); status_code: (200); message: string; data: { alertId: string; status: ("active" | "resolved"); acknowledgedAt: (string | null); acknowledgedBy: (string | null); acknowledgedByName: (string | null); assigneeId: (string | null); assigneeName: (string | null); snoozedUntil: (string | null); resolvedAt: (string | null) } };
export type AlertPage = { alerts: Alert[]; total: number };
export type AlertRequest = { type: string; unitId: string; createdOn?: string; recipients?: { userId: string }[]; title?: string; description?: string; severity?: string; meta: { alertType: string; threshold?: number; currentValue?: number; unit?: string; parameter?: string; status?: string } };
export type AlertResolution = { reason?: (string | null) };
export type AlertRule = { alertId: string; version: number; alertType: ("unit_threshold" | "energy_daily_threshold" | "hourly_threshold" | "monthly_threshold" | "energy_monthly_threshold" | "device_status" | "level_exceed" | "stable_flow_alert" | "flow_rate_above_the_range" | "flow_rate_below_the_range" | "flow_rate_back_in_range" | "quality_threshold" | "energy_threshold" | "no_flow_n_days" | "no_level_variation_n_days" | "water_balance_leakage"); title: string; description: (string | null); severity: ("critical" | "high" | "medium" | "low"); scope: { kind: ("industry" | "subCategory" | "unit"); ids: string[] }; settings: Record<string, unknown>; holdMinutes: number; recoverMinutes: number; lateAfterMinutes: number; channels: { email?: { enabled: boolean; recipients?: string[]; count?: number }; sms?: { enabled: boolean; phoneNumbers?: string[]; count?: number }; chatMessaging?: { enabled: boolean; phoneNumbers?: string[]; count?: number }; chat?: { enabled: boolean; webhookUrl?: (string | null) }; push?: { enabled: boolean; userIds?: string[]; count?: number }; web?: { enabled: boolean } }; schedule: { enabled?: boolean; timezone?: (string | null); quietHours?: ({ start: string; end: string } | null); holdCritical?: boolean }; escalation: { afterMinutes: number; channels: { email?: { enabled: boolean; recipients?: string[]; count?: number }; sms?: { enabled: boolean; phoneNumbers?: string[]; count?: number }; chatMessaging?: { enabled: boolean; phoneNumbers?: string[]; count?: number }; chat?: { enabled: boolean; webhookUrl?: (string | null) }; push?: { enabled: boolean; userIds?: string[]; count?: number }; web?: { enabled: boolean } } }[]; isEnabled: boolean; createdBy: string; createdAt: string; updatedBy: string; updatedAt: string };
export type AlertRuleAnswer = { status: ("success"); status_code: (200); message: string; data: AlertRule };
export type AlertRuleBody = { title: string; description?: (string | null); severity: ("critical" | "high" | "medium" | "low"); condition?: { parameter: string; operator: string; threshold: number; unit?: (string | null); aggregation?: string }; units?: string[]; alertType?: ("unit_threshold" | "energy_daily_threshold" | "hourly_threshold" | "monthly_threshold" | "energy_monthly_threshold" | "device_status" | "level_exceed" | "stable_flow_alert" | "flow_rate_above_the_range" | "flow_rate_below_the_range" | "flow_rate_back_in_range" | "quality_threshold" | "energy_threshold" | "no_flow_n_days" | "no_level_variation_n_days" | "water_balance_leakage"); settings?: Record<string, unknown>; scope?: { kind: ("industry" | "subCategory" | "unit"); ids?: string[] }; holdMinutes?: (number | null); recoverMinutes?: (number | null); lateAfterMinutes?: number; channels?: { email?: { enabled: boolean; recipients?: string[] }; sms?: { enabled: boolean; phoneNumbers?: string[] }; chatMessaging?: { enabled: boolean; phoneNumbers?: string[] }; chat?: { enabled: boolean; webhookUrl?: (string | null) }; push?: { enabled: boolean; userIds?: string[] }; web?: { enabled: boolean } }; schedule?: { enabled?: boolean; timezone?: (string | null); quietHours?: ({ start: string; end: string } | null); holdCritical?: boolean }; escalation?: { afterMinutes: number; channels: { email?: { enabled: boolean; recipients?: string[] }; sms?: { enabled: boolean; phoneNumbers?: string[] }; chatMessaging?: { enabled: boolean; phoneNumbers?: string[] }; chat?: { enabled: boolean; webhookUrl?: (string | null) }; push?: { enabled: boolean; userIds?: string[] }; web?: { enabled: boolean } } }[]; isEnabled?: boolean };
export type AlertRuleDefined = { status: ("success"); status_code: (200); message: string; data: { alertId: string; createdAt: string } };
export type AlertRuleDeleted = { status: ("success"); status_code: (200); message: string };
export type AlertRuleReplaced = { status: ("success"); status_code: (200); message: string; data: { alertId: string; createdAt: string; updatedAt: string } };
export type AlertRules = { status: ("success"); status_code: (200); message: string; data: { rules: AlertRule[]; total: number } };
export type AlertSnooze = { minutes?: number; until?: string };
export type AlertsByCategory = Record<string, Alert[]>;
export type AlertsByDay = { startDate: string; endDate: string; total: number; days: { date: string; alerts: Alert[] }[] };
export type AlertsOfIndustries = { totalAlerts: number; totalIndustries: number; startDate: string; endDate: string; fetchType: ("monthly" | "daily" | "dateRange"); excludedIndustries: string[]; adminAlertsOnly: boolean; alertsByIndustry: Record<string, { industryName: string; count: number }> };
export type Annotation = { annotationId: string; unitId: (string | null); unitName: (string | null); from: string; to: (string | null); firstDate: string; lastDate: string; text: string; version: number; createdBy: string; createdAt: string; updatedBy: string; updatedAt: string };
export type AnnotationRequest = { unitId: (string | null); from: string; to?: string; text: string };
export type Assignees = { status: ("success"); status_code: (200); message: string; data: { userId: string; username: string }[] };
export type Assignment = { userId: (string | null); note?: (string | null) };
export type Backtest = { status: ("success"); status_code: (200); message: string; data: { alertType: ("unit_threshold" | "energy_daily_threshold" | "hourly_threshold" | "monthly_threshold" | "energy_monthly_threshold" | "device_status" | "level_exceed" | "stable_flow_alert" | "flow_rate_above_the_range" | "flow_rate_below_the_range" | "flow_rate_back_in_range" | "quality_threshold" | "energy_threshold" | "no_flow_n_days" | "no_level_variation_n_days" | "water_balance_leakage"); settings: Record<string, unknown>; holdMinutes: number; recoverMinutes: number; from: string; to: string; units: (number | null); begins: string; ends: string; count: number; countBegunBefore: number; perWeek: (number | null); totalDurationMinutes: number; incidentsLeftOut: number; incidents: { unitId: (string | null); unitName: (string | null); from: string; to: (string | null); since: string; begunBefore: boolean; durationMinutes: number; windowStart: (string | null); value: (number | null); limit: (number | null); peak: (number | null); excess: (number | null); siUnit: string }[]; threshold: ({ parameter: string; fires: ("above" | "below") } | null); series: ({ unitId: (string | null); unitName: (string | null); siUnit: string; form: ("bars" | "line"); limit: (number | null); points: { from: string; to: string; lowest: (number | null); highest: (number | null); falling: boolean; afterGap: boolean }[] }[] | null); suggestion: ({ parameter: string; value: (number | null); settings: Record<string, unknown>; count: (number | null); perWeek: (number | null) } | null) } };
export type BacktestBody = { ruleId?: string; rule?: AlertRuleBody; from: string; to: string; suggest?: boolean; series?: boolean };
export type BalanceFigure = { value: (number | null); siUnit: (string | null); coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); band: ({ low: number; high: number; plusMinus: number; confidence: (0.95) } | null) };
export type BalancePart = (BalanceFigure & { displayName: string; share: (number | null); units: (BalanceFigure & { unitId: string; displayName: string })[] });
export type BatchAnswer = { status: ("success"); data: { days: number; daysNotEnded: number; daysSealed: number; sealed?: { from: string; to: string }[]; daysBeforeReadings: number; daysUnchanged: number; staleDaysLeft?: number; computed: { daily: number; monthly: number; yearly: number }; written: ({ daily: number; monthly: number; yearly: number } | null); wouldWrite: ({ daily: { inserted: number; changed: number; unchanged: number; ids?: string[] }; monthly: { inserted: number; changed: number; unchanged: number; ids?: string[] }; yearly: { inserted: number; changed: number; unchanged: number; ids?: string[] } } | null) } };
export type BatchProcessAnswer = { status: ("success"); data?: { days: number; daysNotEnded: number; daysSealed: number; sealed?: { from: string; to: string }[]; daysBeforeReadings: number; daysUnchanged: number; staleDaysLeft?: number; computed: { daily: number; monthly: number; yearly: number }; written: ({ daily: number; monthly: number; yearly: number } | null); wouldWrite: ({ daily: { inserted: number; changed: number; unchanged: number; ids?: string[] }; monthly: { inserted: number; changed: number; unchanged: number; ids?: string[] }; yearly: { inserted: number; changed: number; unchanged: number; ids?: string[] } } | null) } };
export type CategoriesOfIndustry = { status: ("success"); status_code: (200); message: string; data: CategoryOfIndustry[] };
export type CategoryBody = Record<string, unknown>;
export type CategoryOfIndustry = { generation: ("categories" | "categoriesV2" | "standardCategories"); categoryKey: string; standardCategoryId: string; subCategories: { id: string; displayName: string; units: string[] }[] };
export type CategoryPatch = Record<string, unknown>;
export type Changed = { status: ("success"); message: string };
export type Comparison = { by: ("day" | "hour"); parameter: (string | null); cut: boolean; sides: { unitId: string; unitName: string; siUnit: string; from: string; to: string; buckets: number; comparedBuckets: number; value: (number | null); coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); mean: (number | null); weekdays: { weekday: number; mean: (number | null); days: number }[]; difference: ({ amount: (number | null); share: (number | null); why: ("missing" | "little measured" | "other unit of measure" | null) } | null) }[]; rows: { name: string; points: ({ x: string; date: string; y: (number | null); coverage: (number | null); estimatedShare: (number | null); bound: ("at least" | "at most" | "open" | null) } | null)[] }[]; profile: ({ name: string; sides: { mean: (number | null); hours: number; expectedHours: number }[] }[] | null) };
export type CountedNotifications = { status: ("success"); status_code: (200); message: string; data: { notifications: Notification[]; total: number; unread: number } };
export type CustomReportBody = { title?: string; columns?: ("capacity" | "change" | "changeLastYear" | "coverage" | "energySaved" | "estimatedShare" | "finalRegister" | "high" | "highest" | "initialRegister" | "lastYear" | "limit" | "low" | "lowest" | "mean" | "ofLimit" | "offlineTime" | "opening" | "outside" | "peak" | "peakAt" | "percentage" | "previous" | "savedCoverage" | "share" | "value")[]; units?: string[]; groupBy?: ("subCategory" | "none"); orderBy?: ("given" | "name" | "value"); thresholds?: { unitId?: string; parameter?: string; above?: number; below?: number; severity?: ("critical" | "high" | "medium" | "low") }[]; breakdown?: boolean; logo?: { mime: ("image/png" | "image/jpeg"); base64: string } };
export type DayCompleteness = { unitId: string; unitName: string; siUnit: string; date: string; late: { readings: number; firstReceivedAt: (string | null); lastReceivedAt: (string | null) }; held: { reasons: { reasonCode: string; reason: string; readings: number }[]; undated: number; isComplete: boolean }; change: ({ causes: string[]; oldValue: (number | Record<string, (number | null)> | null); newValue: (number | Record<string, (number | null)> | null); computedAt: string } | null); edits: { kind: ("edit" | "delete" | "estimate"); readings: number; madeAt: string; undoneAt: (string | null) }[] };
export type DeviceDataCategory = { subCategories: DeviceDataSubCategory[]; value: (number | null); siUnit: (string | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); categoryId: string; standardCategoryId: string; lastUpdatedTime: (string | null); comparison: ({ subCategories: DeviceDataSubCategory[]; value: (number | null); siUnit: (string | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) } | null) };
export type DeviceDataCompared = { data1: { subCategories: DeviceDataSubCategory[]; siUnit: (string | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); lastUpdatedTime: (string | null); comparison?: { subCategories: DeviceDataSubCategory[]; siUnit: (string | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) }; notFound?: string[] }; data2: { subCategories: DeviceDataSubCategory[]; siUnit: (string | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); lastUpdatedTime: (string | null); comparison?: { subCategories: DeviceDataSubCategory[]; siUnit: (string | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) }; notFound?: string[] } };
export type DeviceDataOneUnit = (DeviceDataUnit & { lastUpdatedTime: (string | null); comparison: (DeviceDataUnit | null) });
export type DeviceDataSubCategory = { id: string; displayName: string; value: (number | null); siUnit: (string | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); units: DeviceDataUnit[] };
export type DeviceDataUnit = { unitId: string; unitName: string; standardCategoryId: string; siUnit: string; value: (number | Record<string, (number | null)> | null); coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); data: { x: string; y: (number | Record<string, (number | null)> | null); coverage: (number | null); estimatedShare: (number | null); bound?: ("at least" | "at most" | "open" | null); offlineCount: number; offlineDuration: number; ir?: (number | null); fr?: (number | null); offlineValue?: (number | null); unheard?: Unheard; nonZero?: (number | null); energySaved?: (number | null); energySavedCoverage?: (number | null); y1?: (number | null); percentage?: (number | null); average?: (number | null); py?: Record<string, (number | null)> }[]; meta: Record<string, (number | null)>; unheard?: Unheard; params?: Record<string, { displayName: string; siUnit: string; isLatest: boolean }>; paramValue?: Record<string, (number | null)> };
export type DeviceDataV1 = { status: ("success"); status_code: (200); message: string; data: { units: DeviceDataV1Unit[]; comparison: ({ units: DeviceDataV1Unit[] } | null); lastUpdatedTime: (string | null); qualityWeek: ({ units: DeviceDataV1Unit[]; comparison: (DeviceDataV1Unit[] | null) } | null) } };
export type DeviceDataV1Unit = { unitId: string; unitName: string; categoryType: string; readings: { timestamp: string; value: (number | Record<string, (number | null)> | null); unit: string; status: ("ok" | "estimated" | "missing" | "upcoming"); coverage: (number | null); estimatedShare: (number | null); bound?: ("at least" | "at most" | "open" | null) }[]; statistics: { min: (number | Record<string, (number | null)> | null); max: (number | Record<string, (number | null)> | null); avg: (number | Record<string, (number | null)> | null); total: (number | Record<string, (number | null)> | null); coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) }; unheard?: Unheard; latest?: ({ timestamp: string; value: (number | Record<string, (number | null)> | null); register: (number | null); unit: string; status: ("ok" | "estimated" | "missing" | "upcoming") } | null) };
export type DeviceDataV2 = ({ status: ("success"); status_code: (200); message: string; data: DeviceDataCategory; unitFound?: (false) } | { status: ("success"); status_code: (200); message: string; data: DeviceDataOneUnit } | { data: { unitId: string; timestamp: string; value: (number | Record<string, (number | null)> | null) }[]; unitFound?: (false) } | { categories: { categoryId: string; data: DeviceDataCategory }[]; total: { value: (number | null); siUnit: (string | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) }; unitFound?: (false) });
export type DeviceKey = { keyId: string; name: string; units: (string[] | null); sourceId: (string | null); sourceName: (string | null); state: ("active" | "expired" | "revoked"); createdBy: string; createdAt: string; expiresAt: (string | null); revokedAt: (string | null); rotatedFrom: (string | null); rotatedTo: (string | null); lastUsedAt: (string | null); rowsAccepted: number; rowsRefused: number; refusals: Record<string, number> };
export type DeviceKeyBody = { name: string; units?: (string[] | null); sourceId?: (string | null); expiresAt?: (string | null) };
export type DeviceKeyRotation = { overlapHours?: number };
export type DisabledFlag = { disabled: boolean };
export type DocumentChange = { id: string; period: ("daily" | "monthly" | "yearly"); unitId: string; start: string; oldValue: (number | Record<string, (number | null)> | null); newValue: (number | Record<string, (number | null)> | null); causes: string[]; document: ProcessedDocument };
export type DocumentChanges = { status: ("success"); status_code: (200); message: string; data: { changes: DocumentChange[]; next: string; hasMore: boolean } };
export type DocumentEntry = { x: string; y: (number | Record<string, (number | null)> | null); ir?: (number | null); fr?: (number | null); y1?: (number | null); py?: Record<string, (number | null)>; percentage?: (number | null); average?: (number | null); nonZero?: number; energySaved?: number; energySavedCoverage?: number; offlineCount: number; offlineDuration: number; offlineIntervals?: { from: string; to: string }[]; offlineValue?: number; unheard?: (Unheard | null); coverage: (number | null); estimatedShare?: (number | null); bound?: ("at least" | "at most" | "open" | null); meta: { lastEpoch: (number | null) } };
export type Done = { status: ("success"); status_code: (200); message: string };
export type Error = { status: ("failed"); status_code?: number; message: string; errors?: { field: string; problem: string }[] };
export type EstimatesPreview = { status: ("success"); status_code: (200); message: string; data: { readings: number; estimates: { createdOn: string; after: ({ value: (number | null); summedValue: (number | null); paramValue: Record<string, number>; interpolated: boolean; offlinePeriod: (number | null) } | null) }[]; skipped: { from: string; to: string; why: string }[]; days: { unitId: string; unitName: string; siUnit: string; date: string; before: { figure: (number | Record<string, (number | null)> | null); unheard: number }; after: { figure: (number | Record<string, (number | null)> | null); unheard: number } }[] } };
export type EstimatesPreviewRequest = { unitId: string; from: string; to: string };
export type Explanation = { unitId: string; unitName: string; siUnit: string; standardCategoryId: string; group: ("FLOW" | "CONSUMPTION" | "ENERGY" | "STOCK" | "GROUND_WATER_LEVEL" | "QUALITY" | "VIRTUAL"); date: string; hour: (number | null); window: { from: string; to: string; lengthHours: number }; sealed: (string | null); clock: { timezone: string; shiftStartAt: string; daysOffset: number }; configuration: { effectiveFrom: string; flowFactor: number; minNonZeroThreshold: number; maxCapacity: (number | null); pRef: (number | null); calculations: (string | null); dataUpdateFrequency: number; params: Record<string, { displayName: string; siUnit: string; isLatest: boolean }>; registerChecks: ({ dropout?: ("exclude" | "keep"); glitch?: ("exclude" | "keep"); spike?: ("exclude" | "keep"); rolloverDigits?: number } | null); volumeCurve?: { elevationMetres: number; volumeCubicMetres: number }[] }; figure: { value: (number | Record<string, (number | null)> | null); shown: (number | Record<string, (number | null)> | null); divisionFactor: number; coverage: (number | null); estimatedShare: (number | null); unheard: (Unheard | null); bound: ("at least" | "at most" | "open" | null); meters: (number | null); metersMeasured: (number | null); state: ("settled" | "sealed" | "running" | "stale" | "not processed" | "not stored"); source: ("stored document" | "computed now"); computedAt: string; algorithmVersion: number; recomputedValue: (number | Record<string, (number | null)> | null); agrees: (boolean | null); provisional: boolean; stale: ({ causes: Record<string, number>; markedAt: string; concernsThisUnit: boolean } | null); stored: ({ value: (number | Record<string, (number | null)> | null); computedAt: string; algorithmVersion: number } | null); lastChange: ({ at: string; causes: string[]; dayBefore: (number | Record<string, (number | null)> | null) } | null) }; slots: ({ expected: number; genuine: number; missing: { from: string; to: string }[] } | null); readings: ({ used: number; estimated: number; list: { createdOn: string; receivedAt: string; value: (number | null); register: (number | null); estimated: boolean; offlineMinutes: (number | null); registerExcluded: boolean; parameters: (Record<string, number> | null) }[]; isComplete: boolean } | null); excluded: { createdOn: string; register: (number | null); reason: string; event: RegisterEvent; overrule: RegisterOverrule }[]; registerEvents: RegisterEvent[]; boundaries: ({ registerBefore: (number | null); firstRegister: (number | null); lastRegister: (number | null); valueBefore: (number | null); firstValue: (number | null); lastValue: (number | null) } | null); steps: { rule: string; hour: (number | null); text: string; numbers: Record<string, (number | null)> }[]; formula: ({ calculations: (string | null); isCyclic: boolean; text: (string | null); result: (number | null); negativeAllowed: boolean; isClamped: boolean; reasonForNull: (string | null); failedUnitId: (string | null); operands: { name: string; kind: ("value" | "openingStock" | "addAll"); value: (number | null); usedAs: number; units: { unitId: string; value: (number | null) }[] }[] } | null); annotations: { list: Annotation[]; isComplete: boolean } };
export type ExplanationAnswer = { status: ("success"); status_code: (200); message: string; data: Explanation };
export type Finding = { id: string; rank: number; kind: ("leak" | "burst" | "unusual-use" | "standstill" | "stuck" | "creep" | "reversed" | "silence" | "tank-low" | "tank-full" | "overflow" | "quality-outside" | "battery-low" | "energy-drift" | "swapped-meters" | "balance"); title: string; severity: ("critical" | "high" | "medium" | "low"); says: string; unitId: (string | null); unitName: (string | null); swappedWith: (string | null); swappedWithName: (string | null); firstDay: string; raisedOn: string; lastDay: string; isOpen: boolean; litres: (number | null); litresPerDay: (number | null); kilowattHours: (number | null); kilowattHoursPerDay: (number | null); money: (number | null); currency: (string | null); confidence: number; siUnit: string; evidence: Record<string, unknown>; explain: (string | null); fate: ("confirmed" | "rejected" | "healed" | null); fateAt: (string | null); fateBy: (string | null); fateByName: (string | null); fateReason: (string | null); acknowledgedAt: (string | null); acknowledgedBy: (string | null); acknowledgedByName: (string | null); assigneeId: (string | null); assigneeName: (string | null); mutedUntil: (string | null) };
export type FindingAcknowledgement = { note?: (string | null) };
export type FindingAct = { at: string; userId: string; userName: (string | null); act: ("acknowledged" | "assigned" | "unassigned" | "commented" | "confirmed" | "rejected" | "verdict withdrawn" | "muted" | "unmuted"); detail: (string | null); assigneeId: (string | null); assigneeName: (string | null) };
export type FindingComment = { text: string };
export type FindingDetail = { finding: Finding; meaning: string; acts: FindingAct[]; precision: (FindingPrecision | null); limit: ({ value: (number | null); unit: string; meaning: string; by: ("unit" | "subCategory" | "industry" | "default") } | null); rule: ({ alertType: string; settings: Record<string, (number | string | null)> } | null) };
export type FindingPrecision = { kind: ("leak" | "burst" | "unusual-use" | "standstill" | "stuck" | "creep" | "reversed" | "silence" | "tank-low" | "tank-full" | "overflow" | "quality-outside" | "battery-low" | "energy-drift" | "swapped-meters" | "balance"); confirmed: number; rejected: number; healed: number; unjudged: number; precision: (number | null) };
export type FindingSetting = { kind: ("leak" | "burst" | "unusual-use" | "standstill" | "stuck" | "creep" | "reversed" | "silence" | "tank-low" | "tank-full" | "overflow" | "quality-outside" | "battery-low" | "energy-drift" | "swapped-meters" | "balance"); unitId?: (string | null); subCategoryId?: (string | null); limit?: (number | null); mutedUntil?: (string | null); reason?: (string | null) };
export type FindingSettings = { kinds: { kind: ("leak" | "burst" | "unusual-use" | "standstill" | "stuck" | "creep" | "reversed" | "silence" | "tank-low" | "tank-full" | "overflow" | "quality-outside" | "battery-low" | "energy-drift" | "swapped-meters" | "balance"); title: string; meaning: string; severity: ("critical" | "high" | "medium" | "low"); isMailed: boolean; limit: ({ default: (number | null); unit: string; least: number; most: number; meaning: string } | null); value: (number | null); mutedUntil: (string | null) }[]; settings: { kind: ("leak" | "burst" | "unusual-use" | "standstill" | "stuck" | "creep" | "reversed" | "silence" | "tank-low" | "tank-full" | "overflow" | "quality-outside" | "battery-low" | "energy-drift" | "swapped-meters" | "balance"); unitId: (string | null); subCategoryId: (string | null); limit: (number | null); mutedUntil: (string | null); reason: (string | null); setBy: string; setAt: string }[] };
export type FindingVerdict = { verdict: ("confirmed" | "rejected" | "none"); reason?: (string | null) };
export type Findings = { status: ("success"); status_code: (200); message: string; data: { findings: Finding[]; precision: FindingPrecision[] } };
export type ForgottenPassword = { username?: string; email?: string };
export type GranularData = { status: ("success"); status_code: (200); message: string; data: { unitId: string; unitName: string; siUnit: string; interval: number; readings: { x: string; value: (number | Record<string, (number | null)> | null); register: (number | null); params?: Record<string, (number | null)>; slotsExpected: number; slotsGenuine: number; readings: number; estimated: number }[] } };
export type InvitationBody = { email: string; username: string; role?: ("user" | "admin" | "guest"); permissions?: string[]; by?: ("mail" | "hand") };
export type Invited = { status: ("success"); status_code: (200); message: string; data: { link: (string | null); expiresAt: (string | null); account: Account } };
export type IssuedDeviceKey = (DeviceKey & { key: string });
export type LandingPage = { status: ("success"); status_code: (200); message: string; data: { date: string; period: ("today" | "yesterday" | "week" | "month"); summary: { water: { total: (number | null); unit: (string | null); change: (number | null); status: ("ok" | "partial" | "missing" | "upcoming"); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); monthToDate: { total: (number | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) }; yearToDate: { total: (number | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) } }; energy: { total: (number | null); unit: (string | null); change: (number | null); status: ("ok" | "partial" | "missing" | "upcoming"); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); monthToDate: { total: (number | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) }; yearToDate: { total: (number | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) } }; quality: { status: ("ok" | "partial" | "missing" | "upcoming"); coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); parameters: Record<string, { displayName: string; value: (number | null); unit: string }> } }; alerts: { active: (number | null); critical: (number | null); high: (number | null) }; devices: { total: number; online: number; offline: number } } };
export type LinkMade = { status: ("success"); status_code: (200); message: string; data: { link: (string | null); expiresAt: (string | null) } };
export type Login = { status: ("success"); status_code: (200); message: string; data: { access_token: string; refresh_token: string; user: { userId: string; email: string; username: string; role: ("user" | "admin" | "guest"); industryId: string; industryName: string }; expiresIn: number }; token: string; refreshToken: string; loginData: { userId: string; name: string; email: string; role: ("user" | "admin" | "guest") }; permissions: string[] };
export type Meter = { meterId: (string | null); serial: (string | null); installedAt: (string | null); removedAt: (string | null); initialRegister: (number | null); finalRegister: (number | null); firstSentRegister: (number | null); lastSentRegister: (number | null); registeredBy: (string | null); registeredAt: (string | null); version: (number | null) };
export type MeterInstallation = { installedAt: string; serial?: (string | null); initialRegister?: (number | null); finalRegisterOfOld?: (number | null) };
export type MeterRegistered = { status: ("success"); status_code: (200); message: string; data: { meterId: string; installedAt: string; serial: (string | null); initialRegister: (number | null); finalRegisterOfOld: (number | null); registeredBy: string; registeredAt: string; changedDates: string[]; warnings: string[] } };
export type MeterTakenBack = { status: ("success"); status_code: (200); message: string; data: { changedDates: string[]; warnings: string[] } };
export type NightFlow = { status: ("success"); status_code: (200); message: string; data: { date: string; lowestHourFlow: (number | null); coverage: number; baseline: (number | null); lower: (number | null); upper: (number | null); excess: (number | null); isAbove: (boolean | null); unitId: string; unitName: string; siUnit: string; nightsInBaseline: number; method: { from: string; to: string; timezone: string; baselineNights: number; leastCoverage: number }; history: { date: string; lowestHourFlow: (number | null); coverage: number; baseline: (number | null); lower: (number | null); upper: (number | null); excess: (number | null); isAbove: (boolean | null) }[] } };
export type NotRegistered = { error: ("SSO_NOT_REGISTERED"); email: string; name: string; provider: string };
export type Notification = { notificationId: string; alertId: (string | null); title: string; message: string; type: string; category: ("consumption" | "device" | "energy" | "flow" | "leakage" | "level" | "quality"); priority: ("critical" | "high" | "medium" | "low"); read: boolean; createdAt: string; assigneeId: (string | null); assignedBy: (string | null); resolved: boolean; resolvedAt: (string | null); data: Record<string, unknown> };
export type NotificationList = { status: ("success"); notifications: Notification[]; date: string };
export type OtpSent = { status: ("Success"); message: string; otpTimestamp: string };
export type OverviewAnswer = { status: ("success"); status_code: (200); message: string; data: { date: string; running: boolean; stale: boolean; lastUpdatedTime: (string | null); comparedHours: (number | null); dayBefore: string; weekBefore: string; categories: { categoryId: string; standardCategoryId: string; side: ("in" | "out" | "stock" | "energy" | "quality" | "level" | "other"); value: (number | null); siUnit: (string | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); comparedValue: (number | null); compared: { coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) }; dayBefore: { value: (number | null); changePercent: (number | null); why: ("missing" | "little measured" | "other meters" | null); coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) }; weekBefore: { value: (number | null); changePercent: (number | null); why: ("missing" | "little measured" | "other meters" | null); coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) }; hours: { x: string; y: (number | null); bound: ("at least" | "at most" | "open" | null) }[]; subCategories: { id: string; displayName: string; units: { unitId: string; unitName: string; standardCategoryId: string; siUnit: string; value: (number | Record<string, (number | null)> | null); unheard?: Unheard; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); params?: Record<string, { displayName: string; siUnit: string; isLatest: boolean }>; paramValue?: Record<string, (number | null)> }[] }[] }[]; balance: { inflow: BalanceFigure; outflow: BalanceFigure; balance: BalanceFigure; stockChange: (BalanceFigure); unaccounted: (BalanceFigure & { status: ("balanced" | "surplus" | "deficit" | "unknown") }); status: ("balanced" | "surplus" | "deficit" | "unknown") }; silent: { unitId: string; unitName: string; lastSeen: (string | null) }[]; usual?: ({ date: string; running: boolean; wholeHours: (number | null); categoryId: string; standardCategoryId: string; side: ("in" | "out" | "stock" | "energy" | "quality" | "level" | "other"); siUnit: (string | null); total: { y: (number | null); bound: ("at least" | "at most" | "open" | null); estimatedShare: (number | null); low: (number | null); middle: (number | null); high: (number | null); days: number }; hours: { x: string; y: (number | null); coverage: (number | null); bound: ("at least" | "at most" | "open" | null); measuredShare: (number | null); estimatedShare: (number | null); low: (number | null); middle: (number | null); high: (number | null); days: number }[] } | null); usualBefore?: ({ date: string; running: boolean; wholeHours: (number | null); categoryId: string; standardCategoryId: string; side: ("in" | "out" | "stock" | "energy" | "quality" | "level" | "other"); siUnit: (string | null); total: { y: (number | null); bound: ("at least" | "at most" | "open" | null); estimatedShare: (number | null); low: (number | null); middle: (number | null); high: (number | null); days: number }; hours: { x: string; y: (number | null); coverage: (number | null); bound: ("at least" | "at most" | "open" | null); measuredShare: (number | null); estimatedShare: (number | null); low: (number | null); middle: (number | null); high: (number | null); days: number }[] } | null) } };
export type OwnCategoryAnswer = { status: ("success"); status_code: (200); message: string; data: CategoryOfIndustry };
export type OwnDeviceKeyCreated = { status: ("success"); status_code: (200); message: string; data: IssuedDeviceKey };
export type OwnDeviceKeyRevoked = { status: ("success"); status_code: (200); message: string; data: DeviceKey };
export type OwnDeviceKeyRotated = { status: ("success"); status_code: (200); message: string; data: RotatedDeviceKey };
export type OwnDeviceKeys = { status: ("success"); status_code: (200); message: string; data: { keys: DeviceKey[]; total: number } };
export type OwnReportSubscription = { subscriptionId: string; service: ("water" | "energy" | "level" | "quality" | "borewell" | "rain_water" | "summary" | "smart_city" | "water_balance" | "alert" | "consolidated" | "custom_water" | "custom_energy" | "custom_level" | "custom_quality" | "custom_withdrawal" | "ground_water_withdrawal" | "executive" | "ai_summary"); reportType: ("daily" | "monthly" | "hourly" | "granular" | "weekly" | "daily_range" | "monthly_range" | "custom" | "summary" | "ai_summary"); formats: ("html" | "pdf" | "xlsx" | "csv")[]; frequency: ("daily" | "weekly" | "monthly"); localTime: string; language: ("en" | "hi"); layout: ("v1" | "v2"); unitIds: (string[] | null); subCategories: string[]; weekday: (number | null); monthDay: (number | null); createdBy: { userId: string; username: string }; createdAt: string; isPaused: boolean; isManaged: boolean; nextAt: (string | null); problem: (string | null); problemAt: (string | null); recipients: { userId: (string | null); username: (string | null); address: (string | null); standing: ("gets" | "unconfirmed" | "unsubscribed" | "noAccess"); problem: (string | null) }[]; newest: ({ reportId: string; frequency: ("daily" | "weekly" | "monthly"); mail: ("consumption" | "summary" | "monthly" | "subscription"); startDate: string; endDate: string; provisional: boolean; subject: string; createdAt: string; recipients: { sent: number; waiting: number; failed: number; unconfirmed: number }; restatements: { state: ("waiting" | "told"); days: string[]; causes: string[]; units: { unitId: string; unitName: string }[]; changes: { name: string; unit: string; was: (number | null); is: (number | null); wasBound: ("at least" | "at most" | "open" | null); isBound: ("at least" | "at most" | "open" | null); hasShare: boolean }[]; decidedAt: (string | null) }[]; lacking: (ReportRecipient[] | null) } | null) };
export type OwnReportSubscriptions = { status: ("success"); status_code: (200); message: string; data: { subscriptions: OwnReportSubscription[]; people: { userId: string; username: string }[] } };
export type OwnSentReport = { reportId: string; frequency: ("daily" | "weekly" | "monthly"); mail: ("consumption" | "summary" | "monthly" | "subscription"); startDate: string; endDate: string; provisional: boolean; subject: string; createdAt: string; recipients: { sent: number; waiting: number; failed: number; unconfirmed: number }; restatements: { state: ("waiting" | "told"); days: string[]; causes: string[]; units: { unitId: string; unitName: string }[]; changes: { name: string; unit: string; was: (number | null); is: (number | null); wasBound: ("at least" | "at most" | "open" | null); isBound: ("at least" | "at most" | "open" | null); hasShare: boolean }[]; decidedAt: (string | null) }[] };
export type OwnSentReports = { status: ("success"); status_code: (200); message: string; data: { reports: OwnSentReport[]; next: (string | null) } };
export type PasswordResetBody = { by: ("mail" | "hand") };
export type People = { status: ("success"); status_code: (200); message: string; data: { accounts: Person[]; total: number } };
export type Person = (Account & { lastSeen: (string | null) });
export type PersonChanged = { status: ("success"); status_code: (200); message: string; data: Account };
export type PersonDisabled = { status: ("success"); status_code: (200); message: string };
export type PersonPatch = { email?: string; username?: string; role?: ("user" | "admin" | "guest"); permissions?: string[]; phoneNo?: (string | null) };
export type PersonRemoved = { status: ("success"); status_code: (200); message: string };
export type ProcessedDocument = ({ id: string; unitId: string; industryId: string; date?: string; month?: string; year?: string; value: (number | Record<string, (number | null)> | null); paramValue?: Record<string, (number | null)>; meta: { flowFactor?: number; ir?: (number | null); fr?: (number | null); nonZero?: number; energySaved?: number; energySavedCoverage?: number; maxCapacity?: (number | null); percentage?: (number | null); openingStock?: number; average?: number; lastEpoch?: (number | null); offlineCount: number; offlineDuration: number; offlineValue?: number; unheard?: Unheard; meters?: { installedAt: string; finalRegisterOfOld: (number | null); initialRegister: (number | null); firstRegister: (number | null) }[] }; tag: string; provenance: { slotsExpected: number; slotsGenuine: number; readingsUsed: number; readingsEstimated: number; lastEpoch: (number | null); coverageRatio: (number | null); estimatedShare: (number | null); algorithmVersion: number; provisional?: (true); failed?: (true); bound?: ("at least" | "at most" | "open" | null); meters?: number; metersMeasured?: number; computedAt: string }; hourly?: DocumentEntry[]; daily?: DocumentEntry[]; monthly?: DocumentEntry[] } | null);
export type Profile = { userId: string; email: string; username: string; role: ("user" | "admin" | "guest"); permissions: string[]; industryId: string; industryName: string; emailIds: string[]; phoneNo: (string | null); morningMail: boolean; language: ("en" | "hi" | null); clock: { industryId: string; industryName: string; timezone: string; startAt: string; today: string } };
export type ProvisionResult = { status: ("success"); status_code: (200); message: string; data: { industryId: string; isChanged: boolean; industry: ("added" | "changed" | "unchanged"); units: { added: number; changed: number; unchanged: number; removed: number }; categories: { added: number; changed: number; unchanged: number; removed: number }; users: { added: number; changed: number; unchanged: number; removed: number }; staleFrom: { unitId: string; fromDate: string }[]; warnings: { field: string; problem: string }[]; changes: ({ before: Record<string, unknown>; after: Record<string, unknown> } | null) } };
export type QuarantineCase = { id: number; unitId: (string | null); raw: string; reasonCode: string; reason: string; source: string; receivedAt: string; timesReceived: number; status: ("held" | "released" | "discarded"); decidedBy: (string | null); decidedAt: (string | null) };
export type ReadingDeleteRequest = { unitId: string; createdOn: string; reason: string };
export type ReadingEdit = { editId: string; unitId: string; kind: ("edit" | "delete" | "estimate"); reason: string; madeBy: string; madeAt: string; undoneBy: (string | null); undoneAt: (string | null); readings: number; first: { createdOn: string; before: ({ value: (number | null); summedValue: (number | null); paramValue: Record<string, number>; interpolated: boolean; offlinePeriod: (number | null) } | null); after: ({ value: (number | null); summedValue: (number | null); paramValue: Record<string, number>; interpolated: boolean; offlinePeriod: (number | null) } | null) }[]; withdrawn: ({ at: string; readings: number; firstOn: string; lastOn: string; cause: ("reading" | "edit" | "delete" | "undo"); besideOn: string; message: string } | null) };
export type ReadingEditRequest = { unitId: string; createdOn: string; reason: string; value?: (number | null); summedValue?: (number | null); paramValue?: (Record<string, number> | null); interpolated?: boolean; offlinePeriod?: (number | null) };
export type ReadingInterpolateRequest = { unitId: string; from: string; to: string; reason: string; dryRun?: boolean };
export type ReadingPreview = { status: ("success"); status_code: (200); message: string; data: { before: ({ value: (number | null); summedValue: (number | null); paramValue: Record<string, number>; interpolated: boolean; offlinePeriod: (number | null) } | null); after: ({ value: (number | null); summedValue: (number | null); paramValue: Record<string, number>; interpolated: boolean; offlinePeriod: (number | null) } | null); days: { unitId: string; unitName: string; siUnit: string; date: string; before: { figure: (number | Record<string, (number | null)> | null); unheard: number }; after: { figure: (number | Record<string, (number | null)> | null); unheard: number } }[] } };
export type ReadingPreviewRequest = { unitId: string; createdOn: string; value?: (number | null); summedValue?: (number | null); paramValue?: (Record<string, number> | null); interpolated?: boolean; offlinePeriod?: (number | null); remove?: boolean; undo?: string };
export type ReadingUndoRequest = { editId: string; reason: string };
export type Refreshed = { status: ("success"); status_code: (200); message: string; data: { access_token: string; refresh_token: string; expiresIn: number }; token: string; refreshToken: string };
export type RefreshedShort = { token: string; refreshToken: string };
export type RegisterEvent = ({ kind: ("dropout" | "glitch" | "spike" | "rollover" | "reset" | "replacement" | "exchange" | "silence"); action: ("exclude" | "keep"); from: string; last: string; to: (string | null); readingCount: number; registerBefore: (number | null); registerDuring: (number | null); registerAfter: (number | null); provisional: boolean; detectedAt: string } | null);
export type RegisterEvents = { status: ("success"); status_code: (200); message: string; data: { unitId: string; unitName: string; siUnit: string; checksInForce: boolean; events: RegisterEvent[]; overrules: RegisterOverrule[] } };
export type RegisterOverrule = ({ createdOn: string; action: ("keep" | "exclude"); decidedBy: string; decidedAt: string } | null);
export type RegisterOverruleRequest = { unitId: string; createdOn: string; action: ("keep" | "exclude" | "withdraw") };
export type RegisterOverruled = { status: ("success"); status_code: (200); message: string; data: { unitId: string; createdOn: string; action: ("keep" | "exclude" | "withdraw"); register: number; changedDates: string[] } };
export type ReportJob = { jobId: string; state: ("waiting" | "running" | "done" | "failed"); progress: number; problem: ({ code: number; message: string; errors?: { field: string; problem: string }[] } | null); fileName: (string | null); job: string; file: (string | null); createdAt: string; finishedAt: (string | null); expiresAt: string };
export type ReportJobStarted = { status: ("success"); status_code: (202); message: string; data: ReportJob };
export type ReportJobState = { status: ("success"); status_code: (200); message: string; data: ReportJob };
export type ReportRecipient = { recipient: string; state: ("queued" | "sending" | "sent" | "failed" | "unconfirmed"); problem: (string | null) };
export type ReportServices = { status: ("success"); status_code: (200); message: string; data: { services: { service: ("water" | "energy" | "level" | "quality" | "borewell" | "rain_water" | "summary" | "smart_city" | "water_balance" | "alert" | "consolidated" | "custom_water" | "custom_energy" | "custom_level" | "custom_quality" | "custom_withdrawal" | "ground_water_withdrawal" | "executive" | "ai_summary"); reportTypes: ("daily" | "monthly" | "hourly" | "granular" | "weekly" | "daily_range" | "monthly_range" | "custom" | "summary" | "ai_summary")[]; units: number }[] } };
export type ReportSubscription = { service: ("water" | "energy" | "level" | "quality" | "borewell" | "rain_water" | "summary" | "smart_city" | "water_balance" | "alert" | "consolidated" | "custom_water" | "custom_energy" | "custom_level" | "custom_quality" | "custom_withdrawal" | "ground_water_withdrawal" | "executive" | "ai_summary"); reportType: ("daily" | "monthly" | "hourly" | "granular" | "weekly" | "daily_range" | "monthly_range" | "custom" | "summary" | "ai_summary"); formats?: ("html" | "pdf" | "xlsx" | "csv")[]; frequency: ("daily" | "weekly" | "monthly"); localTime: string; language?: ("en" | "hi"); layout?: ("v1" | "v2"); unitIds?: (string[] | null); subCategories?: string[]; weekday?: (number | null); monthDay?: (number | null); userIds?: string[]; addresses?: string[] };
export type RotatedDeviceKey = (IssuedDeviceKey & { oldKey: { keyId: string; worksUntil: string } });
export type Session = { sessionId: string; deviceId: string; deviceType: (string | null); browser: (string | null); os: (string | null); since: string; lastSeen: string; current: boolean };
export type Source = { sourceId: string; name: string; format: ("chirpstack" | "things-stack" | "sparkplug" | "json"); deviceId: (string | null); list: (string | null); only: ({ place: string; values: string[] } | null); time: ({ place: string; form: ("iso" | "seconds" | "milliseconds" | "microseconds" | "nanoseconds"); timezone: (string | null) } | null); fields: { place: string; to: ("value" | "summedValue" | "parameter"); parameter: (string | null); unit: ("m3" | "KL" | "L" | "ML" | "US gal" | "imp gal" | "US kgal" | "ft3" | "CCF" | "kWh" | "Wh" | "MWh" | "MJ" | "GJ" | "pulse" | null); pulse: ({ weight: number; unit: ("m3" | "KL" | "L" | "ML" | "US gal" | "imp gal" | "US kgal" | "ft3" | "CCF" | "kWh" | "Wh" | "MWh" | "MJ" | "GJ") } | null) }[]; battery: ({ place: string; unit: ("%" | "V" | "mV") } | null); rssi: (string | null); snr: (string | null); downlink: ({ port: number; payload: string; confirmed: boolean } | null); deviceCount: number; waitingCount: number; lastHeardAt: (string | null); problem: ({ reason: string; at: (string | null); count: number; example: (string | null) } | null); keyIds: string[]; version: number; createdBy: string; createdAt: string; updatedBy: string; updatedAt: string };
export type SourceAnswerOne = { status: ("success"); status_code: (200); message: string; data: SourceWithDevices };
export type SourceDevice = { batteryPercent: (number | null); batteryVolts: (number | null); rssi: (number | null); snr: (number | null); deviceId: string; unitId: (string | null); unitName: (string | null); firstHeardAt: (string | null); lastHeardAt: (string | null); messages: number; diedAt: (string | null); downlink: ({ state: ("queued" | "sending" | "sent" | "failed"); at: (string | null); problem: (string | null) } | null); takesDownlinks: boolean; example: (string | null) };
export type SourceDeviceRequest = { deviceId: string; unitId: (string | null) };
export type SourceOfDevice = { status: ("success"); status_code: (200); message: string; data: Source };
export type SourceRequest = { name: string; format: ("chirpstack" | "things-stack" | "sparkplug" | "json"); deviceId?: (string | null); list?: (string | null); only?: ({ place: string; values: string[] } | null); time?: ({ place: string; form?: ("iso" | "seconds" | "milliseconds" | "microseconds" | "nanoseconds"); timezone?: (string | null) } | null); fields: { place: string; to: ("value" | "summedValue" | "parameter"); parameter?: (string | null); unit?: ("m3" | "KL" | "L" | "ML" | "US gal" | "imp gal" | "US kgal" | "ft3" | "CCF" | "kWh" | "Wh" | "MWh" | "MJ" | "GJ" | "pulse" | null); pulse?: ({ weight: number; unit: ("m3" | "KL" | "L" | "ML" | "US gal" | "imp gal" | "US kgal" | "ft3" | "CCF" | "kWh" | "Wh" | "MWh" | "MJ" | "GJ") } | null) }[]; battery?: ({ place: string; unit: ("%" | "V" | "mV") } | null); rssi?: (string | null); snr?: (string | null); downlink?: ({ port: number; payload: string; confirmed?: boolean } | null); devices?: { deviceId: string; unitId: string }[] };
export type SourceTryRequest = { sent: string };
export type SourceWithDevices = (Source & { devices: SourceDevice[] });
export type Sources = { status: ("success"); status_code: (200); message: string; data: { sources: Source[] } };
export type StaleDay = { date: string; causes: Record<string, number>; markedAt: string; units: (number | null) };
export type StandingTank = { unitId: string; unitName: string; siUnit: string; capacity: (number | null); lowPercent: number; fullPercent: number; level: (number | null); percent: (number | null); readAt: (string | null); outlook: ({ course: ("falling" | "rising" | "steady"); ratePerHour: { value: number; low: number; high: number }; since: string; spanMinutes: number; readings: number; ends: { end: ("low" | "empty" | "full"); atPercent: number; fromMinutes: number; toMinutes: (number | null) }[] } | null) };
export type SummaryPage = { status: ("success"); status_code: (200); message: string; data: { date: string; running: boolean; stale: boolean; lastUpdatedTime: (string | null); categories: { value: (number | Record<string, (number | null)> | null); siUnit: (string | null); coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); generation: ("categories" | "categoriesV2" | "standardCategories"); categoryId: string; standardCategoryId: string; subCategories: { value: (number | Record<string, (number | null)> | null); siUnit: (string | null); coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); id: string; displayName: string }[] }[] } };
export type TanksAnswer = { status: ("success"); status_code: (200); message: string; data: { tanks: StandingTank[] } };
export type ThinnedReadings = { status: ("success"); status_code: (200); message: string; data: { unitId: string; unitName: string; siUnit: string; measure: ("value" | "register" | "parameter"); parameter: (string | null); from: string; to: string; bucketSeconds: number; readings: number; estimated: number; points: { x: string; y: (number | null) }[]; gaps: { from: string; to: string }[]; estimatedSpans: { from: string; to: string }[]; removed: { from: string; to: string }[]; removedBefore: (string | null) } };
export type TriedMessage = { verdict: ("stored" | "refused" | "waiting" | "status" | "passed" | "unreadable"); reason: (string | null); deviceId: (string | null); unitId: (string | null); siUnit: (string | null); reading: (Record<string, unknown> | null); health: ({ batteryPercent: (number | null); batteryVolts: (number | null); rssi: (number | null); snr: (number | null) } | null) };
export type TriedMessages = { status: ("success"); status_code: (200); message: string; data: { messages: TriedMessage[] } };
export type Unheard = { value: number; from: string; to: string; times: number; silences: number; silent?: { value: number; from: string; to: string } };
export type UnitBody = Record<string, unknown>;
export type UnitForOperators = { unitId: string; displayName: string; standardCategoryId: string; siUnit: string; flowFactor: number; minNonZeroThreshold: number; maxCapacity: (number | null); dataUpdateFrequency: number; params: Record<string, unknown>; meta: Record<string, unknown>; retired: boolean; versions: Record<string, unknown>[]; lastSeen: (string | null) };
export type UnitOfIndustry = { unitId: string; unitName: string; standardCategoryId: string; kind: ("FLOW" | "CONSUMPTION" | "ENERGY" | "STOCK" | "GROUND_WATER_LEVEL" | "QUALITY" | "VIRTUAL"); siUnit: string; virtual: boolean; formula: (string | null); operands: string[]; params: Record<string, { displayName: string; siUnit: string; isLatest: boolean }>; dataUpdateFrequency: number; categories: { generation: ("categories" | "categoriesV2" | "standardCategories"); categoryKey: string; subCategoryId: string }[]; lastSeen: (string | null); retiredAt: (string | null); lastDate: (string | null) };
export type UnitPatch = Record<string, unknown>;
export type UnitWithVersionsAnswer = { status: ("success"); status_code: (200); message: string; data: UnitForOperators };
export type UnitsOfIndustry = { status: ("success"); status_code: (200); message: string; data: UnitOfIndustry[] };
export type UsualHours = { date: string; running: boolean; wholeHours: (number | null); categoryId: string; standardCategoryId: string; side: ("in" | "out" | "stock" | "energy" | "quality" | "level" | "other"); siUnit: (string | null); total: { y: (number | null); bound: ("at least" | "at most" | "open" | null); estimatedShare: (number | null); low: (number | null); middle: (number | null); high: (number | null); days: number }; hours: { x: string; y: (number | null); coverage: (number | null); bound: ("at least" | "at most" | "open" | null); measuredShare: (number | null); estimatedShare: (number | null); low: (number | null); middle: (number | null); high: (number | null); days: number }[] };
export type VisibleLeak = { unitId: string; siUnit: string; leak: ({ perDay: number; pulse: (number | null); isByPulses: boolean } | null); says: (string | null) };
export type WaterBalance = { period: { startDate: string; endDate: string }; waterBalance: { totalInflow: (number | null); totalOutflow: (number | null); balance: (number | null); balancePercentage: (number | null); status: ("balanced" | "surplus" | "deficit" | "unknown") }; figures: { inflow: BalanceFigure; outflow: BalanceFigure; balance: BalanceFigure; stockChange: (BalanceFigure); recycledStockChange: (BalanceFigure); unaccounted: (BalanceFigure & { status: ("balanced" | "surplus" | "deficit" | "unknown") }) }; sources: Record<string, BalancePart>; uses: Record<string, BalancePart>; sustainability: { waterNeutralityIndex: (number | null); rating: ("water positive" | "water neutral" | "not water neutral" | "unknown"); freshWithdrawal: (number | null); recycled: (number | null); rainWater: (number | null) }; iwa: { systemInputVolume: (BalanceFigure); authorisedConsumption: (BalanceFigure); waterLosses: (BalanceFigure); waterLossesPercent: (number | null) }; unheard: (Unheard & { unitId: string; displayName: string; siUnit: string; side: ("sources" | "uses") })[]; uncertainty: { confidence: (0.95); method: string; dominantMeter: ({ unitId: string; displayName: string; cause: ("accuracy" | "estimated" | "missing"); shareOfVariance: (number | null); plusMinusAfterRepair: (number | null); gain: (number | null) } | null); dominantMeterOfUnaccounted: ({ unitId: string; displayName: string; cause: ("accuracy" | "estimated" | "missing"); shareOfVariance: (number | null); plusMinusAfterRepair: (number | null); gain: (number | null) } | null); unknown: { unitId: string; displayName: string; cause: ("accuracy" | "estimated" | "missing") }[]; meters: { unitId: string; displayName: string; accuracyPercent: (number | null); of: ("quantity" | "capacity"); source: string }[] } };
export type WaterBalanceData = { status: ("success"); status_code: (200); message: string; nodes: WaterBalanceDiagramNode[]; edges: WaterBalanceDiagramEdge[]; pages: Record<string, WaterBalanceDiagramPage> };
export type WaterBalanceDiagram = { nodes: WaterBalanceDiagramNode[]; edges: WaterBalanceDiagramEdge[] };
export type WaterBalanceDiagramEdge = (WaterBalanceEdge & { data?: { controlPoints: { x: number; y: number }[]; isConsumption?: (true) } });
export type WaterBalanceDiagramNode = { id: string; unitId: (string | null); type: string; position: { x: number; y: number }; nodeType: ("physicalNode" | "virtualNode"); categoryTypeId: (string | null); data: { label: string; value: (string | null); valueNumber: (number | null); siUnit: (string | null); coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true); lastUpdatedTime: (string | null); online: boolean; latestReading: ({ value: (number | null); createdOn: string } | null); meta: { isConsumption: boolean; limitReached: boolean; disabled: boolean; circular: boolean }; subCategoryId: (string | null); rotation: number } };
export type WaterBalanceDiagramPage = (WaterBalancePage & { diagram: WaterBalanceDiagram; pageSummary: WaterBalanceSummaryLine[]; summary: (WaterBalanceDiagram | null); siUnit: (string | null) });
export type WaterBalanceEdge = { id: string; source: string; target: string; type: string; sourceHandle: (string | null); targetHandle: (string | null); data: { controlPoints: { x: number; y: number }[] }; markerEnd: (string | Record<string, (string | number | boolean)> | null); style: (Record<string, (string | number | boolean)> | null) };
export type WaterBalanceGraph = { nodes: WaterBalanceNode[]; edges: WaterBalanceEdge[]; metadata: { pages: WaterBalancePage[] }; customSummary?: ({ id: (string | null); displayName: string; calculations: string; siUnit: (string | null) }[] | Record<string, { id: (string | null); displayName: string; calculations: string; siUnit: (string | null) }[]>); summaryGraph?: (Record<string, unknown> | unknown[]); retiredUnits?: { nodeId: string; unitIds: string[] }[]; draft?: boolean };
export type WaterBalanceGraphBody = { nodes: { id: string; position?: ({ x: number; y: number } | null); nodeType?: (("physicalNode" | "virtualNode") | null); type?: (string | null); data?: ({ label?: (string | null); rotation?: (number | null) } | null); meta?: ({ graphTag?: (string | null); isConsumption?: (boolean | null); limit?: (number | null); backgroundColor?: (string | null); units?: (string[] | null); calculations?: (string | null); referencedNodeId?: (string | null) } | null) }[]; edges: { id: string; source: string; target: string; type?: (string | null); sourceHandle?: (string | null); targetHandle?: (string | null); data?: ({ controlPoints?: ({ x: number; y: number }[] | null) } | null); markerEnd?: ((string | Record<string, (string | number | boolean)>) | null); style?: (Record<string, (string | number | boolean)> | null) }[]; metadata?: { pages?: { id: string; displayName?: (string | null); order?: (number | null); icon?: (string | null) }[] }; customSummary?: ({ id?: (string | null); displayName: string; calculations: string; siUnit?: (string | null) }[] | Record<string, { id?: (string | null); displayName: string; calculations: string; siUnit?: (string | null) }[]>); summaryGraph?: unknown };
export type WaterBalanceNode = { id: string; data: { label: string; rotation: number }; position: { x: number; y: number }; nodeType: ("physicalNode" | "virtualNode"); type: string; meta: WaterBalanceNodeMeta };
export type WaterBalanceNodeMeta = { graphTag: (string | null); isConsumption: boolean; limit: (number | null); backgroundColor: (string | null); units: string[]; calculations: (string | null); referencedNodeId: (string | null); subGraph: (number | null); disabled: boolean };
export type WaterBalancePage = { id: string; displayName: string; order: number; icon: (string | null) };
export type WaterBalanceRestoreRequest = { version: number };
export type WaterBalanceRestored = { status: ("success"); status_code: (200); message: string; data: { version: number; restoredVersion: number } };
export type WaterBalanceSaved = { status: ("success"); message: ("data saved") };
export type WaterBalanceSummaryLine = { displayName: string; value: (number | null); siUnit: (string | null); nodes: string[]; coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) };
export type WaterBalanceVersion = { version: number; savedAt: string; savedBy: string; physicalNodes: number; virtualNodes: number; edges: number; pages: number };
export type WaterBalanceVersions = { status: ("success"); status_code: (200); message: string; data: { versions: WaterBalanceVersion[] } };
export type WithdrawnEstimates = { editId: string; unitId: string; madeBy: string; reason: string; withdrawn: { at: string; readings: number; firstOn: string; lastOn: string; cause: ("reading" | "edit" | "delete" | "undo"); besideOn: string; message: string } };
export type YearlyTrend = { status: ("success"); status_code: (200); message: string; data: { categoryId: string; standardCategoryId: string; lastUpdatedTime: (string | null); siUnit: (string | null); years: { year: string; value: (number | Record<string, (number | null)> | null); state: ("whole" | "running" | "partial" | "missing"); monthsWithFigure: number; change: (number | null); changePercent: (number | null); coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) }[]; subCategories: { id: string; displayName: string; siUnit: (string | null); years: { year: string; value: (number | Record<string, (number | null)> | null); state: ("whole" | "running" | "partial" | "missing"); monthsWithFigure: number; change: (number | null); changePercent: (number | null); coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) }[]; units: { unitId: string; unitName: string; standardCategoryId: string; siUnit: (string | null); years: { year: string; value: (number | Record<string, (number | null)> | null); state: ("whole" | "running" | "partial" | "missing"); monthsWithFigure: number; change: (number | null); changePercent: (number | null); coverage: (number | null); slotsExpected: number; slotsGenuine: number; estimatedShare: (number | null); meters: number; metersMeasured: number; bound: ("at least" | "at most" | "open" | null); provisional?: (true) }[] }[] }[] } };

export interface Calls {
  /** Remove a person from your industry */
  deleteAccountsByUserId: { parameters: { userId: string; reason?: string; targetIndustryId?: string }; body: undefined; answer: PersonRemoved };
  /** Delete a rule */
  deleteAlertsByAlertId: { parameters: { alertId: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: AlertRuleDeleted };
  /** Withdraw an annotation */
  deleteAnnotationsByAnnotationId: { parameters: { annotationId: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string } };
  /** Tell one nothing on this browser any more */
  deleteBrowsersByBrowserId: { parameters: { browserId: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string } };
  /** Remove a category of your industry */
  deleteCategoriesByGenerationByCategoryKey: { parameters: { generation: ("categories" | "categoriesV2" | "standardCategories"); categoryKey: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: ProvisionResult };
  /** Revoke a key of your industry */
  deleteDeviceKeysByKeyId: { parameters: { keyId: string; targetIndustryId?: string }; body: undefined; answer: OwnDeviceKeyRevoked };
  /** Take a notification from whom it was handed to */
  deleteNotificationAssignee: { parameters: { targetIndustryId?: string }; body: { notificationId: string }; answer: Changed };
  /** End a subscription */
  deleteReportsSubscriptionsBySubscriptionId: { parameters: { subscriptionId: string; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string } };
  /** Sign out everywhere else */
  deleteSessions: { parameters: Record<never, never>; body: undefined; answer: Done };
  /** Sign out one session */
  deleteSessionsBySessionId: { parameters: { sessionId: string }; body: undefined; answer: Done };
  /** Remove a source */
  deleteSourcesBySourceId: { parameters: { sourceId: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string } };
  /** Take an installation back */
  deleteUnitsByUnitIdMetersByMeterId: { parameters: { unitId: string; meterId: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: MeterTakenBack };
  /** People of your industry */
  getAccounts: { parameters: { targetIndustryId?: string }; body: undefined; answer: People };
  /** Alerts of a day or of a month so far */
  getAlerts: { parameters: { date: string; type?: ("monthly" | "daily"); alert_type?: ("all" | "general" | "offline" | "insights" | "general_offline"); unitId?: string; energyEnabled?: boolean; adminAlerts?: boolean; status?: ("active" | "resolved"); severity?: ("critical" | "high" | "medium" | "low"); assignee?: string; startDate?: string; endDate?: string; alertTypes?: string; limit?: number; offset?: number; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: (AlertsByDay | AlertPage) } };
  /** Counts of alerts per industry, each on its own business days */
  getAlertsAllIndustries: { parameters: { startDate: string; endDate?: string; type?: ("monthly" | "daily" | "dateRange"); adminAlerts?: boolean }; body: undefined; answer: AlertsOfIndustries };
  /** One alert: what happened, and what it rests on */
  getAlertsByAlertId: { parameters: { alertId: string; targetIndustryId?: string }; body: undefined; answer: AlertDetail };
  /** Alerts of business days by what they are about */
  getAlertsByType: { parameters: { startDate: string; endDate?: string; categories: string; unit_ids?: string; limit?: number; offset?: number; targetIndustryId?: string }; body: undefined; answer: AlertsByCategory };
  /** Alerts of business days */
  getAlertsDateRange: { parameters: { startDate: string; endDate: string; alert_type?: ("all" | "general" | "offline" | "insights" | "general_offline"); unitId?: string; energyEnabled?: boolean; adminAlerts?: boolean; limit?: number; offset?: number; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: { startDate: string; endDate: string; total: number; days: { date: string; alerts: Alert[] }[] } } };
  /** Minimum night flow of a unit, with its baseline and history */
  getAlertsNightFlow: { parameters: { unitId: string; date?: string; targetIndustryId?: string }; body: undefined; answer: NightFlow };
  /** The rules of the industry */
  getAlertsRules: { parameters: { targetIndustryId?: string }; body: undefined; answer: AlertRules };
  /** One rule */
  getAlertsRulesByAlertId: { parameters: { alertId: string; targetIndustryId?: string }; body: undefined; answer: AlertRuleAnswer };
  /** Counts of alerts per unit, for charts */
  getAlertsUnitGraph: { parameters: { date1: string; date2?: string; unitId?: string; type?: ("DAY" | "MONTH" | "YEAR" | "CUSTOM"); alertType?: string; targetIndustryId?: string }; body: undefined; answer: AlertGraph };
  /** What people have noted about a period */
  getAnnotations: { parameters: { unitId?: string; startDate: string; endDate: string; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: { annotations: Annotation[]; isComplete: boolean } } };
  /** One annotation, with its version */
  getAnnotationsByAnnotationId: { parameters: { annotationId: string; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: Annotation } };
  /** People to whom a finding or an alert can be handed */
  getAssignees: { parameters: { targetIndustryId?: string }; body: undefined; answer: Assignees };
  /** Process the business day that has just ended */
  getBatchProcess: { parameters: { time: string; industryId: string; dailyEnabled?: boolean; monthlyEnabled?: boolean; yearlyEnabled?: boolean; dailyOldDataEnabled?: boolean; updateOnlyVirtual?: boolean; updateData?: boolean; unitIds?: string }; body: undefined; answer: BatchProcessAnswer };
  /** Process a range of business days */
  getBatchProcessRange: { parameters: { startDate: string; endDate: string; updateOnlyVirtual?: boolean; updateData?: boolean; unitIds?: string; targetIndustryId?: string }; body: undefined; answer: BatchAnswer };
  /** Browsers on which one is told of incidents, and the key for another one */
  getBrowsers: { parameters: Record<never, never>; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: { publicKey: string; browsers: { browserId: string; browserName: string; leastSeverity: ("critical" | "high" | "medium" | "low"); addedAt: string; mark: string }[] } } };
  /** Categories of your industry */
  getCategories: { parameters: { retired?: boolean; targetIndustryId?: string }; body: undefined; answer: CategoriesOfIndustry };
  /** A category of your industry */
  getCategoriesByGenerationByCategoryKey: { parameters: { generation: ("categories" | "categoriesV2" | "standardCategories"); categoryKey: string; targetIndustryId?: string }; body: undefined; answer: OwnCategoryAnswer };
  /** Changed documents, in order */
  getChanges: { parameters: { since?: string; period?: ("all" | "daily" | "monthly" | "yearly"); limit?: number; targetIndustryId?: string }; body: undefined; answer: DocumentChanges };
  /** Two periods of a unit, or two to six units over a period, side by side */
  getComparison: { parameters: { unitIds: string; from: string; to: string; otherFrom?: string; otherTo?: string; by?: ("day" | "hour"); parameter?: string; profile?: boolean; divisionFactor?: number; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: Comparison } };
  /** What came late, was rejected or was put right on a day of a unit */
  getCompleteness: { parameters: { unitId: string; date: string; divisionFactor?: number; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: DayCompleteness } };
  /** Figures of a category, first generation */
  getDeviceData: { parameters: { date1: string; type: ("HOUR" | "DAY" | "MONTH"); category: string; date2?: string; subCategory?: string; divisionFactor?: number; includeToday?: boolean; targetIndustryId?: string }; body: undefined; answer: DeviceDataV1 };
  /** Figures of a category */
  getDeviceDataV2: { parameters: { date1: string; category?: string; date2?: string; divisionFactor?: number; type?: ("HOUR" | "DAY" | "MONTH" | "CUSTOM"); unitId?: string; formattedOutput?: boolean; v2?: boolean; targetIndustryId?: string }; body: undefined; answer: DeviceDataV2 };
  /** Two ranges side by side */
  getDeviceDataV2Compare: { parameters: { dateA1: string; dateB1: string; ids1: string[]; ids2: string[]; category: string; dateA2?: string; dateB2?: string; divisionFactor?: number; type?: ("HOUR" | "DAY" | "MONTH" | "CUSTOM"); by?: ("UNIT" | "SUB_CATEGORY"); targetIndustryId?: string }; body: undefined; answer: DeviceDataCompared };
  /** Keys of your industry, with what was sent with them */
  getDeviceKeys: { parameters: { targetIndustryId?: string }; body: undefined; answer: OwnDeviceKeys };
  /** Interactive documentation */
  getDocs: { parameters: Record<never, never>; body: undefined; answer: Response };
  /** How a daily or hourly figure came about */
  getExplain: { parameters: { unitId: string; date: string; hour?: number; divisionFactor?: number; targetIndustryId?: string }; body: undefined; answer: ExplanationAnswer };
  /** Figures as a file for programs, of any length */
  getFigures: { parameters: { from: string; to: string; period?: ("hourly" | "daily" | "monthly" | "yearly"); unitIds?: string; format?: ("csv" | "ndjson" | "xlsx"); divisionFactor?: number; delimiter?: ("comma" | "semicolon" | "tab" | "pipe"); decimalMark?: ("point" | "comma"); targetIndustryId?: string }; body: undefined; answer: Response };
  /** Readings of one unit in buckets of minutes */
  getGranularData: { parameters: { unitId: string; startDate: string; endDate: string; interval?: number; divisionFactor?: number; targetIndustryId?: string }; body: undefined; answer: GranularData };
  /** What is wrong, the most urgent first */
  getInsights: { parameters: { days?: number; all?: boolean; unitId?: string; open?: boolean; assignee?: string; targetIndustryId?: string }; body: undefined; answer: Findings };
  /** A finding, and what was done about it */
  getInsightsByFindingId: { parameters: { findingId: string; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: FindingDetail } };
  /** Limits and mutes of kinds of findings */
  getInsightsSettings: { parameters: { targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: FindingSettings } };
  /** The smallest leak that a meter shows */
  getInsightsVisibleLeak: { parameters: { unitId: string; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: VisibleLeak } };
  /** Figures of the first page */
  getLandingPage: { parameters: { date?: string; period?: ("today" | "yesterday" | "week" | "month"); divisionFactor?: number; targetIndustryId?: string }; body: undefined; answer: LandingPage };
  /** Notifications, the newest first */
  getNotification: { parameters: { days?: number; language?: ("en" | "hi"); limit?: number; offset?: number; targetIndustryId?: string }; body: undefined; answer: NotificationList };
  /** Notifications of business days, the newest first */
  getNotificationRange: { parameters: { startDate: string; endDate: string; language?: ("en" | "hi"); limit?: number; offset?: number; targetIndustryId?: string }; body: undefined; answer: NotificationList };
  /** Notifications with counts, the newest first */
  getNotifications: { parameters: { unreadOnly?: boolean; language?: ("en" | "hi"); limit?: number; offset?: number; targetIndustryId?: string }; body: undefined; answer: CountedNotifications };
  /** This description, OpenAPI 3.1 */
  getOpenapiJson: { parameters: Record<never, never>; body: undefined; answer: { openapi: string; info: Record<string, unknown>; paths: Record<string, unknown>; components: Record<string, unknown> } };
  /** A day against the day before and the same weekday */
  getOverview: { parameters: { date?: string; divisionFactor?: number; usual?: boolean; targetIndustryId?: string }; body: undefined; answer: OverviewAnswer };
  /** Page on which a new password is set by the link */
  getPasswordForm: { parameters: { token?: string }; body: undefined; answer: Response };
  /** Rejected readings, in order of arrival */
  getQuarantine: { parameters: { status?: ("held" | "released" | "discarded"); after?: number; limit?: number; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: { cases: QuarantineCase[]; next: (number | null) } } };
  /** What people did to readings, the newest first */
  getReadingsEdits: { parameters: { unitId?: string; before?: number; limit?: number; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: { edits: ReadingEdit[]; next: (number | null) } } };
  /** Readings of one unit as a line, peaks kept */
  getReadingsThinned: { parameters: { unitId: string; from: string; to: string; points?: number; measure?: ("value" | "register"); parameter?: string; divisionFactor?: number; targetIndustryId?: string }; body: undefined; answer: ThinnedReadings };
  /** Estimates of a unit that were withdrawn and whose gap is still open */
  getReadingsWithdrawn: { parameters: { unitId: string; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: { withdrawn: WithdrawnEstimates[] } } };
  /** Backward steps of a register, as classified */
  getRegisterEvents: { parameters: { unitId: string; startDate: string; endDate?: string; targetIndustryId?: string }; body: undefined; answer: RegisterEvents };
  /** A report as page, print, workbook or list */
  getReport: { parameters: { service?: ("water" | "energy" | "level" | "quality" | "borewell" | "rain_water" | "summary" | "smart_city" | "water_balance" | "alert" | "consolidated" | "custom_water" | "custom_energy" | "custom_level" | "custom_quality" | "custom_withdrawal" | "ground_water_withdrawal" | "executive" | "ai_summary"); reportType?: ("daily" | "monthly" | "hourly" | "granular" | "weekly" | "daily_range" | "monthly_range" | "custom" | "summary" | "ai_summary"); reportFormat?: ("html" | "pdf" | "xlsx" | "csv"); startDate?: (string | null); endDate?: string; unitId?: string; unitIds?: string; useShift?: boolean; subCategories?: string; divisionFactor?: number; delimiter?: ("comma" | "semicolon" | "tab" | "pipe"); decimalMark?: ("point" | "comma"); async?: boolean; format?: ("v1" | "v2"); language?: ("en" | "hi"); targetIndustryId?: string }; body: undefined; answer: Response };
  /** Reports that were mailed, the newest first, and what has been restated since */
  getReportHistory: { parameters: { before?: string; limit?: number; targetIndustryId?: string }; body: undefined; answer: OwnSentReports };
  /** How far a report is */
  getReportJobsByJobId: { parameters: { jobId: string; targetIndustryId?: string }; body: undefined; answer: ReportJobState };
  /** The file of a report that is done */
  getReportJobsByJobIdFile: { parameters: { jobId: string; targetIndustryId?: string }; body: undefined; answer: Response };
  /** Services of reports with their types, and how many units of the industry each is about */
  getReportServices: { parameters: { targetIndustryId?: string }; body: undefined; answer: ReportServices };
  /** Page on which an address outside confirms that it wants a report */
  getReportsConfirm: { parameters: { token?: string }; body: undefined; answer: Response };
  /** Reports that people have mailed regularly: to whom, when next, and what came of the last one */
  getReportsSubscriptions: { parameters: { targetIndustryId?: string }; body: undefined; answer: OwnReportSubscriptions };
  /** The mail as it would be now, as html */
  getReportsSubscriptionsBySubscriptionIdPreview: { parameters: { subscriptionId: string; targetIndustryId?: string }; body: undefined; answer: Response };
  /** Page on which a recipient ends the mails of a subscription */
  getReportsUnsubscribe: { parameters: { token?: string }; body: undefined; answer: Response };
  /** Own sessions, the latest seen first */
  getSessions: { parameters: Record<never, never>; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: Session[] } };
  /** Sources of your industry */
  getSources: { parameters: { targetIndustryId?: string }; body: undefined; answer: Sources };
  /** One source with its devices, and its version */
  getSourcesBySourceId: { parameters: { sourceId: string; targetIndustryId?: string }; body: undefined; answer: SourceAnswerOne };
  /** Closed days whose stored figures wait for a rebuild */
  getStaleDays: { parameters: { startDate: string; endDate?: string; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: StaleDay[] } };
  /** What happens in the industry, as it happens */
  getStream: { parameters: { lastEventId?: string; targetIndustryId?: string; "Last-Event-ID"?: string }; body: undefined; answer: Response };
  /** One day, a figure per category */
  getSummaryPage: { parameters: { date?: string; divisionFactor?: number; targetIndustryId?: string }; body: undefined; answer: SummaryPage };
  /** Tanks as they stand, and when they will be low, empty or full */
  getTanks: { parameters: { unitId?: string; divisionFactor?: number; targetIndustryId?: string }; body: undefined; answer: TanksAnswer };
  /** Units of your industry */
  getUnits: { parameters: { retired?: boolean; targetIndustryId?: string }; body: undefined; answer: UnitsOfIndustry };
  /** A unit of your industry with its versions */
  getUnitsByUnitId: { parameters: { unitId: string; targetIndustryId?: string }; body: undefined; answer: UnitWithVersionsAnswer };
  /** Meters of a unit of your industry, in the order of their installation */
  getUnitsByUnitIdMeters: { parameters: { unitId: string; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: { unitId: string; meters: Meter[] } } };
  /** Own profile */
  getUser: { parameters: Record<never, never>; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: Profile } };
  /** Log in (older form) */
  getUserLogin: { parameters: { "x-device-id"?: string; "x-device-type"?: string; "x-browser-name"?: string; "x-browser-version"?: string; "x-os"?: string; LoginType?: string; username?: string; password?: string; tid?: string; otp?: string }; body: undefined; answer: (Login | OtpSent) };
  /** The use of a day by the hour, beside what is usual */
  getUsualHours: { parameters: { date?: string; divisionFactor?: number; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: UsualHours } };
  /** What came in, what went out, and how sure that is */
  getWaterBalance: { parameters: { startDate: string; endDate: string; divisionFactor?: number; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: WaterBalance } };
  /** The saved graph with its values */
  getWaterBalanceData: { parameters: { date1: string; date2?: string; divisionFactor?: number; type?: ("HOUR" | "DATE"); targetIndustryId?: string }; body: undefined; answer: WaterBalanceData };
  /** The water balance as a picture */
  getWaterBalanceDiagramSvg: { parameters: { date1: string; date2?: string; divisionFactor?: number; type?: ("HOUR" | "DATE"); page?: string; form?: ("graph" | "sankey"); language?: ("en" | "hi"); theme?: ("auto" | "light" | "dark"); targetIndustryId?: string }; body: undefined; answer: Response };
  /** The saved graph, without values */
  getWaterBalanceGraphEditor: { parameters: { propose?: boolean; targetIndustryId?: string }; body: undefined; answer: WaterBalanceGraph };
  /** The last 20 saves, the newest first */
  getWaterBalanceGraphEditorVersions: { parameters: { targetIndustryId?: string }; body: undefined; answer: WaterBalanceVersions };
  /** Years of a category side by side */
  getYearlyTrend: { parameters: { category?: string; years?: number; date?: string; divisionFactor?: number; targetIndustryId?: string }; body: undefined; answer: YearlyTrend };
  /** Change a person of your industry */
  patchAccountsByUserId: { parameters: { userId: string; reason?: string; targetIndustryId?: string }; body: PersonPatch; answer: PersonChanged };
  /** Change a category of your industry */
  patchCategoriesByGenerationByCategoryKey: { parameters: { generation: ("categories" | "categoriesV2" | "standardCategories"); categoryKey: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: CategoryPatch; answer: ProvisionResult };
  /** Mark a notification as resolved */
  patchNotificationAssignee: { parameters: { targetIndustryId?: string }; body: { notificationId: string }; answer: Changed };
  /** Mark notifications as read or unread */
  patchNotificationUpdateRead: { parameters: { targetIndustryId?: string }; body: { notifications: { id: string; read: boolean }[] }; answer: (Changed & { notFound: string[] }) };
  /** Change a unit of your industry */
  patchUnitsByUnitId: { parameters: { unitId: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: UnitPatch; answer: ProvisionResult };
  /** Invite a person to your industry */
  postAccounts: { parameters: { reason?: string; targetIndustryId?: string }; body: InvitationBody; answer: Invited };
  /** Have a new password of a person set by a link */
  postAccountsByUserIdResetPassword: { parameters: { userId: string; reason?: string; targetIndustryId?: string }; body: PasswordResetBody; answer: LinkMade };
  /** Dispatch an alert, or define a rule */
  postAlerts: { parameters: { targetIndustryId?: string }; body: (AlertRequest | AlertRuleBody); answer: (AlertAnswer | AlertRuleDefined) };
  /** What a rule would have found */
  postAlertsBacktest: { parameters: { targetIndustryId?: string }; body: BacktestBody; answer: Backtest };
  /** Somebody has seen it */
  postAlertsByAlertIdAcknowledge: { parameters: { alertId: string; targetIndustryId?: string }; body: AlertAcknowledgement | undefined; answer: AlertHandled };
  /** Write down what is known of it */
  postAlertsByAlertIdComments: { parameters: { alertId: string; targetIndustryId?: string }; body: AlertComment; answer: AlertHandled };
  /** End it by hand */
  postAlertsByAlertIdResolve: { parameters: { alertId: string; targetIndustryId?: string }; body: AlertResolution | undefined; answer: AlertHandled };
  /** Call nobody for a while */
  postAlertsByAlertIdSnooze: { parameters: { alertId: string; targetIndustryId?: string }; body: AlertSnooze; answer: AlertHandled };
  /** Note what happened */
  postAnnotations: { parameters: { targetIndustryId?: string }; body: AnnotationRequest; answer: { status: ("success"); status_code: (200); message: string; data: Annotation } };
  /** Tell one of incidents on this browser */
  postBrowsers: { parameters: Record<never, never>; body: { endpoint: string; keys: { p256dh: string; auth: string }; browserName: string; leastSeverity?: ("critical" | "high" | "medium" | "low") }; answer: { status: ("success"); status_code: (200); message: string; data: { browserId: string } } };
  /** Send a message to one of the own browsers */
  postBrowsersByBrowserIdTest: { parameters: { browserId: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string } };
  /** Add a category to your industry */
  postCategoriesByGenerationByCategoryKey: { parameters: { generation: ("categories" | "categoriesV2" | "standardCategories"); categoryKey: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: CategoryBody; answer: ProvisionResult };
  /** Create a key for devices of your industry */
  postDeviceKeys: { parameters: { targetIndustryId?: string }; body: DeviceKeyBody; answer: OwnDeviceKeyCreated };
  /** Put another key in the place of one of your industry */
  postDeviceKeysByKeyIdRotate: { parameters: { keyId: string; targetIndustryId?: string }; body: DeviceKeyRotation | undefined; answer: OwnDeviceKeyRotated };
  /** Confirm or reject a finding */
  postInsightsByFindingId: { parameters: { findingId: string; targetIndustryId?: string }; body: FindingVerdict; answer: { status: ("success"); status_code: (200); message: string; data: Finding } };
  /** Somebody has seen it */
  postInsightsByFindingIdAcknowledge: { parameters: { findingId: string; targetIndustryId?: string }; body: FindingAcknowledgement; answer: { status: ("success"); status_code: (200); message: string; data: Finding } };
  /** Write down what is known of it */
  postInsightsByFindingIdComments: { parameters: { findingId: string; targetIndustryId?: string }; body: FindingComment; answer: { status: ("success"); status_code: (200); message: string; data: Finding } };
  /** Log in */
  postLogin: { parameters: { "x-device-id"?: string; "x-device-type"?: string; "x-browser-name"?: string; "x-browser-version"?: string; "x-os"?: string; LoginType?: string; username?: string; password?: string; tid?: string; otp?: string }; body: { email?: string; username?: string; password?: string; loginType?: string } | undefined; answer: (Login | OtpSent) };
  /** Log out */
  postLogout: { parameters: Record<never, never>; body: undefined; answer: Done };
  /** Hand a notification to somebody */
  postNotificationAssignee: { parameters: { targetIndustryId?: string }; body: { notificationId: string; assigneeId: string }; answer: Changed };
  /** Take push messages on this device */
  postNotificationRegisterPush: { parameters: { "X-Device-Id": string }; body: { pushToken: string }; answer: Changed };
  /** Send a one-time password */
  postOtpSend: { parameters: Record<never, never>; body: { phoneNumber: string }; answer: OtpSent };
  /** Log in with a one-time password */
  postOtpVerify: { parameters: { "x-device-id"?: string; "x-device-type"?: string; "x-browser-name"?: string; "x-browser-version"?: string; "x-os"?: string }; body: { phoneNumber: string; otp: string; otpTimestamp: string }; answer: Login };
  /** Have a link mailed by which a forgotten password is set anew */
  postPasswordForgot: { parameters: Record<never, never>; body: ForgottenPassword; answer: Done };
  /** What that page sends */
  postPasswordForm: { parameters: Record<never, never>; body: string | Uint8Array; answer: Response };
  /** Set a new password by the link */
  postPasswordReset: { parameters: Record<never, never>; body: { token: string; newPassword: string }; answer: Done };
  /** Give rejected readings up */
  postQuarantineDiscard: { parameters: { targetIndustryId?: string }; body: { ids: number[] }; answer: { status: ("success"); status_code: (200); message: string; data: { discarded: number[]; notHeld: number[] } } };
  /** Submit rejected readings again, with corrections */
  postQuarantineRelease: { parameters: { targetIndustryId?: string }; body: { ids: number[]; reading?: Record<string, unknown> }; answer: { status: ("success"); status_code: (200); message: string; data: { released: number[]; held: { id: number; reason: string }[]; notHeld: number[] } } };
  /** Remove one reading by hand */
  postReadingsDelete: { parameters: { targetIndustryId?: string }; body: ReadingDeleteRequest; answer: { status: ("success"); status_code: (200); message: string; data: { editId: (string | null); readings: number; changedDates: string[] } } };
  /** Change one reading by hand */
  postReadingsEdit: { parameters: { targetIndustryId?: string }; body: ReadingEditRequest; answer: { status: ("success"); status_code: (200); message: string; data: { editId: (string | null); readings: number; changedDates: string[] } } };
  /** Fill the gaps of a unit with estimates */
  postReadingsInterpolate: { parameters: { targetIndustryId?: string }; body: ReadingInterpolateRequest; answer: { status: ("success"); status_code: (200); message: string; data: { editId: (string | null); readings: number; changedDates: string[]; skipped: { from: string; to: string; why: string }[] } } };
  /** What filling the gaps of a unit with estimates would do to the figures */
  postReadingsInterpolatePreview: { parameters: { targetIndustryId?: string }; body: EstimatesPreviewRequest; answer: EstimatesPreview };
  /** What changing or removing a reading, or taking that back, would do to the figures */
  postReadingsPreview: { parameters: { targetIndustryId?: string }; body: ReadingPreviewRequest; answer: ReadingPreview };
  /** Take an edit of readings back */
  postReadingsUndo: { parameters: { targetIndustryId?: string }; body: ReadingUndoRequest; answer: { status: ("success"); status_code: (200); message: string; data: { editId: (string | null); readings: number; changedDates: string[]; kept: number } } };
  /** New access token (short form) */
  postRefresh: { parameters: Record<never, never>; body: { refresh_token?: string; refreshToken?: string } | undefined; answer: RefreshedShort };
  /** New access token */
  postRefreshToken: { parameters: Record<never, never>; body: { refresh_token?: string; refreshToken?: string } | undefined; answer: Refreshed };
  /** Decide about one register reading */
  postRegisterEventsOverrule: { parameters: { targetIndustryId?: string }; body: RegisterOverruleRequest; answer: RegisterOverruled };
  /** A report with a layout of its own */
  postReport: { parameters: { service?: ("water" | "energy" | "level" | "quality" | "borewell" | "rain_water" | "summary" | "smart_city" | "water_balance" | "alert" | "consolidated" | "custom_water" | "custom_energy" | "custom_level" | "custom_quality" | "custom_withdrawal" | "ground_water_withdrawal" | "executive" | "ai_summary"); reportType?: ("daily" | "monthly" | "hourly" | "granular" | "weekly" | "daily_range" | "monthly_range" | "custom" | "summary" | "ai_summary"); reportFormat?: ("html" | "pdf" | "xlsx" | "csv"); startDate?: (string | null); endDate?: string; unitId?: string; unitIds?: string; useShift?: boolean; subCategories?: string; divisionFactor?: number; delimiter?: ("comma" | "semicolon" | "tab" | "pipe"); decimalMark?: ("point" | "comma"); async?: boolean; format?: ("v1" | "v2"); language?: ("en" | "hi"); targetIndustryId?: string }; body: CustomReportBody | undefined; answer: Response };
  /** The button of the page on which an address outside confirms that it wants a report */
  postReportsConfirm: { parameters: { token?: string }; body: undefined; answer: Response };
  /** Have a report mailed regularly */
  postReportsSubscriptions: { parameters: { targetIndustryId?: string }; body: ReportSubscription; answer: { status: ("success"); status_code: (200); message: string; data: OwnReportSubscription } };
  /** Pause a subscription */
  postReportsSubscriptionsBySubscriptionIdPause: { parameters: { subscriptionId: string; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: OwnReportSubscription } };
  /** Resume a subscription */
  postReportsSubscriptionsBySubscriptionIdResume: { parameters: { subscriptionId: string; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: OwnReportSubscription } };
  /** Mail the report to oneself now, to try it */
  postReportsSubscriptionsBySubscriptionIdTest: { parameters: { subscriptionId: string; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string; data: { recipients: ReportRecipient[] } } };
  /** The button of the page on which a recipient ends the mails of a subscription */
  postReportsUnsubscribe: { parameters: { token?: string }; body: undefined; answer: Response };
  /** Declare a source */
  postSources: { parameters: { targetIndustryId?: string }; body: SourceRequest; answer: SourceAnswerOne };
  /** Give a device to a unit, or forget it */
  postSourcesBySourceIdDevices: { parameters: { sourceId: string; targetIndustryId?: string; "If-Match"?: string }; body: SourceDeviceRequest; answer: SourceOfDevice };
  /** What a message would become */
  postSourcesBySourceIdTry: { parameters: { sourceId: string; targetIndustryId?: string }; body: SourceTryRequest; answer: TriedMessages };
  /** Log in with an identity provider */
  postSsoByProvider: { parameters: { provider: string; "x-device-id"?: string; "x-device-type"?: string; "x-browser-name"?: string; "x-browser-version"?: string; "x-os"?: string }; body: { credential: string; tid?: string }; answer: Login };
  /** Add a unit to your industry */
  postUnits: { parameters: { dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: UnitBody; answer: ProvisionResult };
  /** Register that another meter was installed */
  postUnitsByUnitIdMeters: { parameters: { unitId: string; targetIndustryId?: string; "If-Match"?: string }; body: MeterInstallation; answer: MeterRegistered };
  /** Bring a retired unit of your industry back */
  postUnitsByUnitIdRestore: { parameters: { unitId: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: ProvisionResult };
  /** Take a unit of your industry out of use */
  postUnitsByUnitIdRetire: { parameters: { unitId: string; dryRun?: boolean; reason?: string; targetIndustryId?: string; "If-Match"?: string }; body: undefined; answer: ProvisionResult };
  /** Change the own password */
  postUserChangePassword: { parameters: Record<never, never>; body: { oldPassword: string; newPassword: string }; answer: Done };
  /** Replace the graph */
  postWaterBalanceGraphEditor: { parameters: { targetIndustryId?: string; "If-Match"?: string }; body: WaterBalanceGraphBody; answer: WaterBalanceSaved };
  /** Save an earlier version anew */
  postWaterBalanceGraphEditorRestore: { parameters: { targetIndustryId?: string; "If-Match"?: string }; body: WaterBalanceRestoreRequest; answer: WaterBalanceRestored };
  /** Disable a person of your industry, or enable him again */
  putAccountsByUserIdDisabled: { parameters: { userId: string; reason?: string; targetIndustryId?: string }; body: DisabledFlag; answer: PersonDisabled };
  /** Define a rule anew */
  putAlertsByAlertId: { parameters: { alertId: string; targetIndustryId?: string; "If-Match"?: string }; body: AlertRuleBody; answer: AlertRuleReplaced };
  /** Hand it to somebody, or take it away */
  putAlertsByAlertIdAssignee: { parameters: { alertId: string; targetIndustryId?: string }; body: Assignment; answer: AlertHandled };
  /** Change an annotation */
  putAnnotationsByAnnotationId: { parameters: { annotationId: string; targetIndustryId?: string; "If-Match"?: string }; body: AnnotationRequest; answer: { status: ("success"); status_code: (200); message: string; data: Annotation } };
  /** Hand it to somebody, or take it away */
  putInsightsByFindingIdAssignee: { parameters: { findingId: string; targetIndustryId?: string }; body: Assignment; answer: { status: ("success"); status_code: (200); message: string; data: Finding } };
  /** Set a limit or a mute of a kind */
  putInsightsSettings: { parameters: { targetIndustryId?: string }; body: FindingSetting; answer: { status: ("success"); status_code: (200); message: string; data: FindingSettings } };
  /** Mark one notification as read */
  putNotificationsByNotificationIdRead: { parameters: { notificationId: string; targetIndustryId?: string }; body: undefined; answer: { status: ("success"); status_code: (200); message: string } };
  /** Change a subscription */
  putReportsSubscriptionsBySubscriptionId: { parameters: { subscriptionId: string; targetIndustryId?: string }; body: ReportSubscription; answer: { status: ("success"); status_code: (200); message: string; data: OwnReportSubscription } };
  /** Change a source */
  putSourcesBySourceId: { parameters: { sourceId: string; targetIndustryId?: string; "If-Match"?: string }; body: SourceRequest; answer: SourceAnswerOne };
  /** Change the own profile */
  putUser: { parameters: Record<never, never>; body: { username?: string; emailIds?: string[]; phoneNo?: (string | null); morningMail?: boolean; language?: ("en" | "hi" | null) }; answer: { status: ("success"); status_code: (200); message: string; data: Profile } };
}

export const ROUTES = {
  deleteAccountsByUserId: {"method":"DELETE","path":"/api/user/accounts/{userId}","headers":["targetIndustryId"],"isJson":true},
  deleteAlertsByAlertId: {"method":"DELETE","path":"/api/user/alerts/{alertId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  deleteAnnotationsByAnnotationId: {"method":"DELETE","path":"/api/user/annotations/{annotationId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  deleteBrowsersByBrowserId: {"method":"DELETE","path":"/api/user/browsers/{browserId}","headers":[],"isJson":true},
  deleteCategoriesByGenerationByCategoryKey: {"method":"DELETE","path":"/api/user/categories/{generation}/{categoryKey}","headers":["targetIndustryId","If-Match"],"isJson":true},
  deleteDeviceKeysByKeyId: {"method":"DELETE","path":"/api/user/deviceKeys/{keyId}","headers":["targetIndustryId"],"isJson":true},
  deleteNotificationAssignee: {"method":"DELETE","path":"/api/user/notification/assignee","headers":["targetIndustryId"],"isJson":true},
  deleteReportsSubscriptionsBySubscriptionId: {"method":"DELETE","path":"/api/user/reports/subscriptions/{subscriptionId}","headers":["targetIndustryId"],"isJson":true},
  deleteSessions: {"method":"DELETE","path":"/api/user/sessions","headers":[],"isJson":true},
  deleteSessionsBySessionId: {"method":"DELETE","path":"/api/user/sessions/{sessionId}","headers":[],"isJson":true},
  deleteSourcesBySourceId: {"method":"DELETE","path":"/api/user/sources/{sourceId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  deleteUnitsByUnitIdMetersByMeterId: {"method":"DELETE","path":"/api/user/units/{unitId}/meters/{meterId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  getAccounts: {"method":"GET","path":"/api/user/accounts","headers":["targetIndustryId"],"isJson":true},
  getAlerts: {"method":"GET","path":"/api/user/alerts","headers":["targetIndustryId"],"isJson":true},
  getAlertsAllIndustries: {"method":"GET","path":"/api/user/alerts/allIndustries","headers":[],"isJson":true},
  getAlertsByAlertId: {"method":"GET","path":"/api/user/alerts/{alertId}","headers":["targetIndustryId"],"isJson":true},
  getAlertsByType: {"method":"GET","path":"/api/user/alerts/byType","headers":["targetIndustryId"],"isJson":true},
  getAlertsDateRange: {"method":"GET","path":"/api/user/alerts/dateRange","headers":["targetIndustryId"],"isJson":true},
  getAlertsNightFlow: {"method":"GET","path":"/api/user/alerts/nightFlow","headers":["targetIndustryId"],"isJson":true},
  getAlertsRules: {"method":"GET","path":"/api/user/alerts/rules","headers":["targetIndustryId"],"isJson":true},
  getAlertsRulesByAlertId: {"method":"GET","path":"/api/user/alerts/rules/{alertId}","headers":["targetIndustryId"],"isJson":true},
  getAlertsUnitGraph: {"method":"GET","path":"/api/user/alerts/unitGraph","headers":["targetIndustryId"],"isJson":true},
  getAnnotations: {"method":"GET","path":"/api/user/annotations","headers":["targetIndustryId"],"isJson":true},
  getAnnotationsByAnnotationId: {"method":"GET","path":"/api/user/annotations/{annotationId}","headers":["targetIndustryId"],"isJson":true},
  getAssignees: {"method":"GET","path":"/api/user/assignees","headers":["targetIndustryId"],"isJson":true},
  getBatchProcess: {"method":"GET","path":"/api/user/batchProcess","headers":[],"isJson":true},
  getBatchProcessRange: {"method":"GET","path":"/api/user/batchProcess/range","headers":["targetIndustryId"],"isJson":true},
  getBrowsers: {"method":"GET","path":"/api/user/browsers","headers":[],"isJson":true},
  getCategories: {"method":"GET","path":"/api/user/categories","headers":["targetIndustryId"],"isJson":true},
  getCategoriesByGenerationByCategoryKey: {"method":"GET","path":"/api/user/categories/{generation}/{categoryKey}","headers":["targetIndustryId"],"isJson":true},
  getChanges: {"method":"GET","path":"/api/user/changes","headers":["targetIndustryId"],"isJson":true},
  getComparison: {"method":"GET","path":"/api/user/comparison","headers":["targetIndustryId"],"isJson":true},
  getCompleteness: {"method":"GET","path":"/api/user/completeness","headers":["targetIndustryId"],"isJson":true},
  getDeviceData: {"method":"GET","path":"/api/user/deviceData","headers":["targetIndustryId"],"isJson":true},
  getDeviceDataV2: {"method":"GET","path":"/api/user/deviceDataV2","headers":["targetIndustryId"],"isJson":true},
  getDeviceDataV2Compare: {"method":"GET","path":"/api/user/deviceDataV2/compare","headers":["targetIndustryId"],"isJson":true},
  getDeviceKeys: {"method":"GET","path":"/api/user/deviceKeys","headers":["targetIndustryId"],"isJson":true},
  getDocs: {"method":"GET","path":"/api/user/docs","headers":[],"isJson":false},
  getExplain: {"method":"GET","path":"/api/user/explain","headers":["targetIndustryId"],"isJson":true},
  getFigures: {"method":"GET","path":"/api/user/figures","headers":["targetIndustryId"],"isJson":false},
  getGranularData: {"method":"GET","path":"/api/user/granularData","headers":["targetIndustryId"],"isJson":true},
  getInsights: {"method":"GET","path":"/api/user/insights","headers":["targetIndustryId"],"isJson":true},
  getInsightsByFindingId: {"method":"GET","path":"/api/user/insights/{findingId}","headers":["targetIndustryId"],"isJson":true},
  getInsightsSettings: {"method":"GET","path":"/api/user/insights/settings","headers":["targetIndustryId"],"isJson":true},
  getInsightsVisibleLeak: {"method":"GET","path":"/api/user/insights/visibleLeak","headers":["targetIndustryId"],"isJson":true},
  getLandingPage: {"method":"GET","path":"/api/user/landingPage","headers":["targetIndustryId"],"isJson":true},
  getNotification: {"method":"GET","path":"/api/user/notification","headers":["targetIndustryId"],"isJson":true},
  getNotificationRange: {"method":"GET","path":"/api/user/notificationRange","headers":["targetIndustryId"],"isJson":true},
  getNotifications: {"method":"GET","path":"/api/user/notifications","headers":["targetIndustryId"],"isJson":true},
  getOpenapiJson: {"method":"GET","path":"/api/user/openapi.json","headers":[],"isJson":true},
  getOverview: {"method":"GET","path":"/api/user/overview","headers":["targetIndustryId"],"isJson":true},
  getPasswordForm: {"method":"GET","path":"/api/user/password/form","headers":[],"isJson":false},
  getQuarantine: {"method":"GET","path":"/api/user/quarantine","headers":["targetIndustryId"],"isJson":true},
  getReadingsEdits: {"method":"GET","path":"/api/user/readings/edits","headers":["targetIndustryId"],"isJson":true},
  getReadingsThinned: {"method":"GET","path":"/api/user/readings/thinned","headers":["targetIndustryId"],"isJson":true},
  getReadingsWithdrawn: {"method":"GET","path":"/api/user/readings/withdrawn","headers":["targetIndustryId"],"isJson":true},
  getRegisterEvents: {"method":"GET","path":"/api/user/registerEvents","headers":["targetIndustryId"],"isJson":true},
  getReport: {"method":"GET","path":"/api/user/report","headers":["targetIndustryId"],"isJson":false},
  getReportHistory: {"method":"GET","path":"/api/user/report/history","headers":["targetIndustryId"],"isJson":true},
  getReportJobsByJobId: {"method":"GET","path":"/api/user/report/jobs/{jobId}","headers":["targetIndustryId"],"isJson":true},
  getReportJobsByJobIdFile: {"method":"GET","path":"/api/user/report/jobs/{jobId}/file","headers":["targetIndustryId"],"isJson":false},
  getReportServices: {"method":"GET","path":"/api/user/report/services","headers":["targetIndustryId"],"isJson":true},
  getReportsConfirm: {"method":"GET","path":"/api/user/reports/confirm","headers":[],"isJson":false},
  getReportsSubscriptions: {"method":"GET","path":"/api/user/reports/subscriptions","headers":["targetIndustryId"],"isJson":true},
  getReportsSubscriptionsBySubscriptionIdPreview: {"method":"GET","path":"/api/user/reports/subscriptions/{subscriptionId}/preview","headers":["targetIndustryId"],"isJson":false},
  getReportsUnsubscribe: {"method":"GET","path":"/api/user/reports/unsubscribe","headers":[],"isJson":false},
  getSessions: {"method":"GET","path":"/api/user/sessions","headers":[],"isJson":true},
  getSources: {"method":"GET","path":"/api/user/sources","headers":["targetIndustryId"],"isJson":true},
  getSourcesBySourceId: {"method":"GET","path":"/api/user/sources/{sourceId}","headers":["targetIndustryId"],"isJson":true},
  getStaleDays: {"method":"GET","path":"/api/user/staleDays","headers":["targetIndustryId"],"isJson":true},
  getStream: {"method":"GET","path":"/api/user/stream","headers":["targetIndustryId","Last-Event-ID"],"isJson":false},
  getSummaryPage: {"method":"GET","path":"/api/user/summaryPage","headers":["targetIndustryId"],"isJson":true},
  getTanks: {"method":"GET","path":"/api/user/tanks","headers":["targetIndustryId"],"isJson":true},
  getUnits: {"method":"GET","path":"/api/user/units","headers":["targetIndustryId"],"isJson":true},
  getUnitsByUnitId: {"method":"GET","path":"/api/user/units/{unitId}","headers":["targetIndustryId"],"isJson":true},
  getUnitsByUnitIdMeters: {"method":"GET","path":"/api/user/units/{unitId}/meters","headers":["targetIndustryId"],"isJson":true},
  getUser: {"method":"GET","path":"/api/user/user","headers":[],"isJson":true},
  getUserLogin: {"method":"GET","path":"/api/user/user/login","headers":["x-device-id","x-device-type","x-browser-name","x-browser-version","x-os","LoginType","username","password","tid","otp"],"isJson":true},
  getUsualHours: {"method":"GET","path":"/api/user/usualHours","headers":["targetIndustryId"],"isJson":true},
  getWaterBalance: {"method":"GET","path":"/api/user/waterBalance","headers":["targetIndustryId"],"isJson":true},
  getWaterBalanceData: {"method":"GET","path":"/api/user/waterBalance/data","headers":["targetIndustryId"],"isJson":true},
  getWaterBalanceDiagramSvg: {"method":"GET","path":"/api/user/waterBalance/diagram.svg","headers":["targetIndustryId"],"isJson":false},
  getWaterBalanceGraphEditor: {"method":"GET","path":"/api/user/waterBalance/graphEditor","headers":["targetIndustryId"],"isJson":true},
  getWaterBalanceGraphEditorVersions: {"method":"GET","path":"/api/user/waterBalance/graphEditor/versions","headers":["targetIndustryId"],"isJson":true},
  getYearlyTrend: {"method":"GET","path":"/api/user/yearlyTrend","headers":["targetIndustryId"],"isJson":true},
  patchAccountsByUserId: {"method":"PATCH","path":"/api/user/accounts/{userId}","headers":["targetIndustryId"],"isJson":true},
  patchCategoriesByGenerationByCategoryKey: {"method":"PATCH","path":"/api/user/categories/{generation}/{categoryKey}","headers":["targetIndustryId","If-Match"],"isJson":true},
  patchNotificationAssignee: {"method":"PATCH","path":"/api/user/notification/assignee","headers":["targetIndustryId"],"isJson":true},
  patchNotificationUpdateRead: {"method":"PATCH","path":"/api/user/notification/updateRead","headers":["targetIndustryId"],"isJson":true},
  patchUnitsByUnitId: {"method":"PATCH","path":"/api/user/units/{unitId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  postAccounts: {"method":"POST","path":"/api/user/accounts","headers":["targetIndustryId"],"isJson":true},
  postAccountsByUserIdResetPassword: {"method":"POST","path":"/api/user/accounts/{userId}/resetPassword","headers":["targetIndustryId"],"isJson":true},
  postAlerts: {"method":"POST","path":"/api/user/alerts","headers":["targetIndustryId"],"isJson":true},
  postAlertsBacktest: {"method":"POST","path":"/api/user/alerts/backtest","headers":["targetIndustryId"],"isJson":true},
  postAlertsByAlertIdAcknowledge: {"method":"POST","path":"/api/user/alerts/{alertId}/acknowledge","headers":["targetIndustryId"],"isJson":true},
  postAlertsByAlertIdComments: {"method":"POST","path":"/api/user/alerts/{alertId}/comments","headers":["targetIndustryId"],"isJson":true},
  postAlertsByAlertIdResolve: {"method":"POST","path":"/api/user/alerts/{alertId}/resolve","headers":["targetIndustryId"],"isJson":true},
  postAlertsByAlertIdSnooze: {"method":"POST","path":"/api/user/alerts/{alertId}/snooze","headers":["targetIndustryId"],"isJson":true},
  postAnnotations: {"method":"POST","path":"/api/user/annotations","headers":["targetIndustryId"],"isJson":true},
  postBrowsers: {"method":"POST","path":"/api/user/browsers","headers":[],"isJson":true},
  postBrowsersByBrowserIdTest: {"method":"POST","path":"/api/user/browsers/{browserId}/test","headers":[],"isJson":true},
  postCategoriesByGenerationByCategoryKey: {"method":"POST","path":"/api/user/categories/{generation}/{categoryKey}","headers":["targetIndustryId","If-Match"],"isJson":true},
  postDeviceKeys: {"method":"POST","path":"/api/user/deviceKeys","headers":["targetIndustryId"],"isJson":true},
  postDeviceKeysByKeyIdRotate: {"method":"POST","path":"/api/user/deviceKeys/{keyId}/rotate","headers":["targetIndustryId"],"isJson":true},
  postInsightsByFindingId: {"method":"POST","path":"/api/user/insights/{findingId}","headers":["targetIndustryId"],"isJson":true},
  postInsightsByFindingIdAcknowledge: {"method":"POST","path":"/api/user/insights/{findingId}/acknowledge","headers":["targetIndustryId"],"isJson":true},
  postInsightsByFindingIdComments: {"method":"POST","path":"/api/user/insights/{findingId}/comments","headers":["targetIndustryId"],"isJson":true},
  postLogin: {"method":"POST","path":"/api/user/login","headers":["x-device-id","x-device-type","x-browser-name","x-browser-version","x-os","LoginType","username","password","tid","otp"],"isJson":true},
  postLogout: {"method":"POST","path":"/api/user/logout","headers":[],"isJson":true},
  postNotificationAssignee: {"method":"POST","path":"/api/user/notification/assignee","headers":["targetIndustryId"],"isJson":true},
  postNotificationRegisterPush: {"method":"POST","path":"/api/user/notification/register/push","headers":["X-Device-Id"],"isJson":true},
  postOtpSend: {"method":"POST","path":"/api/user/otp/send","headers":[],"isJson":true},
  postOtpVerify: {"method":"POST","path":"/api/user/otp/verify","headers":["x-device-id","x-device-type","x-browser-name","x-browser-version","x-os"],"isJson":true},
  postPasswordForgot: {"method":"POST","path":"/api/user/password/forgot","headers":[],"isJson":true},
  postPasswordForm: {"method":"POST","path":"/api/user/password/form","headers":[],"isJson":false},
  postPasswordReset: {"method":"POST","path":"/api/user/password/reset","headers":[],"isJson":true},
  postQuarantineDiscard: {"method":"POST","path":"/api/user/quarantine/discard","headers":["targetIndustryId"],"isJson":true},
  postQuarantineRelease: {"method":"POST","path":"/api/user/quarantine/release","headers":["targetIndustryId"],"isJson":true},
  postReadingsDelete: {"method":"POST","path":"/api/user/readings/delete","headers":["targetIndustryId"],"isJson":true},
  postReadingsEdit: {"method":"POST","path":"/api/user/readings/edit","headers":["targetIndustryId"],"isJson":true},
  postReadingsInterpolate: {"method":"POST","path":"/api/user/readings/interpolate","headers":["targetIndustryId"],"isJson":true},
  postReadingsInterpolatePreview: {"method":"POST","path":"/api/user/readings/interpolate/preview","headers":["targetIndustryId"],"isJson":true},
  postReadingsPreview: {"method":"POST","path":"/api/user/readings/preview","headers":["targetIndustryId"],"isJson":true},
  postReadingsUndo: {"method":"POST","path":"/api/user/readings/undo","headers":["targetIndustryId"],"isJson":true},
  postRefresh: {"method":"POST","path":"/api/user/refresh","headers":[],"isJson":true},
  postRefreshToken: {"method":"POST","path":"/api/user/refreshToken","headers":[],"isJson":true},
  postRegisterEventsOverrule: {"method":"POST","path":"/api/user/registerEvents/overrule","headers":["targetIndustryId"],"isJson":true},
  postReport: {"method":"POST","path":"/api/user/report","headers":["targetIndustryId"],"isJson":false},
  postReportsConfirm: {"method":"POST","path":"/api/user/reports/confirm","headers":[],"isJson":false},
  postReportsSubscriptions: {"method":"POST","path":"/api/user/reports/subscriptions","headers":["targetIndustryId"],"isJson":true},
  postReportsSubscriptionsBySubscriptionIdPause: {"method":"POST","path":"/api/user/reports/subscriptions/{subscriptionId}/pause","headers":["targetIndustryId"],"isJson":true},
  postReportsSubscriptionsBySubscriptionIdResume: {"method":"POST","path":"/api/user/reports/subscriptions/{subscriptionId}/resume","headers":["targetIndustryId"],"isJson":true},
  postReportsSubscriptionsBySubscriptionIdTest: {"method":"POST","path":"/api/user/reports/subscriptions/{subscriptionId}/test","headers":["targetIndustryId"],"isJson":true},
  postReportsUnsubscribe: {"method":"POST","path":"/api/user/reports/unsubscribe","headers":[],"isJson":false},
  postSources: {"method":"POST","path":"/api/user/sources","headers":["targetIndustryId"],"isJson":true},
  postSourcesBySourceIdDevices: {"method":"POST","path":"/api/user/sources/{sourceId}/devices","headers":["targetIndustryId","If-Match"],"isJson":true},
  postSourcesBySourceIdTry: {"method":"POST","path":"/api/user/sources/{sourceId}/try","headers":["targetIndustryId"],"isJson":true},
  postSsoByProvider: {"method":"POST","path":"/api/user/sso/{provider}","headers":["x-device-id","x-device-type","x-browser-name","x-browser-version","x-os"],"isJson":true},
  postUnits: {"method":"POST","path":"/api/user/units","headers":["targetIndustryId","If-Match"],"isJson":true},
  postUnitsByUnitIdMeters: {"method":"POST","path":"/api/user/units/{unitId}/meters","headers":["targetIndustryId","If-Match"],"isJson":true},
  postUnitsByUnitIdRestore: {"method":"POST","path":"/api/user/units/{unitId}/restore","headers":["targetIndustryId","If-Match"],"isJson":true},
  postUnitsByUnitIdRetire: {"method":"POST","path":"/api/user/units/{unitId}/retire","headers":["targetIndustryId","If-Match"],"isJson":true},
  postUserChangePassword: {"method":"POST","path":"/api/user/user/changePassword","headers":[],"isJson":true},
  postWaterBalanceGraphEditor: {"method":"POST","path":"/api/user/waterBalance/graphEditor","headers":["targetIndustryId","If-Match"],"isJson":true},
  postWaterBalanceGraphEditorRestore: {"method":"POST","path":"/api/user/waterBalance/graphEditor/restore","headers":["targetIndustryId","If-Match"],"isJson":true},
  putAccountsByUserIdDisabled: {"method":"PUT","path":"/api/user/accounts/{userId}/disabled","headers":["targetIndustryId"],"isJson":true},
  putAlertsByAlertId: {"method":"PUT","path":"/api/user/alerts/{alertId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  putAlertsByAlertIdAssignee: {"method":"PUT","path":"/api/user/alerts/{alertId}/assignee","headers":["targetIndustryId"],"isJson":true},
  putAnnotationsByAnnotationId: {"method":"PUT","path":"/api/user/annotations/{annotationId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  putInsightsByFindingIdAssignee: {"method":"PUT","path":"/api/user/insights/{findingId}/assignee","headers":["targetIndustryId"],"isJson":true},
  putInsightsSettings: {"method":"PUT","path":"/api/user/insights/settings","headers":["targetIndustryId"],"isJson":true},
  putNotificationsByNotificationIdRead: {"method":"PUT","path":"/api/user/notifications/{notificationId}/read","headers":["targetIndustryId"],"isJson":true},
  putReportsSubscriptionsBySubscriptionId: {"method":"PUT","path":"/api/user/reports/subscriptions/{subscriptionId}","headers":["targetIndustryId"],"isJson":true},
  putSourcesBySourceId: {"method":"PUT","path":"/api/user/sources/{sourceId}","headers":["targetIndustryId","If-Match"],"isJson":true},
  putUser: {"method":"PUT","path":"/api/user/user","headers":[],"isJson":true},
} as const;
