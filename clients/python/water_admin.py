# Made from the OpenAPI document by `npm run clients`.
import json
from typing import Any, Literal, NotRequired, Optional, TypedDict, Union

from water import Client


OperatorLogin = TypedDict('OperatorLogin', {
    "access_token": str,
    "refresh_token": str,
    "userId": str,
    "email": str,
    "username": str,
    "role": Literal["user", "admin", "guest"],
    "loginType": str,
})

Error = TypedDict('Error', {
    "status": Literal["failed"],
    "status_code": NotRequired[int],
    "message": str,
    "errors": NotRequired[list['Error_errorsItem']],
})

Error_errorsItem = TypedDict('Error_errorsItem', {
    "field": str,
    "problem": str,
})

AuditRow = TypedDict('AuditRow', {
    "id": int,
    "at": str,
    "industryId": Union[str, None],
    "actor": 'AuditRow_actor',
    "verb": str,
    "subject": str,
    "reason": Union[str, None],
    "before": Union[dict[str, Any], None],
    "after": Union[dict[str, Any], None],
})

AuditRow_actor = TypedDict('AuditRow_actor', {
    "userId": str,
    "industryId": str,
    "address": Union[str, None],
})

ArchiveList = TypedDict('ArchiveList', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": list['ListedArchive'],
})

ListedArchive = TypedDict('ListedArchive', {
    "industryId": str,
    "month": str,
    "state": Literal["written", "sealed", "restored"],
    "bytes": int,
    "location": str,
    "files": list[str],
    "rows": int,
    "writtenAt": str,
    "writtenBy": str,
    "sealedAt": Union[str, None],
    "restoredAt": Union[str, None],
    "removalBeganAt": Union[str, None],
})

ArchivedMonths = TypedDict('ArchivedMonths', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": list['ArchivedMonth'],
})

ArchivedMonth = TypedDict('ArchivedMonth', {
    "month": str,
    "state": Literal["written", "sealed", "restored"],
    "bytes": int,
    "location": str,
    "files": list[str],
    "readings": int,
    "parameterReadings": int,
})

RestoredMonth = TypedDict('RestoredMonth', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": dict[str, Any],
})

NotificationSent = TypedDict('NotificationSent', {
    "message": Literal["Notification sent successfully"],
    "status": Literal["success"],
})

SurveyProcessed = TypedDict('SurveyProcessed', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'SurveyProcessed_data',
})

SurveyProcessed_data = TypedDict('SurveyProcessed_data', {
    "unitId": str,
    "date": str,
    "statistics": 'SurveyStatistics',
    "countsFrom": Union[str, None],
    "curve": NotRequired[list['SurveyProcessed_data_curveItem']],
    "points": NotRequired[list['SurveyProcessed_data_pointsItem']],
})

SurveyProcessed_data_curveItem = TypedDict('SurveyProcessed_data_curveItem', {
    "elevationMetres": float,
    "areaSquareMetres": float,
    "volumeCubicMetres": float,
})

SurveyProcessed_data_pointsItem = TypedDict('SurveyProcessed_data_pointsItem', {
    "latitude": float,
    "longitude": float,
    "depthMetres": float,
    "confidencePercent": float,
})

SurveyStatistics = TypedDict('SurveyStatistics', {
    "soundings": int,
    "dropped": 'SurveyStatistics_dropped',
    "points": int,
    "medianSpacingMetres": Union[float, None],
    "minDepthMetres": float,
    "meanDepthMetres": float,
    "maxDepthMetres": float,
    "areaSquareMetres": float,
    "volumeCubicMetres": float,
})

SurveyStatistics_dropped = TypedDict('SurveyStatistics_dropped', {
    "duplicates": int,
    "uncertain": int,
    "tooClose": int,
    "tooFar": int,
})

SurveyCurve = TypedDict('SurveyCurve', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'SurveyCurve_data',
})

SurveyCurve_data = TypedDict('SurveyCurve_data', {
    "unitId": str,
    "date": str,
    "processedAt": str,
    "statistics": 'SurveyStatistics',
    "curve": list['SurveyCurve_data_curveItem'],
})

SurveyCurve_data_curveItem = TypedDict('SurveyCurve_data_curveItem', {
    "elevationMetres": float,
    "areaSquareMetres": float,
    "volumeCubicMetres": float,
})

Statistics = TypedDict('Statistics', {
    "at": str,
    "release": str,
    "database": 'Statistics_database',
    "industries": int,
    "units": int,
    "documents": 'Statistics_documents',
    "hypertables": list['Statistics_hypertablesItem'],
    "archives": list['Statistics_archivesItem'],
    "stale": 'Statistics_stale',
    "queues": list['Statistics_queuesItem'],
    "proof": 'Statistics_proof',
    "canary": Union['Statistics_canary', None],
    "faults": list['Statistics_faultsItem'],
    "silentUnits": list['Statistics_silentUnitsItem'],
    "quarantineHeldRows": int,
    "sealedBefore": Union[str, None],
})

Statistics_database = TypedDict('Statistics_database', {
    "engine": Literal["embedded", "server"],
    "postgres": str,
    "timescaledb": str,
    "bytes": int,
})

Statistics_documents = TypedDict('Statistics_documents', {
    "rowCount": Union[int, None],
    "bytes": int,
})

Statistics_hypertablesItem = TypedDict('Statistics_hypertablesItem', {
    "name": str,
    "rowCount": Union[int, None],
    "chunks": int,
    "compressedChunks": int,
    "bytes": int,
    "bytesBeforeCompression": Union[int, None],
    "bytesAfterCompression": Union[int, None],
})

Statistics_archivesItem = TypedDict('Statistics_archivesItem', {
    "state": Literal["written", "sealed", "restored"],
    "months": int,
    "rowCount": int,
    "bytes": int,
})

Statistics_stale = TypedDict('Statistics_stale', {
    "days": int,
    "oldest": Union['Statistics_stale_oldest', None],
    "rulesVersion": int,
    "ofEarlierRules": int,
    "settledEventsWaiting": int,
})

Statistics_stale_oldest = TypedDict('Statistics_stale_oldest', {
    "industryId": str,
    "businessDate": str,
    "ageSeconds": float,
})

Statistics_queuesItem = TypedDict('Statistics_queuesItem', {
    "queue": str,
    "queued": int,
    "active": int,
    "failed": int,
    "oldestWaitSeconds": Union[float, None],
    "lastCompletedAt": Union[str, None],
})

Statistics_proof = TypedDict('Statistics_proof', {
    "lastRunAt": Union[str, None],
    "rollupMismatches": int,
    "lastRollupMismatchAt": Union[str, None],
    "documentMismatches": 'Statistics_proof_documentMismatches',
    "lastDocumentMismatchAt": Union[str, None],
})

Statistics_proof_documentMismatches = TypedDict('Statistics_proof_documentMismatches', {
    "open": int,
    "agreed": int,
})

Statistics_canary = TypedDict('Statistics_canary', {
    "ranAt": str,
    "succeededAt": Union[str, None],
    "mismatches": int,
    "problem": Union[str, None],
})

Statistics_faultsItem = TypedDict('Statistics_faultsItem', {
    "kind": Literal["mail", "clock", "jump", "broker", "database", "replica", "disk", "room"],
    "process": str,
    "beganAt": str,
    "seenAt": str,
    "endedAt": Union[str, None],
    "times": int,
    "requests": Union[int, None],
    "mails": Union[int, None],
    "mailsWaiting": Union[int, None],
    "milliseconds": Union[int, None],
    "isRestart": Union[bool, None],
    "freeBytes": Union[int, None],
})

Statistics_silentUnitsItem = TypedDict('Statistics_silentUnitsItem', {
    "minutes": int,
    "units": int,
})

Workspace = TypedDict('Workspace', {
    "status": Literal["success"],
    "data": list['Workspace_dataItem'],
})

Workspace_dataItem = TypedDict('Workspace_dataItem', {
    "industryId": str,
    "industryName": str,
    "place": Union[str, None],
    "isActive": bool,
    "totalUnits": int,
    "lastUpdated": Union[str, None],
})

OfflineDevices = TypedDict('OfflineDevices', {
    "data": list['OfflineDevices_dataItem'],
    "totalDevicesCount": int,
    "offlineDevicesCount": int,
})

OfflineDevices_dataItem = TypedDict('OfflineDevices_dataItem', {
    "unitId": str,
    "unitName": str,
    "industryId": str,
    "lastSeen": Union[str, None],
})

MissingHours = TypedDict('MissingHours', {
    "status": Literal["success"],
    "data": list['MissingHours_dataItem'],
})

MissingHours_dataItem = TypedDict('MissingHours_dataItem', {
    "industryId": str,
    "missingHours": list[int],
})

GlobalLogAnswer = TypedDict('GlobalLogAnswer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'GlobalLog',
})

GlobalLog = TypedDict('GlobalLog', {
    "id": str,
    "source": str,
    "title": str,
    "desc": str,
    "group": str,
    "owner": Union[str, None],
    "priority": Literal["low", "medium", "high", "critical"],
    "status": Literal["open", "acknowledged", "resolved"],
    "date": str,
    "month": str,
    "meta": dict[str, Any],
    "times": int,
    "version": int,
    "createdAt": str,
    "updatedAt": str,
})

ProcessedDataReport = TypedDict('ProcessedDataReport', {
    "status": Literal["success"],
    "message": str,
    "data": 'ProcessedDataReport_data',
})

ProcessedDataReport_data = TypedDict('ProcessedDataReport_data', {
    "date": str,
    "industries": list['ProcessedDataReport_data_industriesItem'],
})

ProcessedDataReport_data_industriesItem = TypedDict('ProcessedDataReport_data_industriesItem', {
    "industryId": str,
    "industryName": str,
    "state": Literal["complete", "incomplete", "waiting", "missing", "running"],
    "unitsWithoutDocument": list[str],
    "unitsWithoutData": list[str],
})

ValidationReport = TypedDict('ValidationReport', {
    "status": Literal["success"],
    "message": str,
    "data": 'ValidationReport_data',
})

ValidationReport_data = TypedDict('ValidationReport_data', {
    "industries": int,
    "units": int,
    "counts": dict[str, Any],
    "findings": list['ValidationReport_data_findingsItem'],
})

ValidationReport_data_findingsItem = TypedDict('ValidationReport_data_findingsItem', {
    "industryId": str,
    "unitId": str,
    "unitName": str,
    "date": str,
    "check": Literal["reverseFlow", "highLow", "spike", "zeroConsumption", "missingQuantity", "sumCheck", "stuckRegister"],
    "value": Union[float, None],
    "limit": Union[float, None],
    "unit": str,
    "at": Union[str, None],
    "text": str,
})

StreamProbe = TypedDict('StreamProbe', {
    "message": Literal["The event stream answers"],
    "status": Literal["Success"],
    "data": 'StreamProbe_data',
})

StreamProbe_data = TypedDict('StreamProbe_data', {
    "events": 'StreamProbe_data_events',
    "batchTriggers": 'StreamProbe_data_batchTriggers',
})

StreamProbe_data_events = TypedDict('StreamProbe_data_events', {
    "queued": int,
    "active": int,
})

StreamProbe_data_batchTriggers = TypedDict('StreamProbe_data_batchTriggers', {
    "queued": int,
    "active": int,
})

UnitReset = TypedDict('UnitReset', {
    "message": Literal["Reset signal sent"],
    "status": Literal["Success"],
})

TestEvent = TypedDict('TestEvent', {
    "message": Literal["Test event published"],
    "status": Literal["Success"],
    "data": 'TestEvent_data',
})

TestEvent_data = TypedDict('TestEvent_data', {
    "kind": Literal["test"],
    "at": str,
})

RecentShiftStarts = TypedDict('RecentShiftStarts', {
    "status": Literal["success"],
    "message": Literal["Trigger events pushed"],
    "data": list['RecentShiftStarts_dataItem'],
})

RecentShiftStarts_dataItem = TypedDict('RecentShiftStarts_dataItem', {
    "industryId": str,
    "shiftStart": str,
    "batchAt": str,
})

BatchTriggered = TypedDict('BatchTriggered', {
    "status": Literal["success"],
    "message": Literal["Trigger event pushed"],
    "data": 'BatchTriggered_data',
})

BatchTriggered_data = TypedDict('BatchTriggered_data', {
    "batchAt": Union[str, None],
})

ChatMessageSent = TypedDict('ChatMessageSent', {
    "message": Literal["Message sent successfully"],
    "status": Literal["success"],
})

IndustryList = TypedDict('IndustryList', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'IndustryList_data',
})

IndustryList_data = TypedDict('IndustryList_data', {
    "industries": list['ListedIndustry'],
    "total": int,
})

ListedIndustry = TypedDict('ListedIndustry', {
    "industryId": str,
    "industryName": str,
    "place": Union[str, None],
    "isActive": bool,
    "test": bool,
    "isDisabled": bool,
    "timezone": str,
    "startAt": str,
    "daysOffset": int,
    "clock": list['ListedIndustry_clockItem'],
    "totalUnits": int,
    "retiredUnits": int,
    "totalUsers": int,
    "lastUpdated": Union[str, None],
    "createdAt": str,
})

ListedIndustry_clockItem = TypedDict('ListedIndustry_clockItem', {
    "effectiveFrom": str,
    "timezone": str,
    "startAt": str,
    "daysOffset": float,
})

ProvisionResult = TypedDict('ProvisionResult', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'ProvisionResult_data',
})

ProvisionResult_data = TypedDict('ProvisionResult_data', {
    "industryId": str,
    "isChanged": bool,
    "industry": Literal["added", "changed", "unchanged"],
    "units": 'ProvisionResult_data_units',
    "categories": 'ProvisionResult_data_categories',
    "users": 'ProvisionResult_data_users',
    "staleFrom": list['ProvisionResult_data_staleFromItem'],
    "warnings": list['ProvisionResult_data_warningsItem'],
    "changes": Union['ProvisionResult_data_changes', None],
})

ProvisionResult_data_units = TypedDict('ProvisionResult_data_units', {
    "added": int,
    "changed": int,
    "unchanged": int,
    "removed": int,
})

ProvisionResult_data_categories = TypedDict('ProvisionResult_data_categories', {
    "added": int,
    "changed": int,
    "unchanged": int,
    "removed": int,
})

ProvisionResult_data_users = TypedDict('ProvisionResult_data_users', {
    "added": int,
    "changed": int,
    "unchanged": int,
    "removed": int,
})

ProvisionResult_data_staleFromItem = TypedDict('ProvisionResult_data_staleFromItem', {
    "unitId": str,
    "fromDate": str,
})

ProvisionResult_data_warningsItem = TypedDict('ProvisionResult_data_warningsItem', {
    "field": str,
    "problem": str,
})

ProvisionResult_data_changes = TypedDict('ProvisionResult_data_changes', {
    "before": dict[str, Any],
    "after": dict[str, Any],
})

IndustryBundle = TypedDict('IndustryBundle', {
    "industry": dict[str, Any],
    "units": NotRequired[list[dict[str, Any]]],
    "categories": NotRequired[dict[str, Any]],
    "categoriesV2": NotRequired[dict[str, Any]],
    "standardCategories": NotRequired[dict[str, Any]],
    "users": NotRequired[list[dict[str, Any]]],
})

StoredIndustry = TypedDict('StoredIndustry', {
    "industry": dict[str, Any],
    "units": NotRequired[list[dict[str, Any]]],
    "categories": NotRequired[dict[str, Any]],
    "categoriesV2": NotRequired[dict[str, Any]],
    "standardCategories": NotRequired[dict[str, Any]],
    "users": NotRequired[list[dict[str, Any]]],
})

IndustryPatch = dict[str, Any]

UnitListForOperators = TypedDict('UnitListForOperators', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'UnitListForOperators_data',
})

UnitListForOperators_data = TypedDict('UnitListForOperators_data', {
    "units": list['UnitForOperators'],
    "total": int,
})

UnitForOperators = TypedDict('UnitForOperators', {
    "unitId": str,
    "displayName": str,
    "standardCategoryId": str,
    "siUnit": str,
    "flowFactor": float,
    "minNonZeroThreshold": float,
    "maxCapacity": Union[float, None],
    "dataUpdateFrequency": int,
    "params": dict[str, Any],
    "meta": dict[str, Any],
    "retired": bool,
    "versions": list[dict[str, Any]],
    "lastSeen": Union[str, None],
})

UnitBody = dict[str, Any]

UnitAnswerForOperators = TypedDict('UnitAnswerForOperators', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'UnitForOperators',
})

UnitPatch = dict[str, Any]

CategoryList = TypedDict('CategoryList', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": list['CategoryOfIndustry'],
})

CategoryOfIndustry = TypedDict('CategoryOfIndustry', {
    "generation": Literal["categories", "categoriesV2", "standardCategories"],
    "categoryKey": str,
    "standardCategoryId": str,
    "subCategories": list['CategoryOfIndustry_subCategoriesItem'],
})

CategoryOfIndustry_subCategoriesItem = TypedDict('CategoryOfIndustry_subCategoriesItem', {
    "id": str,
    "displayName": str,
    "units": list[str],
})

CategoryAnswer = TypedDict('CategoryAnswer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'CategoryOfIndustry',
})

CategoryBody = dict[str, Any]

CategoryPatch = dict[str, Any]

Insights = TypedDict('Insights', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Insights_data',
})

Insights_data = TypedDict('Insights_data', {
    "date": str,
    "industries": list['Insights_data_industriesItem'],
})

Insights_data_industriesItem = TypedDict('Insights_data_industriesItem', {
    "industryId": str,
    "totalConsumption": Union[float, None],
    "onlineUnits": int,
    "offlineUnits": int,
    "computedAt": str,
    "findings": list['Finding'],
})

Finding = TypedDict('Finding', {
    "id": str,
    "rank": int,
    "kind": Literal["leak", "burst", "unusual-use", "standstill", "stuck", "creep", "reversed", "silence", "tank-low", "tank-full", "overflow", "quality-outside", "battery-low", "energy-drift", "swapped-meters", "balance"],
    "title": str,
    "severity": Literal["critical", "high", "medium", "low"],
    "says": str,
    "unitId": Union[str, None],
    "unitName": Union[str, None],
    "swappedWith": Union[str, None],
    "swappedWithName": Union[str, None],
    "firstDay": str,
    "raisedOn": str,
    "lastDay": str,
    "isOpen": bool,
    "litres": Union[float, None],
    "litresPerDay": Union[float, None],
    "kilowattHours": Union[float, None],
    "kilowattHoursPerDay": Union[float, None],
    "money": Union[float, None],
    "currency": Union[str, None],
    "confidence": float,
    "siUnit": str,
    "evidence": dict[str, Any],
    "explain": Union[str, None],
    "fate": Literal["confirmed", "rejected", "healed", None],
    "fateAt": Union[str, None],
    "fateBy": Union[str, None],
    "fateByName": Union[str, None],
    "fateReason": Union[str, None],
    "acknowledgedAt": Union[str, None],
    "acknowledgedBy": Union[str, None],
    "acknowledgedByName": Union[str, None],
    "assigneeId": Union[str, None],
    "assigneeName": Union[str, None],
    "mutedUntil": Union[str, None],
})

InsightsAsked = TypedDict('InsightsAsked', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'InsightsAsked_data',
})

InsightsAsked_data = TypedDict('InsightsAsked_data', {
    "industries": int,
    "stored": int,
    "waiting": int,
})

Accounts = TypedDict('Accounts', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Accounts_data',
})

Accounts_data = TypedDict('Accounts_data', {
    "accounts": list['Account'],
    "total": int,
})

Account = TypedDict('Account', {
    "userId": str,
    "email": str,
    "username": str,
    "role": str,
    "permissions": list[str],
    "emailIds": list[str],
    "phoneNo": Union[str, None],
    "disabled": bool,
})

AccountCreated = TypedDict('AccountCreated', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Account',
})

AccountBody = dict[str, Any]

AccountAnswer = TypedDict('AccountAnswer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Account',
})

AccountChanged = TypedDict('AccountChanged', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Account',
})

AccountPatch = dict[str, Any]

PasswordResetMade = TypedDict('PasswordResetMade', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'PasswordResetMade_data',
})

PasswordResetMade_data = TypedDict('PasswordResetMade_data', {
    "link": Union[str, None],
    "expiresAt": Union[str, None],
})

PasswordResetBody = TypedDict('PasswordResetBody', {
    "by": Literal["mail", "hand"],
})

AccountRemoved = TypedDict('AccountRemoved', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
})

DisabledList = TypedDict('DisabledList', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'DisabledList_data',
})

DisabledList_data = TypedDict('DisabledList_data', {
    "disabled": list['Disabled'],
})

Disabled = TypedDict('Disabled', {
    "userId": Union[str, None],
    "since": str,
})

DisabledAdded = TypedDict('DisabledAdded', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'DisabledAdded_data',
})

DisabledAdded_data = TypedDict('DisabledAdded_data', {
    "changed": bool,
})

DisabledRemoved = TypedDict('DisabledRemoved', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'DisabledRemoved_data',
})

DisabledRemoved_data = TypedDict('DisabledRemoved_data', {
    "changed": bool,
})

DeviceKeys = TypedDict('DeviceKeys', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'DeviceKeys_data',
})

DeviceKeys_data = TypedDict('DeviceKeys_data', {
    "keys": list['DeviceKey'],
    "total": int,
})

DeviceKey = TypedDict('DeviceKey', {
    "keyId": str,
    "name": str,
    "units": Union[list[str], None],
    "sourceId": Union[str, None],
    "sourceName": Union[str, None],
    "state": Literal["active", "expired", "revoked"],
    "createdBy": str,
    "createdAt": str,
    "expiresAt": Union[str, None],
    "revokedAt": Union[str, None],
    "rotatedFrom": Union[str, None],
    "rotatedTo": Union[str, None],
    "lastUsedAt": Union[str, None],
    "rowsAccepted": int,
    "rowsRefused": int,
    "refusals": dict[str, Any],
})

DeviceKeyCreated = TypedDict('DeviceKeyCreated', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'IssuedDeviceKey',
})

IssuedDeviceKey = dict[str, Any]

DeviceKeyBody = TypedDict('DeviceKeyBody', {
    "name": str,
    "units": NotRequired[Union[list[str], None]],
    "sourceId": NotRequired[Union[str, None]],
    "expiresAt": NotRequired[Union[str, None]],
})

DeviceKeyAnswer = TypedDict('DeviceKeyAnswer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'DeviceKey',
})

DeviceKeyRevoked = TypedDict('DeviceKeyRevoked', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'DeviceKey',
})

DeviceKeyRotated = TypedDict('DeviceKeyRotated', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'RotatedDeviceKey',
})

RotatedDeviceKey = dict[str, Any]

DeviceKeyRotation = TypedDict('DeviceKeyRotation', {
    "overlapHours": NotRequired[float],
})

Meter = TypedDict('Meter', {
    "meterId": Union[str, None],
    "serial": Union[str, None],
    "installedAt": Union[str, None],
    "removedAt": Union[str, None],
    "initialRegister": Union[float, None],
    "finalRegister": Union[float, None],
    "firstSentRegister": Union[float, None],
    "lastSentRegister": Union[float, None],
    "registeredBy": Union[str, None],
    "registeredAt": Union[str, None],
    "version": Union[int, None],
})

MeterRegistered = TypedDict('MeterRegistered', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'MeterRegistered_data',
})

MeterRegistered_data = TypedDict('MeterRegistered_data', {
    "meterId": str,
    "installedAt": str,
    "serial": Union[str, None],
    "initialRegister": Union[float, None],
    "finalRegisterOfOld": Union[float, None],
    "registeredBy": str,
    "registeredAt": str,
    "changedDates": list[str],
    "warnings": list[str],
})

MeterInstallation = TypedDict('MeterInstallation', {
    "installedAt": str,
    "serial": NotRequired[Union[str, None]],
    "initialRegister": NotRequired[Union[float, None]],
    "finalRegisterOfOld": NotRequired[Union[float, None]],
})

MeterPatch = TypedDict('MeterPatch', {
    "installedAt": NotRequired[str],
    "serial": NotRequired[Union[str, None]],
    "initialRegister": NotRequired[Union[float, None]],
    "finalRegisterOfOld": NotRequired[Union[float, None]],
})

MeterTakenBack = TypedDict('MeterTakenBack', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'MeterTakenBack_data',
})

MeterTakenBack_data = TypedDict('MeterTakenBack_data', {
    "changedDates": list[str],
    "warnings": list[str],
})

AutomatedReportAnswer = TypedDict('AutomatedReportAnswer', {
    "message": str,
    "status": Literal["Success"],
    "data": list['AutomatedReportAnswer_dataItem'],
})

AutomatedReportAnswer_dataItem = TypedDict('AutomatedReportAnswer_dataItem', {
    "reportId": Union[str, None],
    "mail": Literal["consumption", "summary", "monthly", "subscription"],
    "files": list[str],
    "recipients": list['ReportRecipient'],
    "sentBefore": Union[str, None],
    "leftOut": Union[str, None],
})

ReportRecipient = TypedDict('ReportRecipient', {
    "recipient": str,
    "state": Literal["queued", "sending", "sent", "failed", "unconfirmed"],
    "problem": Union[str, None],
})

SentReport = TypedDict('SentReport', {
    "reportId": str,
    "frequency": Literal["daily", "weekly", "monthly"],
    "mail": Literal["consumption", "summary", "monthly", "subscription"],
    "startDate": str,
    "endDate": str,
    "origin": Literal["schedule", "request", "subscription"],
    "requestedBy": Union[str, None],
    "provisional": bool,
    "subject": str,
    "createdAt": str,
    "lacking": list['ReportRecipient'],
    "mails": list[dict[str, Any]],
    "restatements": list['SentReport_restatementsItem'],
})

SentReport_restatementsItem = TypedDict('SentReport_restatementsItem', {
    "state": Literal["waiting", "told"],
    "days": list[str],
    "causes": list[str],
    "units": list['SentReport_restatementsItem_unitsItem'],
    "changes": list['SentReport_restatementsItem_changesItem'],
    "decidedAt": Union[str, None],
})

SentReport_restatementsItem_unitsItem = TypedDict('SentReport_restatementsItem_unitsItem', {
    "unitId": str,
    "unitName": str,
})

SentReport_restatementsItem_changesItem = TypedDict('SentReport_restatementsItem_changesItem', {
    "name": str,
    "unit": str,
    "was": Union[float, None],
    "is": Union[float, None],
    "wasBound": Literal["at least", "at most", "open", None],
    "isBound": Literal["at least", "at most", "open", None],
    "hasShare": bool,
})

ReportResendRequest = TypedDict('ReportResendRequest', {
    "reportId": str,
    "emails": NotRequired[list[str]],
})

deleteDisabled_body = TypedDict('deleteDisabled_body', {
    "userId": Union[str, None],
    "reason": NotRequired[str],
})

getAudit_answer = TypedDict('getAudit_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'getAudit_answer_data',
})

getAudit_answer_data = TypedDict('getAudit_answer_data', {
    "rows": list['AuditRow'],
    "next": Union[int, None],
})

getAutomatedReportHistory_answer = TypedDict('getAutomatedReportHistory_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'getAutomatedReportHistory_answer_data',
})

getAutomatedReportHistory_answer_data = TypedDict('getAutomatedReportHistory_answer_data', {
    "reports": list['SentReport'],
    "next": Union[str, None],
})

getOpenapiJson_answer = TypedDict('getOpenapiJson_answer', {
    "openapi": str,
    "info": dict[str, Any],
    "paths": dict[str, Any],
    "components": dict[str, Any],
})

getStatistics_answer = TypedDict('getStatistics_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Statistics',
})

getUnitsByUnitIdMeters_answer = TypedDict('getUnitsByUnitIdMeters_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'getUnitsByUnitIdMeters_answer_data',
})

getUnitsByUnitIdMeters_answer_data = TypedDict('getUnitsByUnitIdMeters_answer_data', {
    "unitId": str,
    "meters": list['Meter'],
})

postAutomatedReportResend_answer = TypedDict('postAutomatedReportResend_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'postAutomatedReportResend_answer_data',
})

postAutomatedReportResend_answer_data = TypedDict('postAutomatedReportResend_answer_data', {
    "recipients": list['ReportRecipient'],
})

postChat_body = TypedDict('postChat_body', {
    "data": dict[str, Any],
})

postDisabled_body = TypedDict('postDisabled_body', {
    "userId": Union[str, None],
    "reason": NotRequired[str],
})

postGloballogs_body = TypedDict('postGloballogs_body', {
    "source": str,
    "title": str,
    "desc": str,
    "group": str,
    "priority": NotRequired[Literal["low", "medium", "high", "critical"]],
    "meta": NotRequired[dict[str, Any]],
})


def deleteAccountsByUserId(client: Client, *, userId: str, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AccountRemoved':
    """Remove an account"""
    return json.loads(client.call('DELETE', '/api/admin/accounts/{userId}', {'userId': userId}, {'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def deleteDeviceKeysByKeyId(client: Client, *, keyId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'DeviceKeyRevoked':
    """Revoke a key"""
    return json.loads(client.call('DELETE', '/api/admin/deviceKeys/{keyId}', {'keyId': keyId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def deleteDisabled(client: Client, *, body: 'deleteDisabled_body', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'DisabledRemoved':
    """Enable an account, or an industry, again"""
    return json.loads(client.call('DELETE', '/api/admin/disabled', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def deleteIndustryByIndustryIdCategoriesByGenerationByCategoryKey(client: Client, *, industryId: str, generation: Literal["categories", "categoriesV2", "standardCategories"], categoryKey: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Remove a category"""
    return json.loads(client.call('DELETE', '/api/admin/industry/{industryId}/categories/{generation}/{categoryKey}', {'industryId': industryId, 'generation': generation, 'categoryKey': categoryKey}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def deleteUnitsByUnitIdMetersByMeterId(client: Client, *, unitId: str, meterId: str, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'MeterTakenBack':
    """Take an installation back"""
    return json.loads(client.call('DELETE', '/api/admin/units/{unitId}/meters/{meterId}', {'unitId': unitId, 'meterId': meterId}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def getAccounts(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'Accounts':
    """Accounts of an industry"""
    return json.loads(client.call('GET', '/api/admin/accounts', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAccountsByUserId(client: Client, *, userId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AccountAnswer':
    """One account"""
    return json.loads(client.call('GET', '/api/admin/accounts/{userId}', {'userId': userId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getArchivedata(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ArchiveList':
    """Archived months"""
    return json.loads(client.call('GET', '/api/admin/archivedata', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAudit(client: Client, *, verb: Optional[str] = None, subject: Optional[str] = None, from_: Optional[str] = None, to: Optional[str] = None, before: Optional[int] = None, limit: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getAudit_answer':
    """Who did what, the newest first"""
    return json.loads(client.call('GET', '/api/admin/audit', {}, {'verb': verb, 'subject': subject, 'from': from_, 'to': to, 'before': before, 'limit': limit}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAuthDocsLogin(client: Client, headers: Optional[dict[str, str]] = None) -> bytes:
    """Form of the documentation login"""
    return client.call('GET', '/api/admin/auth/docsLogin', {}, {}, {}, None, headers)


def getAuthLogin(client: Client, *, tid: str, x_device_id: Optional[str] = None, x_device_type: Optional[str] = None, x_browser_name: Optional[str] = None, x_browser_version: Optional[str] = None, x_os: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'OperatorLogin':
    """Operator single sign-on"""
    return json.loads(client.call('GET', '/api/admin/auth/login', {}, {}, {'x-device-id': x_device_id, 'x-device-type': x_device_type, 'x-browser-name': x_browser_name, 'x-browser-version': x_browser_version, 'x-os': x_os, 'tid': tid}, None, headers))


def getAuthRefresh(client: Client, headers: Optional[dict[str, str]] = None) -> 'OperatorLogin':
    """New access token"""
    return json.loads(client.call('GET', '/api/admin/auth/refresh', {}, {}, {}, None, headers))


def getAutomatedReport(client: Client, *, date: str, types: Literal["daily", "monthly"], formats: Optional[list[Literal["html", "pdf", "xlsx", "csv"]]] = None, test: Optional[bool] = None, force: Optional[bool] = None, emails: Optional[list[str]] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AutomatedReportAnswer':
    """Make and send the reports of a day or a month"""
    return json.loads(client.call('GET', '/api/admin/automated/report', {}, {'date': date, 'types': types, 'formats': formats, 'test': test, 'force': force, 'emails': emails}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAutomatedReportHistory(client: Client, *, before: Optional[str] = None, limit: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getAutomatedReportHistory_answer':
    """Reports that were sent, the newest first"""
    return json.loads(client.call('GET', '/api/admin/automated/report/history', {}, {'before': before, 'limit': limit}, {'targetIndustryId': targetIndustryId}, None, headers))


def getBathyDataProcessorCurve(client: Client, *, unitId: str, date: str, format: Optional[Literal["json", "csv", "svg"]] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """The volume-area-elevation curve of a basin"""
    return client.call('GET', '/api/admin/bathyDataProcessor/curve', {}, {'unitId': unitId, 'date': date, 'format': format}, {'targetIndustryId': targetIndustryId}, None, headers)


def getBpTriggerTrigger(client: Client, *, industryId: str, time: str, source: str, purpose: str, headers: Optional[dict[str, str]] = None) -> 'BatchTriggered':
    """Push the event that runs the batch of an industry"""
    return json.loads(client.call('GET', '/api/admin/bpTrigger/trigger', {}, {'industryId': industryId, 'time': time, 'source': source, 'purpose': purpose}, {}, None, headers))


def getChat(client: Client, *, message: str, groupId: str, headers: Optional[dict[str, str]] = None) -> 'ChatMessageSent':
    """Write a line to a chat space"""
    return json.loads(client.call('GET', '/api/admin/chat', {}, {'message': message, 'groupId': groupId}, {}, None, headers))


def getDeviceKeys(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'DeviceKeys':
    """Keys of an industry, with what was sent with them"""
    return json.loads(client.call('GET', '/api/admin/deviceKeys', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getDeviceKeysByKeyId(client: Client, *, keyId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'DeviceKeyAnswer':
    """One key, with what was sent with it"""
    return json.loads(client.call('GET', '/api/admin/deviceKeys/{keyId}', {'keyId': keyId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getDisabled(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'DisabledList':
    """Who of an industry is disabled"""
    return json.loads(client.call('GET', '/api/admin/disabled', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getDocs(client: Client, headers: Optional[dict[str, str]] = None) -> bytes:
    """Interactive documentation"""
    return client.call('GET', '/api/admin/docs', {}, {}, {}, None, headers)


def getGloballogs(client: Client, *, industryId: Optional[str] = None, unitId: Optional[str] = None, date: Optional[str] = None, month: Optional[str] = None, limit: Optional[int] = None, offset: Optional[int] = None, headers: Optional[dict[str, str]] = None) -> list['GlobalLog']:
    """Log entries, newest first"""
    return json.loads(client.call('GET', '/api/admin/globallogs', {}, {'industryId': industryId, 'unitId': unitId, 'date': date, 'month': month, 'limit': limit, 'offset': offset}, {}, None, headers))


def getIndustry(client: Client, *, isActive: Optional[Literal["true", "false"]] = None, test: Optional[Literal["true", "false"]] = None, timezone: Optional[str] = None, search: Optional[str] = None, limit: Optional[int] = None, offset: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'IndustryList':
    """Industries, by id"""
    return json.loads(client.call('GET', '/api/admin/industry', {}, {'isActive': isActive, 'test': test, 'timezone': timezone, 'search': search, 'limit': limit, 'offset': offset}, {'targetIndustryId': targetIndustryId}, None, headers))


def getIndustryByIndustryId(client: Client, *, industryId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'StoredIndustry':
    """The bundle by which an industry would be provisioned"""
    return json.loads(client.call('GET', '/api/admin/industry/{industryId}', {'industryId': industryId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getIndustryByIndustryIdCategories(client: Client, *, industryId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'CategoryList':
    """Categories of an industry"""
    return json.loads(client.call('GET', '/api/admin/industry/{industryId}/categories', {'industryId': industryId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getIndustryByIndustryIdCategoriesByGenerationByCategoryKey(client: Client, *, industryId: str, generation: Literal["categories", "categoriesV2", "standardCategories"], categoryKey: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'CategoryAnswer':
    """A category"""
    return json.loads(client.call('GET', '/api/admin/industry/{industryId}/categories/{generation}/{categoryKey}', {'industryId': industryId, 'generation': generation, 'categoryKey': categoryKey}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getIndustryByIndustryIdUnits(client: Client, *, industryId: str, status: Optional[Literal["active", "retired", "all"]] = None, standardCategoryId: Optional[str] = None, search: Optional[str] = None, limit: Optional[int] = None, offset: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'UnitListForOperators':
    """Units of an industry with their versions"""
    return json.loads(client.call('GET', '/api/admin/industry/{industryId}/units', {'industryId': industryId}, {'status': status, 'standardCategoryId': standardCategoryId, 'search': search, 'limit': limit, 'offset': offset}, {'targetIndustryId': targetIndustryId}, None, headers))


def getIndustryByIndustryIdUnitsByUnitId(client: Client, *, industryId: str, unitId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'UnitAnswerForOperators':
    """A unit with its versions"""
    return json.loads(client.call('GET', '/api/admin/industry/{industryId}/units/{unitId}', {'industryId': industryId, 'unitId': unitId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getInsights(client: Client, *, date: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'Insights':
    """Insights of a day"""
    return json.loads(client.call('GET', '/api/admin/insights', {}, {'date': date}, {'targetIndustryId': targetIndustryId}, None, headers))


def getOfflineDevicesBatchProcessingInterpolation(client: Client, *, date: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'MissingHours':
    """Hours without any reading, per active industry"""
    return json.loads(client.call('GET', '/api/admin/offlineDevices/batchProcessingInterpolation', {}, {'date': date}, {'targetIndustryId': targetIndustryId}, None, headers))


def getOfflineDevicesOffline(client: Client, *, date: str, view: Optional[Literal["hour", "day", "month"]] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'OfflineDevices':
    """Devices that are silent, in all active industries"""
    return json.loads(client.call('GET', '/api/admin/offlineDevices/offline', {}, {'date': date, 'view': view}, {'targetIndustryId': targetIndustryId}, None, headers))


def getOpenapiJson(client: Client, headers: Optional[dict[str, str]] = None) -> 'getOpenapiJson_answer':
    """This description, OpenAPI 3.1"""
    return json.loads(client.call('GET', '/api/admin/openapi.json', {}, {}, {}, None, headers))


def getPlcEventStreamData(client: Client, headers: Optional[dict[str, str]] = None) -> 'TestEvent':
    """Publish a test event"""
    return json.loads(client.call('GET', '/api/admin/plcEventStream/data', {}, {}, {}, None, headers))


def getShiftMonitoringRecentShiftStarts(client: Client, *, source: str, purpose: str, headers: Optional[dict[str, str]] = None) -> 'RecentShiftStarts':
    """Trigger the batch of industries whose shift starts about now"""
    return json.loads(client.call('GET', '/api/admin/shift-monitoring/recent-shift-starts', {}, {'source': source, 'purpose': purpose}, {}, None, headers))


def getStatistics(client: Client, headers: Optional[dict[str, str]] = None) -> 'getStatistics_answer':
    """How the installation is: storage, queues, proofs, silence"""
    return json.loads(client.call('GET', '/api/admin/statistics', {}, {}, {}, None, headers))


def getStream(client: Client, *, lastEventId: Optional[str] = None, Last_Event_ID: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """What operators are told, as it happens"""
    return client.call('GET', '/api/admin/stream', {}, {'lastEventId': lastEventId}, {'Last-Event-ID': Last_Event_ID}, None, headers)


def getUnitsByUnitIdMeters(client: Client, *, unitId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getUnitsByUnitIdMeters_answer':
    """Meters of a unit, in the order of their installation"""
    return json.loads(client.call('GET', '/api/admin/units/{unitId}/meters', {'unitId': unitId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getValidateBatchProcessing(client: Client, *, groupId: str, date: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProcessedDataReport':
    """Which industries miss processed data of a day"""
    return json.loads(client.call('GET', '/api/admin/validate/batchProcessing', {}, {'groupId': groupId, 'date': date}, {'targetIndustryId': targetIndustryId}, None, headers))


def getValidateChecks(client: Client, *, date: str, checks: Optional[str] = None, groupId: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ValidationReport':
    """Check the readings of a day"""
    return json.loads(client.call('GET', '/api/admin/validate/checks', {}, {'date': date, 'checks': checks, 'groupId': groupId}, {'targetIndustryId': targetIndustryId}, None, headers))


def getValidateReverseFlow(client: Client, *, groupId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ValidationReport':
    """Meters that run backwards"""
    return json.loads(client.call('GET', '/api/admin/validate/reverseFlow', {}, {'groupId': groupId}, {'targetIndustryId': targetIndustryId}, None, headers))


def getValidateStreamBackend(client: Client, headers: Optional[dict[str, str]] = None) -> 'StreamProbe':
    """Ask the event stream whether it answers"""
    return json.loads(client.call('GET', '/api/admin/validate/stream_backend', {}, {}, {}, None, headers))


def getValidateUnitReset(client: Client, *, unitsList: list[str], headers: Optional[dict[str, str]] = None) -> 'UnitReset':
    """Send a reset message to devices"""
    return json.loads(client.call('GET', '/api/admin/validate/unitReset', {}, {'unitsList': unitsList}, {}, None, headers))


def getWorkspace(client: Client, headers: Optional[dict[str, str]] = None) -> 'Workspace':
    """All industries"""
    return json.loads(client.call('GET', '/api/admin/workspace', {}, {}, {}, None, headers))


def patchAccountsByUserId(client: Client, *, body: 'AccountPatch', userId: str, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AccountChanged':
    """Change an account"""
    return json.loads(client.call('PATCH', '/api/admin/accounts/{userId}', {'userId': userId}, {'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def patchGloballogs(client: Client, *, id: str, owner: Optional[str] = None, priority: Optional[Literal["low", "medium", "high", "critical"]] = None, status: Optional[Literal["open", "acknowledged", "resolved"]] = None, date: Optional[str] = None, month: Optional[str] = None, meta: Optional[str] = None, source: Optional[str] = None, title: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'GlobalLogAnswer':
    """Change a log entry"""
    return json.loads(client.call('PATCH', '/api/admin/globallogs', {}, {'id': id, 'owner': owner, 'priority': priority, 'status': status, 'date': date, 'month': month, 'meta': meta, 'source': source, 'title': title}, {'If-Match': If_Match}, None, headers))


def patchIndustryByIndustryId(client: Client, *, body: 'IndustryPatch', industryId: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Change fields of an industry"""
    return json.loads(client.call('PATCH', '/api/admin/industry/{industryId}', {'industryId': industryId}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def patchIndustryByIndustryIdCategoriesByGenerationByCategoryKey(client: Client, *, body: 'CategoryPatch', industryId: str, generation: Literal["categories", "categoriesV2", "standardCategories"], categoryKey: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Change a category"""
    return json.loads(client.call('PATCH', '/api/admin/industry/{industryId}/categories/{generation}/{categoryKey}', {'industryId': industryId, 'generation': generation, 'categoryKey': categoryKey}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def patchIndustryByIndustryIdUnitsByUnitId(client: Client, *, body: 'UnitPatch', industryId: str, unitId: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Change a unit"""
    return json.loads(client.call('PATCH', '/api/admin/industry/{industryId}/units/{unitId}', {'industryId': industryId, 'unitId': unitId}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def patchUnitsByUnitIdMetersByMeterId(client: Client, *, body: 'MeterPatch', unitId: str, meterId: str, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'MeterRegistered':
    """Correct what is known of a meter"""
    return json.loads(client.call('PATCH', '/api/admin/units/{unitId}/meters/{meterId}', {'unitId': unitId, 'meterId': meterId}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def postAccounts(client: Client, *, body: 'AccountBody', reason: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AccountCreated':
    """Create an account"""
    return json.loads(client.call('POST', '/api/admin/accounts', {}, {'reason': reason}, {'targetIndustryId': targetIndustryId}, body, headers))


def postAccountsByUserIdResetPassword(client: Client, *, body: 'PasswordResetBody', userId: str, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'PasswordResetMade':
    """Have a new password set by a link"""
    return json.loads(client.call('POST', '/api/admin/accounts/{userId}/resetPassword', {'userId': userId}, {'reason': reason}, {'targetIndustryId': targetIndustryId}, body, headers))


def postArchivedataToBlob(client: Client, *, fromMonthYear: str, toMonthYear: Optional[str] = None, deleteData: Optional[bool] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ArchivedMonths':
    """Archive business months"""
    return json.loads(client.call('POST', '/api/admin/archivedata/to_blob', {}, {'fromMonthYear': fromMonthYear, 'toMonthYear': toMonthYear, 'deleteData': deleteData}, {'targetIndustryId': targetIndustryId}, None, headers))


def postArchivedataToDb(client: Client, *, month: str, year: str, deleteBlob: Optional[bool] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'RestoredMonth':
    """Restore a business month from its archive"""
    return json.loads(client.call('POST', '/api/admin/archivedata/to_db', {}, {'deleteBlob': deleteBlob}, {'targetIndustryId': targetIndustryId, 'month': month, 'year': year}, None, headers))


def postAuthDocsLogin(client: Client, *, body: Any, headers: Optional[dict[str, str]] = None) -> bytes:
    """Documentation login"""
    return client.call('POST', '/api/admin/auth/docsLogin', {}, {}, {}, body, headers)


def postAutomatedReportResend(client: Client, *, body: 'ReportResendRequest', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postAutomatedReportResend_answer':
    """Send a report again"""
    return json.loads(client.call('POST', '/api/admin/automated/report/resend', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postBathyDataProcessorProcess(client: Client, *, body: Any, unitId: str, date: str, confidenceThreshold: Optional[float] = None, distanceThresholdMetersMin: Optional[float] = None, distanceThresholdMetersMax: Optional[float] = None, depthSimilarityRatio: Optional[float] = None, includeAllData: Optional[bool] = None, includeIntermediate: Optional[bool] = None, compressedOnly: Optional[bool] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'SurveyProcessed':
    """Turn soundings of a basin into its volume-area-elevation curve"""
    return json.loads(client.call('POST', '/api/admin/bathyDataProcessor/process', {}, {'unitId': unitId, 'date': date, 'confidenceThreshold': confidenceThreshold, 'distanceThresholdMetersMin': distanceThresholdMetersMin, 'distanceThresholdMetersMax': distanceThresholdMetersMax, 'depthSimilarityRatio': depthSimilarityRatio, 'includeAllData': includeAllData, 'includeIntermediate': includeIntermediate, 'compressedOnly': compressedOnly}, {'targetIndustryId': targetIndustryId}, body, headers))


def postChat(client: Client, *, body: 'postChat_body', groupId: str, headers: Optional[dict[str, str]] = None) -> 'ChatMessageSent':
    """Write a structured message to a chat space"""
    return json.loads(client.call('POST', '/api/admin/chat', {}, {'groupId': groupId}, {}, body, headers))


def postDeviceKeys(client: Client, *, body: 'DeviceKeyBody', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'DeviceKeyCreated':
    """Create a key"""
    return json.loads(client.call('POST', '/api/admin/deviceKeys', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postDeviceKeysByKeyIdRotate(client: Client, *, body: Optional['DeviceKeyRotation'] = None, keyId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'DeviceKeyRotated':
    """Put another key in its place"""
    return json.loads(client.call('POST', '/api/admin/deviceKeys/{keyId}/rotate', {'keyId': keyId}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postDisabled(client: Client, *, body: 'postDisabled_body', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'DisabledAdded':
    """Disable an account, or an industry"""
    return json.loads(client.call('POST', '/api/admin/disabled', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postGloballogs(client: Client, *, body: 'postGloballogs_body', headers: Optional[dict[str, str]] = None) -> 'GlobalLogAnswer':
    """Write a log entry"""
    return json.loads(client.call('POST', '/api/admin/globallogs', {}, {}, {}, body, headers))


def postIndustry(client: Client, *, body: 'IndustryBundle', dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Create an industry, or replace it by its bundle"""
    return json.loads(client.call('POST', '/api/admin/industry', {}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def postIndustryByIndustryIdCategoriesByGenerationByCategoryKey(client: Client, *, body: 'CategoryBody', industryId: str, generation: Literal["categories", "categoriesV2", "standardCategories"], categoryKey: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Create a category"""
    return json.loads(client.call('POST', '/api/admin/industry/{industryId}/categories/{generation}/{categoryKey}', {'industryId': industryId, 'generation': generation, 'categoryKey': categoryKey}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def postIndustryByIndustryIdDeactivate(client: Client, *, industryId: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Deactivate an industry"""
    return json.loads(client.call('POST', '/api/admin/industry/{industryId}/deactivate', {'industryId': industryId}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def postIndustryByIndustryIdReactivate(client: Client, *, industryId: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Make an inactive industry active again"""
    return json.loads(client.call('POST', '/api/admin/industry/{industryId}/reactivate', {'industryId': industryId}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def postIndustryByIndustryIdUnits(client: Client, *, body: 'UnitBody', industryId: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Create a unit"""
    return json.loads(client.call('POST', '/api/admin/industry/{industryId}/units', {'industryId': industryId}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def postIndustryByIndustryIdUnitsByUnitIdRestore(client: Client, *, industryId: str, unitId: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Bring a retired unit back"""
    return json.loads(client.call('POST', '/api/admin/industry/{industryId}/units/{unitId}/restore', {'industryId': industryId, 'unitId': unitId}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def postIndustryByIndustryIdUnitsByUnitIdRetire(client: Client, *, industryId: str, unitId: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Take a unit out of use"""
    return json.loads(client.call('POST', '/api/admin/industry/{industryId}/units/{unitId}/retire', {'industryId': industryId, 'unitId': unitId}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def postInsights(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'InsightsAsked':
    """Compute and store today's insights of all active industries"""
    return json.loads(client.call('POST', '/api/admin/insights', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def postNotification(client: Client, *, body: Any, headers: Optional[dict[str, str]] = None) -> 'NotificationSent':
    """Tell the admin dashboards that are open at this moment"""
    return json.loads(client.call('POST', '/api/admin/notification', {}, {}, {}, body, headers))


def postUnitsByUnitIdMeters(client: Client, *, body: 'MeterInstallation', unitId: str, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'MeterRegistered':
    """Register that another meter was installed"""
    return json.loads(client.call('POST', '/api/admin/units/{unitId}/meters', {'unitId': unitId}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))
