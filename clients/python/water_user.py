# Made from the OpenAPI document by `npm run clients`.
import json
from typing import Any, Literal, NotRequired, Optional, TypedDict, Union

from water import Client


Login = TypedDict('Login', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Login_data',
    "token": str,
    "refreshToken": str,
    "loginData": 'Login_loginData',
    "permissions": list[str],
})

Login_data = TypedDict('Login_data', {
    "access_token": str,
    "refresh_token": str,
    "user": 'Login_data_user',
    "expiresIn": int,
})

Login_data_user = TypedDict('Login_data_user', {
    "userId": str,
    "email": str,
    "username": str,
    "role": Literal["user", "admin", "guest"],
    "industryId": str,
    "industryName": str,
})

Login_loginData = TypedDict('Login_loginData', {
    "userId": str,
    "name": str,
    "email": str,
    "role": Literal["user", "admin", "guest"],
})

OtpSent = TypedDict('OtpSent', {
    "status": Literal["Success"],
    "message": str,
    "otpTimestamp": str,
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

Done = TypedDict('Done', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
})

ForgottenPassword = TypedDict('ForgottenPassword', {
    "username": NotRequired[str],
    "email": NotRequired[str],
})

NotRegistered = TypedDict('NotRegistered', {
    "error": Literal["SSO_NOT_REGISTERED"],
    "email": str,
    "name": str,
    "provider": str,
})

Refreshed = TypedDict('Refreshed', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Refreshed_data',
    "token": str,
    "refreshToken": str,
})

Refreshed_data = TypedDict('Refreshed_data', {
    "access_token": str,
    "refresh_token": str,
    "expiresIn": int,
})

RefreshedShort = TypedDict('RefreshedShort', {
    "token": str,
    "refreshToken": str,
})

People = TypedDict('People', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'People_data',
})

People_data = TypedDict('People_data', {
    "accounts": list['Person'],
    "total": int,
})

Person = dict[str, Any]

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

Invited = TypedDict('Invited', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Invited_data',
})

Invited_data = TypedDict('Invited_data', {
    "link": Union[str, None],
    "expiresAt": Union[str, None],
    "account": 'Account',
})

InvitationBody = TypedDict('InvitationBody', {
    "email": str,
    "username": str,
    "role": NotRequired[Literal["user", "admin", "guest"]],
    "permissions": NotRequired[list[str]],
    "by": NotRequired[Literal["mail", "hand"]],
})

PersonDisabled = TypedDict('PersonDisabled', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
})

DisabledFlag = TypedDict('DisabledFlag', {
    "disabled": bool,
})

LinkMade = TypedDict('LinkMade', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'LinkMade_data',
})

LinkMade_data = TypedDict('LinkMade_data', {
    "link": Union[str, None],
    "expiresAt": Union[str, None],
})

PasswordResetBody = TypedDict('PasswordResetBody', {
    "by": Literal["mail", "hand"],
})

PersonChanged = TypedDict('PersonChanged', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Account',
})

PersonPatch = TypedDict('PersonPatch', {
    "email": NotRequired[str],
    "username": NotRequired[str],
    "role": NotRequired[Literal["user", "admin", "guest"]],
    "permissions": NotRequired[list[str]],
    "phoneNo": NotRequired[Union[str, None]],
})

PersonRemoved = TypedDict('PersonRemoved', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
})

Profile = TypedDict('Profile', {
    "userId": str,
    "email": str,
    "username": str,
    "role": Literal["user", "admin", "guest"],
    "permissions": list[str],
    "industryId": str,
    "industryName": str,
    "emailIds": list[str],
    "phoneNo": Union[str, None],
    "morningMail": bool,
    "language": Literal["en", "hi", None],
    "clock": 'Profile_clock',
})

Profile_clock = TypedDict('Profile_clock', {
    "industryId": str,
    "industryName": str,
    "timezone": str,
    "startAt": str,
    "today": str,
})

Session = TypedDict('Session', {
    "sessionId": str,
    "deviceId": str,
    "deviceType": Union[str, None],
    "browser": Union[str, None],
    "os": Union[str, None],
    "since": str,
    "lastSeen": str,
    "current": bool,
})

BatchProcessAnswer = TypedDict('BatchProcessAnswer', {
    "status": Literal["success"],
    "data": NotRequired['BatchProcessAnswer_data'],
})

BatchProcessAnswer_data = TypedDict('BatchProcessAnswer_data', {
    "days": int,
    "daysNotEnded": int,
    "daysSealed": int,
    "sealed": NotRequired[list['BatchProcessAnswer_data_sealedItem']],
    "daysBeforeReadings": int,
    "daysUnchanged": int,
    "staleDaysLeft": NotRequired[int],
    "computed": 'BatchProcessAnswer_data_computed',
    "written": Union['BatchProcessAnswer_data_written', None],
    "wouldWrite": Union['BatchProcessAnswer_data_wouldWrite', None],
})

BatchProcessAnswer_data_sealedItem = TypedDict('BatchProcessAnswer_data_sealedItem', {
    "from": str,
    "to": str,
})

BatchProcessAnswer_data_computed = TypedDict('BatchProcessAnswer_data_computed', {
    "daily": int,
    "monthly": int,
    "yearly": int,
})

BatchProcessAnswer_data_written = TypedDict('BatchProcessAnswer_data_written', {
    "daily": int,
    "monthly": int,
    "yearly": int,
})

BatchProcessAnswer_data_wouldWrite = TypedDict('BatchProcessAnswer_data_wouldWrite', {
    "daily": 'BatchProcessAnswer_data_wouldWrite_daily',
    "monthly": 'BatchProcessAnswer_data_wouldWrite_monthly',
    "yearly": 'BatchProcessAnswer_data_wouldWrite_yearly',
})

BatchProcessAnswer_data_wouldWrite_daily = TypedDict('BatchProcessAnswer_data_wouldWrite_daily', {
    "inserted": int,
    "changed": int,
    "unchanged": int,
    "ids": NotRequired[list[str]],
})

BatchProcessAnswer_data_wouldWrite_monthly = TypedDict('BatchProcessAnswer_data_wouldWrite_monthly', {
    "inserted": int,
    "changed": int,
    "unchanged": int,
    "ids": NotRequired[list[str]],
})

BatchProcessAnswer_data_wouldWrite_yearly = TypedDict('BatchProcessAnswer_data_wouldWrite_yearly', {
    "inserted": int,
    "changed": int,
    "unchanged": int,
    "ids": NotRequired[list[str]],
})

BatchAnswer = TypedDict('BatchAnswer', {
    "status": Literal["success"],
    "data": 'BatchAnswer_data',
})

BatchAnswer_data = TypedDict('BatchAnswer_data', {
    "days": int,
    "daysNotEnded": int,
    "daysSealed": int,
    "sealed": NotRequired[list['BatchAnswer_data_sealedItem']],
    "daysBeforeReadings": int,
    "daysUnchanged": int,
    "staleDaysLeft": NotRequired[int],
    "computed": 'BatchAnswer_data_computed',
    "written": Union['BatchAnswer_data_written', None],
    "wouldWrite": Union['BatchAnswer_data_wouldWrite', None],
})

BatchAnswer_data_sealedItem = TypedDict('BatchAnswer_data_sealedItem', {
    "from": str,
    "to": str,
})

BatchAnswer_data_computed = TypedDict('BatchAnswer_data_computed', {
    "daily": int,
    "monthly": int,
    "yearly": int,
})

BatchAnswer_data_written = TypedDict('BatchAnswer_data_written', {
    "daily": int,
    "monthly": int,
    "yearly": int,
})

BatchAnswer_data_wouldWrite = TypedDict('BatchAnswer_data_wouldWrite', {
    "daily": 'BatchAnswer_data_wouldWrite_daily',
    "monthly": 'BatchAnswer_data_wouldWrite_monthly',
    "yearly": 'BatchAnswer_data_wouldWrite_yearly',
})

BatchAnswer_data_wouldWrite_daily = TypedDict('BatchAnswer_data_wouldWrite_daily', {
    "inserted": int,
    "changed": int,
    "unchanged": int,
    "ids": NotRequired[list[str]],
})

BatchAnswer_data_wouldWrite_monthly = TypedDict('BatchAnswer_data_wouldWrite_monthly', {
    "inserted": int,
    "changed": int,
    "unchanged": int,
    "ids": NotRequired[list[str]],
})

BatchAnswer_data_wouldWrite_yearly = TypedDict('BatchAnswer_data_wouldWrite_yearly', {
    "inserted": int,
    "changed": int,
    "unchanged": int,
    "ids": NotRequired[list[str]],
})

DeviceDataV1 = TypedDict('DeviceDataV1', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'DeviceDataV1_data',
})

DeviceDataV1_data = TypedDict('DeviceDataV1_data', {
    "units": list['DeviceDataV1Unit'],
    "comparison": Union['DeviceDataV1_data_comparison', None],
    "lastUpdatedTime": Union[str, None],
    "qualityWeek": Union['DeviceDataV1_data_qualityWeek', None],
})

DeviceDataV1_data_comparison = TypedDict('DeviceDataV1_data_comparison', {
    "units": list['DeviceDataV1Unit'],
})

DeviceDataV1_data_qualityWeek = TypedDict('DeviceDataV1_data_qualityWeek', {
    "units": list['DeviceDataV1Unit'],
    "comparison": Union[list['DeviceDataV1Unit'], None],
})

DeviceDataV1Unit = TypedDict('DeviceDataV1Unit', {
    "unitId": str,
    "unitName": str,
    "categoryType": str,
    "readings": list['DeviceDataV1Unit_readingsItem'],
    "statistics": 'DeviceDataV1Unit_statistics',
    "unheard": NotRequired['Unheard'],
    "latest": NotRequired[Union['DeviceDataV1Unit_latest', None]],
})

DeviceDataV1Unit_readingsItem = TypedDict('DeviceDataV1Unit_readingsItem', {
    "timestamp": str,
    "value": Union[float, dict[str, Any], None],
    "unit": str,
    "status": Literal["ok", "estimated", "missing", "upcoming"],
    "coverage": Union[float, None],
    "estimatedShare": Union[float, None],
    "bound": NotRequired[Literal["at least", "at most", "open", None]],
})

DeviceDataV1Unit_statistics = TypedDict('DeviceDataV1Unit_statistics', {
    "min": Union[float, dict[str, Any], None],
    "max": Union[float, dict[str, Any], None],
    "avg": Union[float, dict[str, Any], None],
    "total": Union[float, dict[str, Any], None],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

DeviceDataV1Unit_latest = TypedDict('DeviceDataV1Unit_latest', {
    "timestamp": str,
    "value": Union[float, dict[str, Any], None],
    "register": Union[float, None],
    "unit": str,
    "status": Literal["ok", "estimated", "missing", "upcoming"],
})

Unheard = TypedDict('Unheard', {
    "value": float,
    "from": str,
    "to": str,
    "times": int,
    "silences": int,
    "silent": NotRequired['Unheard_silent'],
})

Unheard_silent = TypedDict('Unheard_silent', {
    "value": float,
    "from": str,
    "to": str,
})

DeviceDataV2 = Union['DeviceDataV2Item', 'DeviceDataV2Item1', 'DeviceDataV2Item2', 'DeviceDataV2Item3']

DeviceDataV2Item = TypedDict('DeviceDataV2Item', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'DeviceDataCategory',
    "unitFound": NotRequired[Literal[False]],
})

DeviceDataV2Item1 = TypedDict('DeviceDataV2Item1', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'DeviceDataOneUnit',
})

DeviceDataV2Item2 = TypedDict('DeviceDataV2Item2', {
    "data": list['DeviceDataV2Item2_dataItem'],
    "unitFound": NotRequired[Literal[False]],
})

DeviceDataV2Item2_dataItem = TypedDict('DeviceDataV2Item2_dataItem', {
    "unitId": str,
    "timestamp": str,
    "value": Union[float, dict[str, Any], None],
})

DeviceDataV2Item3 = TypedDict('DeviceDataV2Item3', {
    "categories": list['DeviceDataV2Item3_categoriesItem'],
    "total": 'DeviceDataV2Item3_total',
    "unitFound": NotRequired[Literal[False]],
})

DeviceDataV2Item3_categoriesItem = TypedDict('DeviceDataV2Item3_categoriesItem', {
    "categoryId": str,
    "data": 'DeviceDataCategory',
})

DeviceDataV2Item3_total = TypedDict('DeviceDataV2Item3_total', {
    "value": Union[float, None],
    "siUnit": Union[str, None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

DeviceDataCategory = TypedDict('DeviceDataCategory', {
    "subCategories": list['DeviceDataSubCategory'],
    "value": Union[float, None],
    "siUnit": Union[str, None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "categoryId": str,
    "standardCategoryId": str,
    "lastUpdatedTime": Union[str, None],
    "comparison": Union['DeviceDataCategory_comparison', None],
})

DeviceDataCategory_comparison = TypedDict('DeviceDataCategory_comparison', {
    "subCategories": list['DeviceDataSubCategory'],
    "value": Union[float, None],
    "siUnit": Union[str, None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

DeviceDataSubCategory = TypedDict('DeviceDataSubCategory', {
    "id": str,
    "displayName": str,
    "value": Union[float, None],
    "siUnit": Union[str, None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "units": list['DeviceDataUnit'],
})

DeviceDataUnit = TypedDict('DeviceDataUnit', {
    "unitId": str,
    "unitName": str,
    "standardCategoryId": str,
    "siUnit": str,
    "value": Union[float, dict[str, Any], None],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "data": list['DeviceDataUnit_dataItem'],
    "meta": dict[str, Any],
    "unheard": NotRequired['Unheard'],
    "params": NotRequired[dict[str, Any]],
    "paramValue": NotRequired[dict[str, Any]],
})

DeviceDataUnit_dataItem = TypedDict('DeviceDataUnit_dataItem', {
    "x": str,
    "y": Union[float, dict[str, Any], None],
    "coverage": Union[float, None],
    "estimatedShare": Union[float, None],
    "bound": NotRequired[Literal["at least", "at most", "open", None]],
    "offlineCount": float,
    "offlineDuration": float,
    "ir": NotRequired[Union[float, None]],
    "fr": NotRequired[Union[float, None]],
    "offlineValue": NotRequired[Union[float, None]],
    "unheard": NotRequired['Unheard'],
    "nonZero": NotRequired[Union[float, None]],
    "energySaved": NotRequired[Union[float, None]],
    "energySavedCoverage": NotRequired[Union[float, None]],
    "y1": NotRequired[Union[float, None]],
    "percentage": NotRequired[Union[float, None]],
    "average": NotRequired[Union[float, None]],
    "py": NotRequired[dict[str, Any]],
})

DeviceDataOneUnit = dict[str, Any]

DeviceDataCompared = TypedDict('DeviceDataCompared', {
    "data1": 'DeviceDataCompared_data1',
    "data2": 'DeviceDataCompared_data2',
})

DeviceDataCompared_data1 = TypedDict('DeviceDataCompared_data1', {
    "subCategories": list['DeviceDataSubCategory'],
    "siUnit": Union[str, None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "lastUpdatedTime": Union[str, None],
    "comparison": NotRequired['DeviceDataCompared_data1_comparison'],
    "notFound": NotRequired[list[str]],
})

DeviceDataCompared_data1_comparison = TypedDict('DeviceDataCompared_data1_comparison', {
    "subCategories": list['DeviceDataSubCategory'],
    "siUnit": Union[str, None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

DeviceDataCompared_data2 = TypedDict('DeviceDataCompared_data2', {
    "subCategories": list['DeviceDataSubCategory'],
    "siUnit": Union[str, None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "lastUpdatedTime": Union[str, None],
    "comparison": NotRequired['DeviceDataCompared_data2_comparison'],
    "notFound": NotRequired[list[str]],
})

DeviceDataCompared_data2_comparison = TypedDict('DeviceDataCompared_data2_comparison', {
    "subCategories": list['DeviceDataSubCategory'],
    "siUnit": Union[str, None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

GranularData = TypedDict('GranularData', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'GranularData_data',
})

GranularData_data = TypedDict('GranularData_data', {
    "unitId": str,
    "unitName": str,
    "siUnit": str,
    "interval": int,
    "readings": list['GranularData_data_readingsItem'],
})

GranularData_data_readingsItem = TypedDict('GranularData_data_readingsItem', {
    "x": str,
    "value": Union[float, dict[str, Any], None],
    "register": Union[float, None],
    "params": NotRequired[dict[str, Any]],
    "slotsExpected": int,
    "slotsGenuine": int,
    "readings": int,
    "estimated": int,
})

DocumentChanges = TypedDict('DocumentChanges', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'DocumentChanges_data',
})

DocumentChanges_data = TypedDict('DocumentChanges_data', {
    "changes": list['DocumentChange'],
    "next": str,
    "hasMore": bool,
})

DocumentChange = TypedDict('DocumentChange', {
    "id": str,
    "period": Literal["daily", "monthly", "yearly"],
    "unitId": str,
    "start": str,
    "oldValue": Union[float, dict[str, Any], None],
    "newValue": Union[float, dict[str, Any], None],
    "causes": list[str],
    "document": 'ProcessedDocument',
})

ProcessedDocument = TypedDict('ProcessedDocument', {
    "id": str,
    "unitId": str,
    "industryId": str,
    "date": NotRequired[str],
    "month": NotRequired[str],
    "year": NotRequired[str],
    "value": Union[float, dict[str, Any], None],
    "paramValue": NotRequired[dict[str, Any]],
    "meta": 'ProcessedDocument_meta',
    "tag": str,
    "provenance": 'ProcessedDocument_provenance',
    "hourly": NotRequired[list['DocumentEntry']],
    "daily": NotRequired[list['DocumentEntry']],
    "monthly": NotRequired[list['DocumentEntry']],
})

ProcessedDocument_meta = TypedDict('ProcessedDocument_meta', {
    "flowFactor": NotRequired[float],
    "ir": NotRequired[Union[float, None]],
    "fr": NotRequired[Union[float, None]],
    "nonZero": NotRequired[float],
    "energySaved": NotRequired[float],
    "energySavedCoverage": NotRequired[float],
    "maxCapacity": NotRequired[Union[float, None]],
    "percentage": NotRequired[Union[float, None]],
    "openingStock": NotRequired[float],
    "average": NotRequired[float],
    "lastEpoch": NotRequired[Union[float, None]],
    "offlineCount": float,
    "offlineDuration": float,
    "offlineValue": NotRequired[float],
    "unheard": NotRequired['Unheard'],
    "meters": NotRequired[list['ProcessedDocument_meta_metersItem']],
})

ProcessedDocument_meta_metersItem = TypedDict('ProcessedDocument_meta_metersItem', {
    "installedAt": str,
    "finalRegisterOfOld": Union[float, None],
    "initialRegister": Union[float, None],
    "firstRegister": Union[float, None],
})

ProcessedDocument_provenance = TypedDict('ProcessedDocument_provenance', {
    "slotsExpected": float,
    "slotsGenuine": float,
    "readingsUsed": float,
    "readingsEstimated": float,
    "lastEpoch": Union[float, None],
    "coverageRatio": Union[float, None],
    "estimatedShare": Union[float, None],
    "algorithmVersion": float,
    "provisional": NotRequired[Literal[True]],
    "failed": NotRequired[Literal[True]],
    "bound": NotRequired[Literal["at least", "at most", "open", None]],
    "meters": NotRequired[int],
    "metersMeasured": NotRequired[int],
    "computedAt": str,
})

DocumentEntry = TypedDict('DocumentEntry', {
    "x": str,
    "y": Union[float, dict[str, Any], None],
    "ir": NotRequired[Union[float, None]],
    "fr": NotRequired[Union[float, None]],
    "y1": NotRequired[Union[float, None]],
    "py": NotRequired[dict[str, Any]],
    "percentage": NotRequired[Union[float, None]],
    "average": NotRequired[Union[float, None]],
    "nonZero": NotRequired[float],
    "energySaved": NotRequired[float],
    "energySavedCoverage": NotRequired[float],
    "offlineCount": float,
    "offlineDuration": float,
    "offlineIntervals": NotRequired[list['DocumentEntry_offlineIntervalsItem']],
    "offlineValue": NotRequired[float],
    "unheard": NotRequired[Union['Unheard', None]],
    "coverage": Union[float, None],
    "estimatedShare": NotRequired[Union[float, None]],
    "bound": NotRequired[Literal["at least", "at most", "open", None]],
    "meta": 'DocumentEntry_meta',
})

DocumentEntry_offlineIntervalsItem = TypedDict('DocumentEntry_offlineIntervalsItem', {
    "from": str,
    "to": str,
})

DocumentEntry_meta = TypedDict('DocumentEntry_meta', {
    "lastEpoch": Union[float, None],
})

LandingPage = TypedDict('LandingPage', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'LandingPage_data',
})

LandingPage_data = TypedDict('LandingPage_data', {
    "date": str,
    "period": Literal["today", "yesterday", "week", "month"],
    "summary": 'LandingPage_data_summary',
    "alerts": 'LandingPage_data_alerts',
    "devices": 'LandingPage_data_devices',
})

LandingPage_data_summary = TypedDict('LandingPage_data_summary', {
    "water": 'LandingPage_data_summary_water',
    "energy": 'LandingPage_data_summary_energy',
    "quality": 'LandingPage_data_summary_quality',
})

LandingPage_data_summary_water = TypedDict('LandingPage_data_summary_water', {
    "total": Union[float, None],
    "unit": Union[str, None],
    "change": Union[float, None],
    "status": Literal["ok", "partial", "missing", "upcoming"],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "monthToDate": 'LandingPage_data_summary_water_monthToDate',
    "yearToDate": 'LandingPage_data_summary_water_yearToDate',
})

LandingPage_data_summary_water_monthToDate = TypedDict('LandingPage_data_summary_water_monthToDate', {
    "total": Union[float, None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

LandingPage_data_summary_water_yearToDate = TypedDict('LandingPage_data_summary_water_yearToDate', {
    "total": Union[float, None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

LandingPage_data_summary_energy = TypedDict('LandingPage_data_summary_energy', {
    "total": Union[float, None],
    "unit": Union[str, None],
    "change": Union[float, None],
    "status": Literal["ok", "partial", "missing", "upcoming"],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "monthToDate": 'LandingPage_data_summary_energy_monthToDate',
    "yearToDate": 'LandingPage_data_summary_energy_yearToDate',
})

LandingPage_data_summary_energy_monthToDate = TypedDict('LandingPage_data_summary_energy_monthToDate', {
    "total": Union[float, None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

LandingPage_data_summary_energy_yearToDate = TypedDict('LandingPage_data_summary_energy_yearToDate', {
    "total": Union[float, None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

LandingPage_data_summary_quality = TypedDict('LandingPage_data_summary_quality', {
    "status": Literal["ok", "partial", "missing", "upcoming"],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "parameters": dict[str, Any],
})

LandingPage_data_alerts = TypedDict('LandingPage_data_alerts', {
    "active": Union[float, None],
    "critical": Union[float, None],
    "high": Union[float, None],
})

LandingPage_data_devices = TypedDict('LandingPage_data_devices', {
    "total": int,
    "online": int,
    "offline": int,
})

OverviewAnswer = TypedDict('OverviewAnswer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'OverviewAnswer_data',
})

OverviewAnswer_data = TypedDict('OverviewAnswer_data', {
    "date": str,
    "running": bool,
    "stale": bool,
    "lastUpdatedTime": Union[str, None],
    "comparedHours": Union[int, None],
    "dayBefore": str,
    "weekBefore": str,
    "categories": list['OverviewAnswer_data_categoriesItem'],
    "balance": 'OverviewAnswer_data_balance',
    "silent": list['OverviewAnswer_data_silentItem'],
    "usual": NotRequired[Union['OverviewAnswer_data_usual', None]],
    "usualBefore": NotRequired[Union['OverviewAnswer_data_usualBefore', None]],
})

OverviewAnswer_data_categoriesItem = TypedDict('OverviewAnswer_data_categoriesItem', {
    "categoryId": str,
    "standardCategoryId": str,
    "side": Literal["in", "out", "stock", "energy", "quality", "level", "other"],
    "value": Union[float, None],
    "siUnit": Union[str, None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "comparedValue": Union[float, None],
    "compared": 'OverviewAnswer_data_categoriesItem_compared',
    "dayBefore": 'OverviewAnswer_data_categoriesItem_dayBefore',
    "weekBefore": 'OverviewAnswer_data_categoriesItem_weekBefore',
    "hours": list['OverviewAnswer_data_categoriesItem_hoursItem'],
    "subCategories": list['OverviewAnswer_data_categoriesItem_subCategoriesItem'],
})

OverviewAnswer_data_categoriesItem_compared = TypedDict('OverviewAnswer_data_categoriesItem_compared', {
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

OverviewAnswer_data_categoriesItem_dayBefore = TypedDict('OverviewAnswer_data_categoriesItem_dayBefore', {
    "value": Union[float, None],
    "changePercent": Union[float, None],
    "why": Literal["missing", "little measured", "other meters", None],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

OverviewAnswer_data_categoriesItem_weekBefore = TypedDict('OverviewAnswer_data_categoriesItem_weekBefore', {
    "value": Union[float, None],
    "changePercent": Union[float, None],
    "why": Literal["missing", "little measured", "other meters", None],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

OverviewAnswer_data_categoriesItem_hoursItem = TypedDict('OverviewAnswer_data_categoriesItem_hoursItem', {
    "x": str,
    "y": Union[float, None],
    "bound": Literal["at least", "at most", "open", None],
})

OverviewAnswer_data_categoriesItem_subCategoriesItem = TypedDict('OverviewAnswer_data_categoriesItem_subCategoriesItem', {
    "id": str,
    "displayName": str,
    "units": list['OverviewAnswer_data_categoriesItem_subCategoriesItem_unitsItem'],
})

OverviewAnswer_data_categoriesItem_subCategoriesItem_unitsItem = TypedDict('OverviewAnswer_data_categoriesItem_subCategoriesItem_unitsItem', {
    "unitId": str,
    "unitName": str,
    "standardCategoryId": str,
    "siUnit": str,
    "value": Union[float, dict[str, Any], None],
    "unheard": NotRequired['Unheard'],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "params": NotRequired[dict[str, Any]],
    "paramValue": NotRequired[dict[str, Any]],
})

OverviewAnswer_data_balance = TypedDict('OverviewAnswer_data_balance', {
    "inflow": 'BalanceFigure',
    "outflow": 'BalanceFigure',
    "balance": 'BalanceFigure',
    "stockChange": dict[str, Any],
    "unaccounted": dict[str, Any],
    "status": Literal["balanced", "surplus", "deficit", "unknown"],
})

OverviewAnswer_data_silentItem = TypedDict('OverviewAnswer_data_silentItem', {
    "unitId": str,
    "unitName": str,
    "lastSeen": Union[str, None],
})

OverviewAnswer_data_usual = TypedDict('OverviewAnswer_data_usual', {
    "date": str,
    "running": bool,
    "wholeHours": Union[int, None],
    "categoryId": str,
    "standardCategoryId": str,
    "side": Literal["in", "out", "stock", "energy", "quality", "level", "other"],
    "siUnit": Union[str, None],
    "total": 'OverviewAnswer_data_usual_total',
    "hours": list['OverviewAnswer_data_usual_hoursItem'],
})

OverviewAnswer_data_usual_total = TypedDict('OverviewAnswer_data_usual_total', {
    "y": Union[float, None],
    "bound": Literal["at least", "at most", "open", None],
    "estimatedShare": Union[float, None],
    "low": Union[float, None],
    "middle": Union[float, None],
    "high": Union[float, None],
    "days": int,
})

OverviewAnswer_data_usual_hoursItem = TypedDict('OverviewAnswer_data_usual_hoursItem', {
    "x": str,
    "y": Union[float, None],
    "coverage": Union[float, None],
    "bound": Literal["at least", "at most", "open", None],
    "measuredShare": Union[float, None],
    "estimatedShare": Union[float, None],
    "low": Union[float, None],
    "middle": Union[float, None],
    "high": Union[float, None],
    "days": int,
})

OverviewAnswer_data_usualBefore = TypedDict('OverviewAnswer_data_usualBefore', {
    "date": str,
    "running": bool,
    "wholeHours": Union[int, None],
    "categoryId": str,
    "standardCategoryId": str,
    "side": Literal["in", "out", "stock", "energy", "quality", "level", "other"],
    "siUnit": Union[str, None],
    "total": 'OverviewAnswer_data_usualBefore_total',
    "hours": list['OverviewAnswer_data_usualBefore_hoursItem'],
})

OverviewAnswer_data_usualBefore_total = TypedDict('OverviewAnswer_data_usualBefore_total', {
    "y": Union[float, None],
    "bound": Literal["at least", "at most", "open", None],
    "estimatedShare": Union[float, None],
    "low": Union[float, None],
    "middle": Union[float, None],
    "high": Union[float, None],
    "days": int,
})

OverviewAnswer_data_usualBefore_hoursItem = TypedDict('OverviewAnswer_data_usualBefore_hoursItem', {
    "x": str,
    "y": Union[float, None],
    "coverage": Union[float, None],
    "bound": Literal["at least", "at most", "open", None],
    "measuredShare": Union[float, None],
    "estimatedShare": Union[float, None],
    "low": Union[float, None],
    "middle": Union[float, None],
    "high": Union[float, None],
    "days": int,
})

BalanceFigure = TypedDict('BalanceFigure', {
    "value": Union[float, None],
    "siUnit": Union[str, None],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "band": Union['BalanceFigure_band', None],
})

BalanceFigure_band = TypedDict('BalanceFigure_band', {
    "low": float,
    "high": float,
    "plusMinus": float,
    "confidence": Literal[0.95],
})

Comparison = TypedDict('Comparison', {
    "by": Literal["day", "hour"],
    "parameter": Union[str, None],
    "cut": bool,
    "sides": list['Comparison_sidesItem'],
    "rows": list['Comparison_rowsItem'],
    "profile": Union[list['Comparison_profileItem'], None],
})

Comparison_sidesItem = TypedDict('Comparison_sidesItem', {
    "unitId": str,
    "unitName": str,
    "siUnit": str,
    "from": str,
    "to": str,
    "buckets": int,
    "comparedBuckets": int,
    "value": Union[float, None],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "mean": Union[float, None],
    "weekdays": list['Comparison_sidesItem_weekdaysItem'],
    "difference": Union['Comparison_sidesItem_difference', None],
})

Comparison_sidesItem_weekdaysItem = TypedDict('Comparison_sidesItem_weekdaysItem', {
    "weekday": int,
    "mean": Union[float, None],
    "days": int,
})

Comparison_sidesItem_difference = TypedDict('Comparison_sidesItem_difference', {
    "amount": Union[float, None],
    "share": Union[float, None],
    "why": Literal["missing", "little measured", "other unit of measure", None],
})

Comparison_rowsItem = TypedDict('Comparison_rowsItem', {
    "name": str,
    "points": list[Union['Comparison_rowsItem_pointsItem', None]],
})

Comparison_rowsItem_pointsItem = TypedDict('Comparison_rowsItem_pointsItem', {
    "x": str,
    "date": str,
    "y": Union[float, None],
    "coverage": Union[float, None],
    "estimatedShare": Union[float, None],
    "bound": Literal["at least", "at most", "open", None],
})

Comparison_profileItem = TypedDict('Comparison_profileItem', {
    "name": str,
    "sides": list['Comparison_profileItem_sidesItem'],
})

Comparison_profileItem_sidesItem = TypedDict('Comparison_profileItem_sidesItem', {
    "mean": Union[float, None],
    "hours": int,
    "expectedHours": int,
})

UsualHours = TypedDict('UsualHours', {
    "date": str,
    "running": bool,
    "wholeHours": Union[int, None],
    "categoryId": str,
    "standardCategoryId": str,
    "side": Literal["in", "out", "stock", "energy", "quality", "level", "other"],
    "siUnit": Union[str, None],
    "total": 'UsualHours_total',
    "hours": list['UsualHours_hoursItem'],
})

UsualHours_total = TypedDict('UsualHours_total', {
    "y": Union[float, None],
    "bound": Literal["at least", "at most", "open", None],
    "estimatedShare": Union[float, None],
    "low": Union[float, None],
    "middle": Union[float, None],
    "high": Union[float, None],
    "days": int,
})

UsualHours_hoursItem = TypedDict('UsualHours_hoursItem', {
    "x": str,
    "y": Union[float, None],
    "coverage": Union[float, None],
    "bound": Literal["at least", "at most", "open", None],
    "measuredShare": Union[float, None],
    "estimatedShare": Union[float, None],
    "low": Union[float, None],
    "middle": Union[float, None],
    "high": Union[float, None],
    "days": int,
})

SummaryPage = TypedDict('SummaryPage', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'SummaryPage_data',
})

SummaryPage_data = TypedDict('SummaryPage_data', {
    "date": str,
    "running": bool,
    "stale": bool,
    "lastUpdatedTime": Union[str, None],
    "categories": list['SummaryPage_data_categoriesItem'],
})

SummaryPage_data_categoriesItem = TypedDict('SummaryPage_data_categoriesItem', {
    "value": Union[float, dict[str, Any], None],
    "siUnit": Union[str, None],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "generation": Literal["categories", "categoriesV2", "standardCategories"],
    "categoryId": str,
    "standardCategoryId": str,
    "subCategories": list['SummaryPage_data_categoriesItem_subCategoriesItem'],
})

SummaryPage_data_categoriesItem_subCategoriesItem = TypedDict('SummaryPage_data_categoriesItem_subCategoriesItem', {
    "value": Union[float, dict[str, Any], None],
    "siUnit": Union[str, None],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "id": str,
    "displayName": str,
})

YearlyTrend = TypedDict('YearlyTrend', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'YearlyTrend_data',
})

YearlyTrend_data = TypedDict('YearlyTrend_data', {
    "categoryId": str,
    "standardCategoryId": str,
    "lastUpdatedTime": Union[str, None],
    "siUnit": Union[str, None],
    "years": list['YearlyTrend_data_yearsItem'],
    "subCategories": list['YearlyTrend_data_subCategoriesItem'],
})

YearlyTrend_data_yearsItem = TypedDict('YearlyTrend_data_yearsItem', {
    "year": str,
    "value": Union[float, dict[str, Any], None],
    "state": Literal["whole", "running", "partial", "missing"],
    "monthsWithFigure": int,
    "change": Union[float, None],
    "changePercent": Union[float, None],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

YearlyTrend_data_subCategoriesItem = TypedDict('YearlyTrend_data_subCategoriesItem', {
    "id": str,
    "displayName": str,
    "siUnit": Union[str, None],
    "years": list['YearlyTrend_data_subCategoriesItem_yearsItem'],
    "units": list['YearlyTrend_data_subCategoriesItem_unitsItem'],
})

YearlyTrend_data_subCategoriesItem_yearsItem = TypedDict('YearlyTrend_data_subCategoriesItem_yearsItem', {
    "year": str,
    "value": Union[float, dict[str, Any], None],
    "state": Literal["whole", "running", "partial", "missing"],
    "monthsWithFigure": int,
    "change": Union[float, None],
    "changePercent": Union[float, None],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

YearlyTrend_data_subCategoriesItem_unitsItem = TypedDict('YearlyTrend_data_subCategoriesItem_unitsItem', {
    "unitId": str,
    "unitName": str,
    "standardCategoryId": str,
    "siUnit": Union[str, None],
    "years": list['YearlyTrend_data_subCategoriesItem_unitsItem_yearsItem'],
})

YearlyTrend_data_subCategoriesItem_unitsItem_yearsItem = TypedDict('YearlyTrend_data_subCategoriesItem_unitsItem_yearsItem', {
    "year": str,
    "value": Union[float, dict[str, Any], None],
    "state": Literal["whole", "running", "partial", "missing"],
    "monthsWithFigure": int,
    "change": Union[float, None],
    "changePercent": Union[float, None],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

ReportJobState = TypedDict('ReportJobState', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'ReportJob',
})

ReportJob = TypedDict('ReportJob', {
    "jobId": str,
    "state": Literal["waiting", "running", "done", "failed"],
    "progress": int,
    "problem": Union['ReportJob_problem', None],
    "fileName": Union[str, None],
    "job": str,
    "file": Union[str, None],
    "createdAt": str,
    "finishedAt": Union[str, None],
    "expiresAt": str,
})

ReportJob_problem = TypedDict('ReportJob_problem', {
    "code": int,
    "message": str,
    "errors": NotRequired[list['ReportJob_problem_errorsItem']],
})

ReportJob_problem_errorsItem = TypedDict('ReportJob_problem_errorsItem', {
    "field": str,
    "problem": str,
})

ReportServices = TypedDict('ReportServices', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'ReportServices_data',
})

ReportServices_data = TypedDict('ReportServices_data', {
    "services": list['ReportServices_data_servicesItem'],
})

ReportServices_data_servicesItem = TypedDict('ReportServices_data_servicesItem', {
    "service": Literal["water", "energy", "level", "quality", "borewell", "rain_water", "summary", "smart_city", "water_balance", "alert", "consolidated", "custom_water", "custom_energy", "custom_level", "custom_quality", "custom_withdrawal", "ground_water_withdrawal", "executive", "ai_summary"],
    "reportTypes": list[Literal["daily", "monthly", "hourly", "granular", "weekly", "daily_range", "monthly_range", "custom", "summary", "ai_summary"]],
    "units": int,
})

OwnSentReports = TypedDict('OwnSentReports', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'OwnSentReports_data',
})

OwnSentReports_data = TypedDict('OwnSentReports_data', {
    "reports": list['OwnSentReport'],
    "next": Union[str, None],
})

OwnSentReport = TypedDict('OwnSentReport', {
    "reportId": str,
    "frequency": Literal["daily", "weekly", "monthly"],
    "mail": Literal["consumption", "summary", "monthly", "subscription"],
    "startDate": str,
    "endDate": str,
    "provisional": bool,
    "subject": str,
    "createdAt": str,
    "recipients": 'OwnSentReport_recipients',
    "restatements": list['OwnSentReport_restatementsItem'],
})

OwnSentReport_recipients = TypedDict('OwnSentReport_recipients', {
    "sent": int,
    "waiting": int,
    "failed": int,
    "unconfirmed": int,
})

OwnSentReport_restatementsItem = TypedDict('OwnSentReport_restatementsItem', {
    "state": Literal["waiting", "told"],
    "days": list[str],
    "causes": list[str],
    "units": list['OwnSentReport_restatementsItem_unitsItem'],
    "changes": list['OwnSentReport_restatementsItem_changesItem'],
    "decidedAt": Union[str, None],
})

OwnSentReport_restatementsItem_unitsItem = TypedDict('OwnSentReport_restatementsItem_unitsItem', {
    "unitId": str,
    "unitName": str,
})

OwnSentReport_restatementsItem_changesItem = TypedDict('OwnSentReport_restatementsItem_changesItem', {
    "name": str,
    "unit": str,
    "was": Union[float, None],
    "is": Union[float, None],
    "wasBound": Literal["at least", "at most", "open", None],
    "isBound": Literal["at least", "at most", "open", None],
    "hasShare": bool,
})

ReportJobStarted = TypedDict('ReportJobStarted', {
    "status": Literal["success"],
    "status_code": Literal[202],
    "message": str,
    "data": 'ReportJob',
})

CustomReportBody = TypedDict('CustomReportBody', {
    "title": NotRequired[str],
    "columns": NotRequired[list[Literal["capacity", "change", "changeLastYear", "coverage", "energySaved", "estimatedShare", "finalRegister", "high", "highest", "initialRegister", "lastYear", "limit", "low", "lowest", "mean", "ofLimit", "offlineTime", "opening", "outside", "peak", "peakAt", "percentage", "previous", "savedCoverage", "share", "value"]]],
    "units": NotRequired[list[str]],
    "groupBy": NotRequired[Literal["subCategory", "none"]],
    "orderBy": NotRequired[Literal["given", "name", "value"]],
    "thresholds": NotRequired[list['CustomReportBody_thresholdsItem']],
    "breakdown": NotRequired[bool],
    "logo": NotRequired['CustomReportBody_logo'],
})

CustomReportBody_thresholdsItem = TypedDict('CustomReportBody_thresholdsItem', {
    "unitId": NotRequired[str],
    "parameter": NotRequired[str],
    "above": NotRequired[float],
    "below": NotRequired[float],
    "severity": NotRequired[Literal["critical", "high", "medium", "low"]],
})

CustomReportBody_logo = TypedDict('CustomReportBody_logo', {
    "mime": Literal["image/png", "image/jpeg"],
    "base64": str,
})

OwnReportSubscriptions = TypedDict('OwnReportSubscriptions', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'OwnReportSubscriptions_data',
})

OwnReportSubscriptions_data = TypedDict('OwnReportSubscriptions_data', {
    "subscriptions": list['OwnReportSubscription'],
    "people": list['OwnReportSubscriptions_data_peopleItem'],
})

OwnReportSubscriptions_data_peopleItem = TypedDict('OwnReportSubscriptions_data_peopleItem', {
    "userId": str,
    "username": str,
})

OwnReportSubscription = TypedDict('OwnReportSubscription', {
    "subscriptionId": str,
    "service": Literal["water", "energy", "level", "quality", "borewell", "rain_water", "summary", "smart_city", "water_balance", "alert", "consolidated", "custom_water", "custom_energy", "custom_level", "custom_quality", "custom_withdrawal", "ground_water_withdrawal", "executive", "ai_summary"],
    "reportType": Literal["daily", "monthly", "hourly", "granular", "weekly", "daily_range", "monthly_range", "custom", "summary", "ai_summary"],
    "formats": list[Literal["html", "pdf", "xlsx", "csv"]],
    "frequency": Literal["daily", "weekly", "monthly"],
    "localTime": str,
    "language": Literal["en", "hi"],
    "layout": Literal["v1", "v2"],
    "unitIds": Union[list[str], None],
    "subCategories": list[str],
    "weekday": Union[int, None],
    "monthDay": Union[int, None],
    "createdBy": 'OwnReportSubscription_createdBy',
    "createdAt": str,
    "isPaused": bool,
    "isManaged": bool,
    "nextAt": Union[str, None],
    "problem": Union[str, None],
    "problemAt": Union[str, None],
    "recipients": list['OwnReportSubscription_recipientsItem'],
    "newest": Union['OwnReportSubscription_newest', None],
})

OwnReportSubscription_createdBy = TypedDict('OwnReportSubscription_createdBy', {
    "userId": str,
    "username": str,
})

OwnReportSubscription_recipientsItem = TypedDict('OwnReportSubscription_recipientsItem', {
    "userId": Union[str, None],
    "username": Union[str, None],
    "address": Union[str, None],
    "standing": Literal["gets", "unconfirmed", "unsubscribed", "noAccess"],
    "problem": Union[str, None],
})

OwnReportSubscription_newest = TypedDict('OwnReportSubscription_newest', {
    "reportId": str,
    "frequency": Literal["daily", "weekly", "monthly"],
    "mail": Literal["consumption", "summary", "monthly", "subscription"],
    "startDate": str,
    "endDate": str,
    "provisional": bool,
    "subject": str,
    "createdAt": str,
    "recipients": 'OwnReportSubscription_newest_recipients',
    "restatements": list['OwnReportSubscription_newest_restatementsItem'],
    "lacking": Union[list['ReportRecipient'], None],
})

OwnReportSubscription_newest_recipients = TypedDict('OwnReportSubscription_newest_recipients', {
    "sent": int,
    "waiting": int,
    "failed": int,
    "unconfirmed": int,
})

OwnReportSubscription_newest_restatementsItem = TypedDict('OwnReportSubscription_newest_restatementsItem', {
    "state": Literal["waiting", "told"],
    "days": list[str],
    "causes": list[str],
    "units": list['OwnReportSubscription_newest_restatementsItem_unitsItem'],
    "changes": list['OwnReportSubscription_newest_restatementsItem_changesItem'],
    "decidedAt": Union[str, None],
})

OwnReportSubscription_newest_restatementsItem_unitsItem = TypedDict('OwnReportSubscription_newest_restatementsItem_unitsItem', {
    "unitId": str,
    "unitName": str,
})

OwnReportSubscription_newest_restatementsItem_changesItem = TypedDict('OwnReportSubscription_newest_restatementsItem_changesItem', {
    "name": str,
    "unit": str,
    "was": Union[float, None],
    "is": Union[float, None],
    "wasBound": Literal["at least", "at most", "open", None],
    "isBound": Literal["at least", "at most", "open", None],
    "hasShare": bool,
})

ReportRecipient = TypedDict('ReportRecipient', {
    "recipient": str,
    "state": Literal["queued", "sending", "sent", "failed", "unconfirmed"],
    "problem": Union[str, None],
})

ReportSubscription = TypedDict('ReportSubscription', {
    "service": Literal["water", "energy", "level", "quality", "borewell", "rain_water", "summary", "smart_city", "water_balance", "alert", "consolidated", "custom_water", "custom_energy", "custom_level", "custom_quality", "custom_withdrawal", "ground_water_withdrawal", "executive", "ai_summary"],
    "reportType": Literal["daily", "monthly", "hourly", "granular", "weekly", "daily_range", "monthly_range", "custom", "summary", "ai_summary"],
    "formats": NotRequired[list[Literal["html", "pdf", "xlsx", "csv"]]],
    "frequency": Literal["daily", "weekly", "monthly"],
    "localTime": str,
    "language": NotRequired[Literal["en", "hi"]],
    "layout": NotRequired[Literal["v1", "v2"]],
    "unitIds": NotRequired[Union[list[str], None]],
    "subCategories": NotRequired[list[str]],
    "weekday": NotRequired[Union[int, None]],
    "monthDay": NotRequired[Union[int, None]],
    "userIds": NotRequired[list[str]],
    "addresses": NotRequired[list[str]],
})

WaterBalance = TypedDict('WaterBalance', {
    "period": 'WaterBalance_period',
    "waterBalance": 'WaterBalance_waterBalance',
    "figures": 'WaterBalance_figures',
    "sources": dict[str, Any],
    "uses": dict[str, Any],
    "sustainability": 'WaterBalance_sustainability',
    "iwa": 'WaterBalance_iwa',
    "unheard": list[dict[str, Any]],
    "uncertainty": 'WaterBalance_uncertainty',
})

WaterBalance_period = TypedDict('WaterBalance_period', {
    "startDate": str,
    "endDate": str,
})

WaterBalance_waterBalance = TypedDict('WaterBalance_waterBalance', {
    "totalInflow": Union[float, None],
    "totalOutflow": Union[float, None],
    "balance": Union[float, None],
    "balancePercentage": Union[float, None],
    "status": Literal["balanced", "surplus", "deficit", "unknown"],
})

WaterBalance_figures = TypedDict('WaterBalance_figures', {
    "inflow": 'BalanceFigure',
    "outflow": 'BalanceFigure',
    "balance": 'BalanceFigure',
    "stockChange": dict[str, Any],
    "recycledStockChange": dict[str, Any],
    "unaccounted": dict[str, Any],
})

WaterBalance_sustainability = TypedDict('WaterBalance_sustainability', {
    "waterNeutralityIndex": Union[float, None],
    "rating": Literal["water positive", "water neutral", "not water neutral", "unknown"],
    "freshWithdrawal": Union[float, None],
    "recycled": Union[float, None],
    "rainWater": Union[float, None],
})

WaterBalance_iwa = TypedDict('WaterBalance_iwa', {
    "systemInputVolume": dict[str, Any],
    "authorisedConsumption": dict[str, Any],
    "waterLosses": dict[str, Any],
    "waterLossesPercent": Union[float, None],
})

WaterBalance_uncertainty = TypedDict('WaterBalance_uncertainty', {
    "confidence": Literal[0.95],
    "method": str,
    "dominantMeter": Union['WaterBalance_uncertainty_dominantMeter', None],
    "dominantMeterOfUnaccounted": Union['WaterBalance_uncertainty_dominantMeterOfUnaccounted', None],
    "unknown": list['WaterBalance_uncertainty_unknownItem'],
    "meters": list['WaterBalance_uncertainty_metersItem'],
})

WaterBalance_uncertainty_dominantMeter = TypedDict('WaterBalance_uncertainty_dominantMeter', {
    "unitId": str,
    "displayName": str,
    "cause": Literal["accuracy", "estimated", "missing"],
    "shareOfVariance": Union[float, None],
    "plusMinusAfterRepair": Union[float, None],
    "gain": Union[float, None],
})

WaterBalance_uncertainty_dominantMeterOfUnaccounted = TypedDict('WaterBalance_uncertainty_dominantMeterOfUnaccounted', {
    "unitId": str,
    "displayName": str,
    "cause": Literal["accuracy", "estimated", "missing"],
    "shareOfVariance": Union[float, None],
    "plusMinusAfterRepair": Union[float, None],
    "gain": Union[float, None],
})

WaterBalance_uncertainty_unknownItem = TypedDict('WaterBalance_uncertainty_unknownItem', {
    "unitId": str,
    "displayName": str,
    "cause": Literal["accuracy", "estimated", "missing"],
})

WaterBalance_uncertainty_metersItem = TypedDict('WaterBalance_uncertainty_metersItem', {
    "unitId": str,
    "displayName": str,
    "accuracyPercent": Union[float, None],
    "of": Literal["quantity", "capacity"],
    "source": str,
})

BalancePart = dict[str, Any]

WaterBalanceData = TypedDict('WaterBalanceData', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "nodes": list['WaterBalanceDiagramNode'],
    "edges": list['WaterBalanceDiagramEdge'],
    "pages": dict[str, Any],
})

WaterBalanceDiagramNode = TypedDict('WaterBalanceDiagramNode', {
    "id": str,
    "unitId": Union[str, None],
    "type": str,
    "position": 'WaterBalanceDiagramNode_position',
    "nodeType": Literal["physicalNode", "virtualNode"],
    "categoryTypeId": Union[str, None],
    "data": 'WaterBalanceDiagramNode_data',
})

WaterBalanceDiagramNode_position = TypedDict('WaterBalanceDiagramNode_position', {
    "x": float,
    "y": float,
})

WaterBalanceDiagramNode_data = TypedDict('WaterBalanceDiagramNode_data', {
    "label": str,
    "value": Union[str, None],
    "valueNumber": Union[float, None],
    "siUnit": Union[str, None],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
    "lastUpdatedTime": Union[str, None],
    "online": bool,
    "latestReading": Union['WaterBalanceDiagramNode_data_latestReading', None],
    "meta": 'WaterBalanceDiagramNode_data_meta',
    "subCategoryId": Union[str, None],
    "rotation": float,
})

WaterBalanceDiagramNode_data_latestReading = TypedDict('WaterBalanceDiagramNode_data_latestReading', {
    "value": Union[float, None],
    "createdOn": str,
})

WaterBalanceDiagramNode_data_meta = TypedDict('WaterBalanceDiagramNode_data_meta', {
    "isConsumption": bool,
    "limitReached": bool,
    "disabled": bool,
    "circular": bool,
})

WaterBalanceDiagramEdge = dict[str, Any]

WaterBalanceEdge = TypedDict('WaterBalanceEdge', {
    "id": str,
    "source": str,
    "target": str,
    "type": str,
    "sourceHandle": Union[str, None],
    "targetHandle": Union[str, None],
    "data": 'WaterBalanceEdge_data',
    "markerEnd": Union[str, dict[str, Any], None],
    "style": Union[dict[str, Any], None],
})

WaterBalanceEdge_data = TypedDict('WaterBalanceEdge_data', {
    "controlPoints": list['WaterBalanceEdge_data_controlPointsItem'],
})

WaterBalanceEdge_data_controlPointsItem = TypedDict('WaterBalanceEdge_data_controlPointsItem', {
    "x": float,
    "y": float,
})

WaterBalanceDiagramPage = dict[str, Any]

WaterBalanceDiagram = TypedDict('WaterBalanceDiagram', {
    "nodes": list['WaterBalanceDiagramNode'],
    "edges": list['WaterBalanceDiagramEdge'],
})

WaterBalanceSummaryLine = TypedDict('WaterBalanceSummaryLine', {
    "displayName": str,
    "value": Union[float, None],
    "siUnit": Union[str, None],
    "nodes": list[str],
    "coverage": Union[float, None],
    "slotsExpected": int,
    "slotsGenuine": int,
    "estimatedShare": Union[float, None],
    "meters": int,
    "metersMeasured": int,
    "bound": Literal["at least", "at most", "open", None],
    "provisional": NotRequired[Literal[True]],
})

WaterBalancePage = TypedDict('WaterBalancePage', {
    "id": str,
    "displayName": str,
    "order": float,
    "icon": Union[str, None],
})

NightFlow = TypedDict('NightFlow', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'NightFlow_data',
})

NightFlow_data = TypedDict('NightFlow_data', {
    "date": str,
    "lowestHourFlow": Union[float, None],
    "coverage": float,
    "baseline": Union[float, None],
    "lower": Union[float, None],
    "upper": Union[float, None],
    "excess": Union[float, None],
    "isAbove": Union[bool, None],
    "unitId": str,
    "unitName": str,
    "siUnit": str,
    "nightsInBaseline": int,
    "method": 'NightFlow_data_method',
    "history": list['NightFlow_data_historyItem'],
})

NightFlow_data_method = TypedDict('NightFlow_data_method', {
    "from": str,
    "to": str,
    "timezone": str,
    "baselineNights": int,
    "leastCoverage": float,
})

NightFlow_data_historyItem = TypedDict('NightFlow_data_historyItem', {
    "date": str,
    "lowestHourFlow": Union[float, None],
    "coverage": float,
    "baseline": Union[float, None],
    "lower": Union[float, None],
    "upper": Union[float, None],
    "excess": Union[float, None],
    "isAbove": Union[bool, None],
})

Backtest = TypedDict('Backtest', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Backtest_data',
})

Backtest_data = TypedDict('Backtest_data', {
    "alertType": Literal["unit_threshold", "energy_daily_threshold", "hourly_threshold", "monthly_threshold", "energy_monthly_threshold", "device_status", "level_exceed", "stable_flow_alert", "flow_rate_above_the_range", "flow_rate_below_the_range", "flow_rate_back_in_range", "quality_threshold", "energy_threshold", "no_flow_n_days", "no_level_variation_n_days", "water_balance_leakage"],
    "settings": dict[str, Any],
    "holdMinutes": float,
    "recoverMinutes": float,
    "from": str,
    "to": str,
    "units": Union[int, None],
    "begins": str,
    "ends": str,
    "count": int,
    "countBegunBefore": int,
    "perWeek": Union[float, None],
    "totalDurationMinutes": float,
    "incidentsLeftOut": int,
    "incidents": list['Backtest_data_incidentsItem'],
    "threshold": Union['Backtest_data_threshold', None],
    "series": Union[list['Backtest_data_seriesItem'], None],
    "suggestion": Union['Backtest_data_suggestion', None],
})

Backtest_data_incidentsItem = TypedDict('Backtest_data_incidentsItem', {
    "unitId": Union[str, None],
    "unitName": Union[str, None],
    "from": str,
    "to": Union[str, None],
    "since": str,
    "begunBefore": bool,
    "durationMinutes": float,
    "windowStart": Union[str, None],
    "value": Union[float, None],
    "limit": Union[float, None],
    "peak": Union[float, None],
    "excess": Union[float, None],
    "siUnit": str,
})

Backtest_data_threshold = TypedDict('Backtest_data_threshold', {
    "parameter": str,
    "fires": Literal["above", "below"],
})

Backtest_data_seriesItem = TypedDict('Backtest_data_seriesItem', {
    "unitId": Union[str, None],
    "unitName": Union[str, None],
    "siUnit": str,
    "form": Literal["bars", "line"],
    "limit": Union[float, None],
    "points": list['Backtest_data_seriesItem_pointsItem'],
})

Backtest_data_seriesItem_pointsItem = TypedDict('Backtest_data_seriesItem_pointsItem', {
    "from": str,
    "to": str,
    "lowest": Union[float, None],
    "highest": Union[float, None],
    "falling": bool,
    "afterGap": bool,
})

Backtest_data_suggestion = TypedDict('Backtest_data_suggestion', {
    "parameter": str,
    "value": Union[float, None],
    "settings": dict[str, Any],
    "count": Union[int, None],
    "perWeek": Union[float, None],
})

BacktestBody = TypedDict('BacktestBody', {
    "ruleId": NotRequired[str],
    "rule": NotRequired['AlertRuleBody'],
    "from": str,
    "to": str,
    "suggest": NotRequired[bool],
    "series": NotRequired[bool],
})

AlertRuleBody = TypedDict('AlertRuleBody', {
    "title": str,
    "description": NotRequired[Union[str, None]],
    "severity": Literal["critical", "high", "medium", "low"],
    "condition": NotRequired['AlertRuleBody_condition'],
    "units": NotRequired[list[str]],
    "alertType": NotRequired[Literal["unit_threshold", "energy_daily_threshold", "hourly_threshold", "monthly_threshold", "energy_monthly_threshold", "device_status", "level_exceed", "stable_flow_alert", "flow_rate_above_the_range", "flow_rate_below_the_range", "flow_rate_back_in_range", "quality_threshold", "energy_threshold", "no_flow_n_days", "no_level_variation_n_days", "water_balance_leakage"]],
    "settings": NotRequired[dict[str, Any]],
    "scope": NotRequired['AlertRuleBody_scope'],
    "holdMinutes": NotRequired[Union[int, None]],
    "recoverMinutes": NotRequired[Union[int, None]],
    "lateAfterMinutes": NotRequired[int],
    "channels": NotRequired['AlertRuleBody_channels'],
    "schedule": NotRequired['AlertRuleBody_schedule'],
    "escalation": NotRequired[list['AlertRuleBody_escalationItem']],
    "isEnabled": NotRequired[bool],
})

AlertRuleBody_condition = TypedDict('AlertRuleBody_condition', {
    "parameter": str,
    "operator": str,
    "threshold": float,
    "unit": NotRequired[Union[str, None]],
    "aggregation": NotRequired[str],
})

AlertRuleBody_scope = TypedDict('AlertRuleBody_scope', {
    "kind": Literal["industry", "subCategory", "unit"],
    "ids": NotRequired[list[str]],
})

AlertRuleBody_channels = TypedDict('AlertRuleBody_channels', {
    "email": NotRequired['AlertRuleBody_channels_email'],
    "sms": NotRequired['AlertRuleBody_channels_sms'],
    "chatMessaging": NotRequired['AlertRuleBody_channels_chatMessaging'],
    "chat": NotRequired['AlertRuleBody_channels_chat'],
    "push": NotRequired['AlertRuleBody_channels_push'],
    "web": NotRequired['AlertRuleBody_channels_web'],
})

AlertRuleBody_channels_email = TypedDict('AlertRuleBody_channels_email', {
    "enabled": bool,
    "recipients": NotRequired[list[str]],
})

AlertRuleBody_channels_sms = TypedDict('AlertRuleBody_channels_sms', {
    "enabled": bool,
    "phoneNumbers": NotRequired[list[str]],
})

AlertRuleBody_channels_chatMessaging = TypedDict('AlertRuleBody_channels_chatMessaging', {
    "enabled": bool,
    "phoneNumbers": NotRequired[list[str]],
})

AlertRuleBody_channels_chat = TypedDict('AlertRuleBody_channels_chat', {
    "enabled": bool,
    "webhookUrl": NotRequired[Union[str, None]],
})

AlertRuleBody_channels_push = TypedDict('AlertRuleBody_channels_push', {
    "enabled": bool,
    "userIds": NotRequired[list[str]],
})

AlertRuleBody_channels_web = TypedDict('AlertRuleBody_channels_web', {
    "enabled": bool,
})

AlertRuleBody_schedule = TypedDict('AlertRuleBody_schedule', {
    "enabled": NotRequired[bool],
    "timezone": NotRequired[Union[str, None]],
    "quietHours": NotRequired[Union['AlertRuleBody_schedule_quietHours', None]],
    "holdCritical": NotRequired[bool],
})

AlertRuleBody_schedule_quietHours = TypedDict('AlertRuleBody_schedule_quietHours', {
    "start": str,
    "end": str,
})

AlertRuleBody_escalationItem = TypedDict('AlertRuleBody_escalationItem', {
    "afterMinutes": int,
    "channels": 'AlertRuleBody_escalationItem_channels',
})

AlertRuleBody_escalationItem_channels = TypedDict('AlertRuleBody_escalationItem_channels', {
    "email": NotRequired['AlertRuleBody_escalationItem_channels_email'],
    "sms": NotRequired['AlertRuleBody_escalationItem_channels_sms'],
    "chatMessaging": NotRequired['AlertRuleBody_escalationItem_channels_chatMessaging'],
    "chat": NotRequired['AlertRuleBody_escalationItem_channels_chat'],
    "push": NotRequired['AlertRuleBody_escalationItem_channels_push'],
    "web": NotRequired['AlertRuleBody_escalationItem_channels_web'],
})

AlertRuleBody_escalationItem_channels_email = TypedDict('AlertRuleBody_escalationItem_channels_email', {
    "enabled": bool,
    "recipients": NotRequired[list[str]],
})

AlertRuleBody_escalationItem_channels_sms = TypedDict('AlertRuleBody_escalationItem_channels_sms', {
    "enabled": bool,
    "phoneNumbers": NotRequired[list[str]],
})

AlertRuleBody_escalationItem_channels_chatMessaging = TypedDict('AlertRuleBody_escalationItem_channels_chatMessaging', {
    "enabled": bool,
    "phoneNumbers": NotRequired[list[str]],
})

AlertRuleBody_escalationItem_channels_chat = TypedDict('AlertRuleBody_escalationItem_channels_chat', {
    "enabled": bool,
    "webhookUrl": NotRequired[Union[str, None]],
})

AlertRuleBody_escalationItem_channels_push = TypedDict('AlertRuleBody_escalationItem_channels_push', {
    "enabled": bool,
    "userIds": NotRequired[list[str]],
})

AlertRuleBody_escalationItem_channels_web = TypedDict('AlertRuleBody_escalationItem_channels_web', {
    "enabled": bool,
})

DayCompleteness = TypedDict('DayCompleteness', {
    "unitId": str,
    "unitName": str,
    "siUnit": str,
    "date": str,
    "late": 'DayCompleteness_late',
    "held": 'DayCompleteness_held',
    "change": Union['DayCompleteness_change', None],
    "edits": list['DayCompleteness_editsItem'],
})

DayCompleteness_late = TypedDict('DayCompleteness_late', {
    "readings": int,
    "firstReceivedAt": Union[str, None],
    "lastReceivedAt": Union[str, None],
})

DayCompleteness_held = TypedDict('DayCompleteness_held', {
    "reasons": list['DayCompleteness_held_reasonsItem'],
    "undated": int,
    "isComplete": bool,
})

DayCompleteness_held_reasonsItem = TypedDict('DayCompleteness_held_reasonsItem', {
    "reasonCode": str,
    "reason": str,
    "readings": int,
})

DayCompleteness_change = TypedDict('DayCompleteness_change', {
    "causes": list[str],
    "oldValue": Union[float, dict[str, Any], None],
    "newValue": Union[float, dict[str, Any], None],
    "computedAt": str,
})

DayCompleteness_editsItem = TypedDict('DayCompleteness_editsItem', {
    "kind": Literal["edit", "delete", "estimate"],
    "readings": int,
    "madeAt": str,
    "undoneAt": Union[str, None],
})

StaleDay = TypedDict('StaleDay', {
    "date": str,
    "causes": dict[str, Any],
    "markedAt": str,
    "units": Union[int, None],
})

ExplanationAnswer = TypedDict('ExplanationAnswer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Explanation',
})

Explanation = TypedDict('Explanation', {
    "unitId": str,
    "unitName": str,
    "siUnit": str,
    "standardCategoryId": str,
    "group": Literal["FLOW", "CONSUMPTION", "ENERGY", "STOCK", "GROUND_WATER_LEVEL", "QUALITY", "VIRTUAL"],
    "date": str,
    "hour": Union[int, None],
    "window": 'Explanation_window',
    "sealed": Union[str, None],
    "clock": 'Explanation_clock',
    "configuration": 'Explanation_configuration',
    "figure": 'Explanation_figure',
    "slots": Union['Explanation_slots', None],
    "readings": Union['Explanation_readings', None],
    "excluded": list['Explanation_excludedItem'],
    "registerEvents": list['RegisterEvent'],
    "boundaries": Union['Explanation_boundaries', None],
    "steps": list['Explanation_stepsItem'],
    "formula": Union['Explanation_formula', None],
    "annotations": 'Explanation_annotations',
})

Explanation_window = TypedDict('Explanation_window', {
    "from": str,
    "to": str,
    "lengthHours": float,
})

Explanation_clock = TypedDict('Explanation_clock', {
    "timezone": str,
    "shiftStartAt": str,
    "daysOffset": int,
})

Explanation_configuration = TypedDict('Explanation_configuration', {
    "effectiveFrom": str,
    "flowFactor": float,
    "minNonZeroThreshold": float,
    "maxCapacity": Union[float, None],
    "pRef": Union[float, None],
    "calculations": Union[str, None],
    "dataUpdateFrequency": float,
    "params": dict[str, Any],
    "registerChecks": Union['Explanation_configuration_registerChecks', None],
    "volumeCurve": NotRequired[list['Explanation_configuration_volumeCurveItem']],
})

Explanation_configuration_registerChecks = TypedDict('Explanation_configuration_registerChecks', {
    "dropout": NotRequired[Literal["exclude", "keep"]],
    "glitch": NotRequired[Literal["exclude", "keep"]],
    "spike": NotRequired[Literal["exclude", "keep"]],
    "rolloverDigits": NotRequired[int],
})

Explanation_configuration_volumeCurveItem = TypedDict('Explanation_configuration_volumeCurveItem', {
    "elevationMetres": float,
    "volumeCubicMetres": float,
})

Explanation_figure = TypedDict('Explanation_figure', {
    "value": Union[float, dict[str, Any], None],
    "shown": Union[float, dict[str, Any], None],
    "divisionFactor": float,
    "coverage": Union[float, None],
    "estimatedShare": Union[float, None],
    "unheard": Union['Unheard', None],
    "bound": Literal["at least", "at most", "open", None],
    "meters": Union[float, None],
    "metersMeasured": Union[float, None],
    "state": Literal["settled", "sealed", "running", "stale", "not processed", "not stored"],
    "source": Literal["stored document", "computed now"],
    "computedAt": str,
    "algorithmVersion": int,
    "recomputedValue": Union[float, dict[str, Any], None],
    "agrees": Union[bool, None],
    "provisional": bool,
    "stale": Union['Explanation_figure_stale', None],
    "stored": Union['Explanation_figure_stored', None],
    "lastChange": Union['Explanation_figure_lastChange', None],
})

Explanation_figure_stale = TypedDict('Explanation_figure_stale', {
    "causes": dict[str, Any],
    "markedAt": str,
    "concernsThisUnit": bool,
})

Explanation_figure_stored = TypedDict('Explanation_figure_stored', {
    "value": Union[float, dict[str, Any], None],
    "computedAt": str,
    "algorithmVersion": int,
})

Explanation_figure_lastChange = TypedDict('Explanation_figure_lastChange', {
    "at": str,
    "causes": list[str],
    "dayBefore": Union[float, dict[str, Any], None],
})

Explanation_slots = TypedDict('Explanation_slots', {
    "expected": int,
    "genuine": int,
    "missing": list['Explanation_slots_missingItem'],
})

Explanation_slots_missingItem = TypedDict('Explanation_slots_missingItem', {
    "from": str,
    "to": str,
})

Explanation_readings = TypedDict('Explanation_readings', {
    "used": int,
    "estimated": int,
    "list": list['Explanation_readings_listItem'],
    "isComplete": bool,
})

Explanation_readings_listItem = TypedDict('Explanation_readings_listItem', {
    "createdOn": str,
    "receivedAt": str,
    "value": Union[float, None],
    "register": Union[float, None],
    "estimated": bool,
    "offlineMinutes": Union[float, None],
    "registerExcluded": bool,
    "parameters": Union[dict[str, Any], None],
})

Explanation_excludedItem = TypedDict('Explanation_excludedItem', {
    "createdOn": str,
    "register": Union[float, None],
    "reason": str,
    "event": 'RegisterEvent',
    "overrule": 'RegisterOverrule',
})

Explanation_boundaries = TypedDict('Explanation_boundaries', {
    "registerBefore": Union[float, None],
    "firstRegister": Union[float, None],
    "lastRegister": Union[float, None],
    "valueBefore": Union[float, None],
    "firstValue": Union[float, None],
    "lastValue": Union[float, None],
})

Explanation_stepsItem = TypedDict('Explanation_stepsItem', {
    "rule": str,
    "hour": Union[int, None],
    "text": str,
    "numbers": dict[str, Any],
})

Explanation_formula = TypedDict('Explanation_formula', {
    "calculations": Union[str, None],
    "isCyclic": bool,
    "text": Union[str, None],
    "result": Union[float, None],
    "negativeAllowed": bool,
    "isClamped": bool,
    "reasonForNull": Union[str, None],
    "failedUnitId": Union[str, None],
    "operands": list['Explanation_formula_operandsItem'],
})

Explanation_formula_operandsItem = TypedDict('Explanation_formula_operandsItem', {
    "name": str,
    "kind": Literal["value", "openingStock", "addAll"],
    "value": Union[float, None],
    "usedAs": float,
    "units": list['Explanation_formula_operandsItem_unitsItem'],
})

Explanation_formula_operandsItem_unitsItem = TypedDict('Explanation_formula_operandsItem_unitsItem', {
    "unitId": str,
    "value": Union[float, None],
})

Explanation_annotations = TypedDict('Explanation_annotations', {
    "list": list['Annotation'],
    "isComplete": bool,
})

RegisterEvent = TypedDict('RegisterEvent', {
    "kind": Literal["dropout", "glitch", "spike", "rollover", "reset", "replacement", "exchange", "silence"],
    "action": Literal["exclude", "keep"],
    "from": str,
    "last": str,
    "to": Union[str, None],
    "readingCount": int,
    "registerBefore": Union[float, None],
    "registerDuring": Union[float, None],
    "registerAfter": Union[float, None],
    "provisional": bool,
    "detectedAt": str,
})

RegisterOverrule = TypedDict('RegisterOverrule', {
    "createdOn": str,
    "action": Literal["keep", "exclude"],
    "decidedBy": str,
    "decidedAt": str,
})

Annotation = TypedDict('Annotation', {
    "annotationId": str,
    "unitId": Union[str, None],
    "unitName": Union[str, None],
    "from": str,
    "to": Union[str, None],
    "firstDate": str,
    "lastDate": str,
    "text": str,
    "version": int,
    "createdBy": str,
    "createdAt": str,
    "updatedBy": str,
    "updatedAt": str,
})

UnitsOfIndustry = TypedDict('UnitsOfIndustry', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": list['UnitOfIndustry'],
})

UnitOfIndustry = TypedDict('UnitOfIndustry', {
    "unitId": str,
    "unitName": str,
    "standardCategoryId": str,
    "kind": Literal["FLOW", "CONSUMPTION", "ENERGY", "STOCK", "GROUND_WATER_LEVEL", "QUALITY", "VIRTUAL"],
    "siUnit": str,
    "virtual": bool,
    "formula": Union[str, None],
    "operands": list[str],
    "params": dict[str, Any],
    "dataUpdateFrequency": int,
    "categories": list['UnitOfIndustry_categoriesItem'],
    "lastSeen": Union[str, None],
    "retiredAt": Union[str, None],
    "lastDate": Union[str, None],
})

UnitOfIndustry_categoriesItem = TypedDict('UnitOfIndustry_categoriesItem', {
    "generation": Literal["categories", "categoriesV2", "standardCategories"],
    "categoryKey": str,
    "subCategoryId": str,
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

UnitBody = dict[str, Any]

UnitWithVersionsAnswer = TypedDict('UnitWithVersionsAnswer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'UnitForOperators',
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

UnitPatch = dict[str, Any]

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

OwnCategoryAnswer = TypedDict('OwnCategoryAnswer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'CategoryOfIndustry',
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

CategoryBody = dict[str, Any]

CategoryPatch = dict[str, Any]

OwnDeviceKeys = TypedDict('OwnDeviceKeys', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'OwnDeviceKeys_data',
})

OwnDeviceKeys_data = TypedDict('OwnDeviceKeys_data', {
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

OwnDeviceKeyCreated = TypedDict('OwnDeviceKeyCreated', {
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

OwnDeviceKeyRotated = TypedDict('OwnDeviceKeyRotated', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'RotatedDeviceKey',
})

RotatedDeviceKey = dict[str, Any]

DeviceKeyRotation = TypedDict('DeviceKeyRotation', {
    "overlapHours": NotRequired[float],
})

OwnDeviceKeyRevoked = TypedDict('OwnDeviceKeyRevoked', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'DeviceKey',
})

Sources = TypedDict('Sources', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Sources_data',
})

Sources_data = TypedDict('Sources_data', {
    "sources": list['Source'],
})

Source = TypedDict('Source', {
    "sourceId": str,
    "name": str,
    "format": Literal["chirpstack", "things-stack", "sparkplug", "json"],
    "deviceId": Union[str, None],
    "list": Union[str, None],
    "only": Union['Source_only', None],
    "time": Union['Source_time', None],
    "fields": list['Source_fieldsItem'],
    "battery": Union['Source_battery', None],
    "rssi": Union[str, None],
    "snr": Union[str, None],
    "downlink": Union['Source_downlink', None],
    "deviceCount": int,
    "waitingCount": int,
    "lastHeardAt": Union[str, None],
    "problem": Union['Source_problem', None],
    "keyIds": list[str],
    "version": int,
    "createdBy": str,
    "createdAt": str,
    "updatedBy": str,
    "updatedAt": str,
})

Source_only = TypedDict('Source_only', {
    "place": str,
    "values": list[str],
})

Source_time = TypedDict('Source_time', {
    "place": str,
    "form": Literal["iso", "seconds", "milliseconds", "microseconds", "nanoseconds"],
    "timezone": Union[str, None],
})

Source_fieldsItem = TypedDict('Source_fieldsItem', {
    "place": str,
    "to": Literal["value", "summedValue", "parameter"],
    "parameter": Union[str, None],
    "unit": Literal["m3", "KL", "L", "ML", "US gal", "imp gal", "US kgal", "ft3", "CCF", "kWh", "Wh", "MWh", "MJ", "GJ", "pulse", None],
    "pulse": Union['Source_fieldsItem_pulse', None],
})

Source_fieldsItem_pulse = TypedDict('Source_fieldsItem_pulse', {
    "weight": float,
    "unit": Literal["m3", "KL", "L", "ML", "US gal", "imp gal", "US kgal", "ft3", "CCF", "kWh", "Wh", "MWh", "MJ", "GJ"],
})

Source_battery = TypedDict('Source_battery', {
    "place": str,
    "unit": Literal["%", "V", "mV"],
})

Source_downlink = TypedDict('Source_downlink', {
    "port": int,
    "payload": str,
    "confirmed": bool,
})

Source_problem = TypedDict('Source_problem', {
    "reason": str,
    "at": Union[str, None],
    "count": int,
    "example": Union[str, None],
})

SourceAnswerOne = TypedDict('SourceAnswerOne', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'SourceWithDevices',
})

SourceWithDevices = dict[str, Any]

SourceDevice = TypedDict('SourceDevice', {
    "batteryPercent": Union[float, None],
    "batteryVolts": Union[float, None],
    "rssi": Union[float, None],
    "snr": Union[float, None],
    "deviceId": str,
    "unitId": Union[str, None],
    "unitName": Union[str, None],
    "firstHeardAt": Union[str, None],
    "lastHeardAt": Union[str, None],
    "messages": int,
    "diedAt": Union[str, None],
    "downlink": Union['SourceDevice_downlink', None],
    "takesDownlinks": bool,
    "example": Union[str, None],
})

SourceDevice_downlink = TypedDict('SourceDevice_downlink', {
    "state": Literal["queued", "sending", "sent", "failed"],
    "at": Union[str, None],
    "problem": Union[str, None],
})

SourceRequest = TypedDict('SourceRequest', {
    "name": str,
    "format": Literal["chirpstack", "things-stack", "sparkplug", "json"],
    "deviceId": NotRequired[Union[str, None]],
    "list": NotRequired[Union[str, None]],
    "only": NotRequired[Union['SourceRequest_only', None]],
    "time": NotRequired[Union['SourceRequest_time', None]],
    "fields": list['SourceRequest_fieldsItem'],
    "battery": NotRequired[Union['SourceRequest_battery', None]],
    "rssi": NotRequired[Union[str, None]],
    "snr": NotRequired[Union[str, None]],
    "downlink": NotRequired[Union['SourceRequest_downlink', None]],
    "devices": NotRequired[list['SourceRequest_devicesItem']],
})

SourceRequest_only = TypedDict('SourceRequest_only', {
    "place": str,
    "values": list[str],
})

SourceRequest_time = TypedDict('SourceRequest_time', {
    "place": str,
    "form": NotRequired[Literal["iso", "seconds", "milliseconds", "microseconds", "nanoseconds"]],
    "timezone": NotRequired[Union[str, None]],
})

SourceRequest_fieldsItem = TypedDict('SourceRequest_fieldsItem', {
    "place": str,
    "to": Literal["value", "summedValue", "parameter"],
    "parameter": NotRequired[Union[str, None]],
    "unit": NotRequired[Literal["m3", "KL", "L", "ML", "US gal", "imp gal", "US kgal", "ft3", "CCF", "kWh", "Wh", "MWh", "MJ", "GJ", "pulse", None]],
    "pulse": NotRequired[Union['SourceRequest_fieldsItem_pulse', None]],
})

SourceRequest_fieldsItem_pulse = TypedDict('SourceRequest_fieldsItem_pulse', {
    "weight": float,
    "unit": Literal["m3", "KL", "L", "ML", "US gal", "imp gal", "US kgal", "ft3", "CCF", "kWh", "Wh", "MWh", "MJ", "GJ"],
})

SourceRequest_battery = TypedDict('SourceRequest_battery', {
    "place": str,
    "unit": Literal["%", "V", "mV"],
})

SourceRequest_downlink = TypedDict('SourceRequest_downlink', {
    "port": int,
    "payload": str,
    "confirmed": NotRequired[bool],
})

SourceRequest_devicesItem = TypedDict('SourceRequest_devicesItem', {
    "deviceId": str,
    "unitId": str,
})

SourceOfDevice = TypedDict('SourceOfDevice', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Source',
})

SourceDeviceRequest = TypedDict('SourceDeviceRequest', {
    "deviceId": str,
    "unitId": Union[str, None],
})

TriedMessages = TypedDict('TriedMessages', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'TriedMessages_data',
})

TriedMessages_data = TypedDict('TriedMessages_data', {
    "messages": list['TriedMessage'],
})

TriedMessage = TypedDict('TriedMessage', {
    "verdict": Literal["stored", "refused", "waiting", "status", "passed", "unreadable"],
    "reason": Union[str, None],
    "deviceId": Union[str, None],
    "unitId": Union[str, None],
    "siUnit": Union[str, None],
    "reading": Union[dict[str, Any], None],
    "health": Union['TriedMessage_health', None],
})

TriedMessage_health = TypedDict('TriedMessage_health', {
    "batteryPercent": Union[float, None],
    "batteryVolts": Union[float, None],
    "rssi": Union[float, None],
    "snr": Union[float, None],
})

SourceTryRequest = TypedDict('SourceTryRequest', {
    "sent": str,
})

Assignees = TypedDict('Assignees', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": list['Assignees_dataItem'],
})

Assignees_dataItem = TypedDict('Assignees_dataItem', {
    "userId": str,
    "username": str,
})

CategoriesOfIndustry = TypedDict('CategoriesOfIndustry', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": list['CategoryOfIndustry'],
})

Findings = TypedDict('Findings', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Findings_data',
})

Findings_data = TypedDict('Findings_data', {
    "findings": list['Finding'],
    "precision": list['FindingPrecision'],
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

FindingPrecision = TypedDict('FindingPrecision', {
    "kind": Literal["leak", "burst", "unusual-use", "standstill", "stuck", "creep", "reversed", "silence", "tank-low", "tank-full", "overflow", "quality-outside", "battery-low", "energy-drift", "swapped-meters", "balance"],
    "confirmed": int,
    "rejected": int,
    "healed": int,
    "unjudged": int,
    "precision": Union[float, None],
})

TanksAnswer = TypedDict('TanksAnswer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'TanksAnswer_data',
})

TanksAnswer_data = TypedDict('TanksAnswer_data', {
    "tanks": list['StandingTank'],
})

StandingTank = TypedDict('StandingTank', {
    "unitId": str,
    "unitName": str,
    "siUnit": str,
    "capacity": Union[float, None],
    "lowPercent": float,
    "fullPercent": float,
    "level": Union[float, None],
    "percent": Union[float, None],
    "readAt": Union[str, None],
    "outlook": Union['StandingTank_outlook', None],
})

StandingTank_outlook = TypedDict('StandingTank_outlook', {
    "course": Literal["falling", "rising", "steady"],
    "ratePerHour": 'StandingTank_outlook_ratePerHour',
    "since": str,
    "spanMinutes": int,
    "readings": int,
    "ends": list['StandingTank_outlook_endsItem'],
})

StandingTank_outlook_ratePerHour = TypedDict('StandingTank_outlook_ratePerHour', {
    "value": float,
    "low": float,
    "high": float,
})

StandingTank_outlook_endsItem = TypedDict('StandingTank_outlook_endsItem', {
    "end": Literal["low", "empty", "full"],
    "atPercent": float,
    "fromMinutes": int,
    "toMinutes": Union[int, None],
})

FindingSettings = TypedDict('FindingSettings', {
    "kinds": list['FindingSettings_kindsItem'],
    "settings": list['FindingSettings_settingsItem'],
})

FindingSettings_kindsItem = TypedDict('FindingSettings_kindsItem', {
    "kind": Literal["leak", "burst", "unusual-use", "standstill", "stuck", "creep", "reversed", "silence", "tank-low", "tank-full", "overflow", "quality-outside", "battery-low", "energy-drift", "swapped-meters", "balance"],
    "title": str,
    "meaning": str,
    "severity": Literal["critical", "high", "medium", "low"],
    "isMailed": bool,
    "limit": Union['FindingSettings_kindsItem_limit', None],
    "value": Union[float, None],
    "mutedUntil": Union[str, None],
})

FindingSettings_kindsItem_limit = TypedDict('FindingSettings_kindsItem_limit', {
    "default": Union[float, None],
    "unit": str,
    "least": float,
    "most": float,
    "meaning": str,
})

FindingSettings_settingsItem = TypedDict('FindingSettings_settingsItem', {
    "kind": Literal["leak", "burst", "unusual-use", "standstill", "stuck", "creep", "reversed", "silence", "tank-low", "tank-full", "overflow", "quality-outside", "battery-low", "energy-drift", "swapped-meters", "balance"],
    "unitId": Union[str, None],
    "subCategoryId": Union[str, None],
    "limit": Union[float, None],
    "mutedUntil": Union[str, None],
    "reason": Union[str, None],
    "setBy": str,
    "setAt": str,
})

VisibleLeak = TypedDict('VisibleLeak', {
    "unitId": str,
    "siUnit": str,
    "leak": Union['VisibleLeak_leak', None],
    "says": Union[str, None],
})

VisibleLeak_leak = TypedDict('VisibleLeak_leak', {
    "perDay": float,
    "pulse": Union[float, None],
    "isByPulses": bool,
})

FindingSetting = TypedDict('FindingSetting', {
    "kind": Literal["leak", "burst", "unusual-use", "standstill", "stuck", "creep", "reversed", "silence", "tank-low", "tank-full", "overflow", "quality-outside", "battery-low", "energy-drift", "swapped-meters", "balance"],
    "unitId": NotRequired[Union[str, None]],
    "subCategoryId": NotRequired[Union[str, None]],
    "limit": NotRequired[Union[float, None]],
    "mutedUntil": NotRequired[Union[str, None]],
    "reason": NotRequired[Union[str, None]],
})

FindingDetail = TypedDict('FindingDetail', {
    "finding": 'Finding',
    "meaning": str,
    "acts": list['FindingAct'],
    "precision": Union['FindingPrecision', None],
    "limit": Union['FindingDetail_limit', None],
    "rule": Union['FindingDetail_rule', None],
})

FindingDetail_limit = TypedDict('FindingDetail_limit', {
    "value": Union[float, None],
    "unit": str,
    "meaning": str,
    "by": Literal["unit", "subCategory", "industry", "default"],
})

FindingDetail_rule = TypedDict('FindingDetail_rule', {
    "alertType": str,
    "settings": dict[str, Any],
})

FindingAct = TypedDict('FindingAct', {
    "at": str,
    "userId": str,
    "userName": Union[str, None],
    "act": Literal["acknowledged", "assigned", "unassigned", "commented", "confirmed", "rejected", "verdict withdrawn", "muted", "unmuted"],
    "detail": Union[str, None],
    "assigneeId": Union[str, None],
    "assigneeName": Union[str, None],
})

FindingVerdict = TypedDict('FindingVerdict', {
    "verdict": Literal["confirmed", "rejected", "none"],
    "reason": NotRequired[Union[str, None]],
})

FindingAcknowledgement = TypedDict('FindingAcknowledgement', {
    "note": NotRequired[Union[str, None]],
})

Assignment = TypedDict('Assignment', {
    "userId": Union[str, None],
    "note": NotRequired[Union[str, None]],
})

FindingComment = TypedDict('FindingComment', {
    "text": str,
})

AnnotationRequest = TypedDict('AnnotationRequest', {
    "unitId": Union[str, None],
    "from": str,
    "to": NotRequired[str],
    "text": str,
})

RegisterEvents = TypedDict('RegisterEvents', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'RegisterEvents_data',
})

RegisterEvents_data = TypedDict('RegisterEvents_data', {
    "unitId": str,
    "unitName": str,
    "siUnit": str,
    "checksInForce": bool,
    "events": list['RegisterEvent'],
    "overrules": list['RegisterOverrule'],
})

RegisterOverruled = TypedDict('RegisterOverruled', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'RegisterOverruled_data',
})

RegisterOverruled_data = TypedDict('RegisterOverruled_data', {
    "unitId": str,
    "createdOn": str,
    "action": Literal["keep", "exclude", "withdraw"],
    "register": float,
    "changedDates": list[str],
})

RegisterOverruleRequest = TypedDict('RegisterOverruleRequest', {
    "unitId": str,
    "createdOn": str,
    "action": Literal["keep", "exclude", "withdraw"],
})

ThinnedReadings = TypedDict('ThinnedReadings', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'ThinnedReadings_data',
})

ThinnedReadings_data = TypedDict('ThinnedReadings_data', {
    "unitId": str,
    "unitName": str,
    "siUnit": str,
    "measure": Literal["value", "register", "parameter"],
    "parameter": Union[str, None],
    "from": str,
    "to": str,
    "bucketSeconds": float,
    "readings": int,
    "estimated": int,
    "points": list['ThinnedReadings_data_pointsItem'],
    "gaps": list['ThinnedReadings_data_gapsItem'],
    "estimatedSpans": list['ThinnedReadings_data_estimatedSpansItem'],
    "removed": list['ThinnedReadings_data_removedItem'],
    "removedBefore": Union[str, None],
})

ThinnedReadings_data_pointsItem = TypedDict('ThinnedReadings_data_pointsItem', {
    "x": str,
    "y": Union[float, None],
})

ThinnedReadings_data_gapsItem = TypedDict('ThinnedReadings_data_gapsItem', {
    "from": str,
    "to": str,
})

ThinnedReadings_data_estimatedSpansItem = TypedDict('ThinnedReadings_data_estimatedSpansItem', {
    "from": str,
    "to": str,
})

ThinnedReadings_data_removedItem = TypedDict('ThinnedReadings_data_removedItem', {
    "from": str,
    "to": str,
})

WithdrawnEstimates = TypedDict('WithdrawnEstimates', {
    "editId": str,
    "unitId": str,
    "madeBy": str,
    "reason": str,
    "withdrawn": 'WithdrawnEstimates_withdrawn',
})

WithdrawnEstimates_withdrawn = TypedDict('WithdrawnEstimates_withdrawn', {
    "at": str,
    "readings": int,
    "firstOn": str,
    "lastOn": str,
    "cause": Literal["reading", "edit", "delete", "undo"],
    "besideOn": str,
    "message": str,
})

ReadingEdit = TypedDict('ReadingEdit', {
    "editId": str,
    "unitId": str,
    "kind": Literal["edit", "delete", "estimate"],
    "reason": str,
    "madeBy": str,
    "madeAt": str,
    "undoneBy": Union[str, None],
    "undoneAt": Union[str, None],
    "readings": int,
    "first": list['ReadingEdit_firstItem'],
    "withdrawn": Union['ReadingEdit_withdrawn', None],
})

ReadingEdit_firstItem = TypedDict('ReadingEdit_firstItem', {
    "createdOn": str,
    "before": Union['ReadingEdit_firstItem_before', None],
    "after": Union['ReadingEdit_firstItem_after', None],
})

ReadingEdit_firstItem_before = TypedDict('ReadingEdit_firstItem_before', {
    "value": Union[float, None],
    "summedValue": Union[float, None],
    "paramValue": dict[str, Any],
    "interpolated": bool,
    "offlinePeriod": Union[float, None],
})

ReadingEdit_firstItem_after = TypedDict('ReadingEdit_firstItem_after', {
    "value": Union[float, None],
    "summedValue": Union[float, None],
    "paramValue": dict[str, Any],
    "interpolated": bool,
    "offlinePeriod": Union[float, None],
})

ReadingEdit_withdrawn = TypedDict('ReadingEdit_withdrawn', {
    "at": str,
    "readings": int,
    "firstOn": str,
    "lastOn": str,
    "cause": Literal["reading", "edit", "delete", "undo"],
    "besideOn": str,
    "message": str,
})

ReadingPreview = TypedDict('ReadingPreview', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'ReadingPreview_data',
})

ReadingPreview_data = TypedDict('ReadingPreview_data', {
    "before": Union['ReadingPreview_data_before', None],
    "after": Union['ReadingPreview_data_after', None],
    "days": list['ReadingPreview_data_daysItem'],
})

ReadingPreview_data_before = TypedDict('ReadingPreview_data_before', {
    "value": Union[float, None],
    "summedValue": Union[float, None],
    "paramValue": dict[str, Any],
    "interpolated": bool,
    "offlinePeriod": Union[float, None],
})

ReadingPreview_data_after = TypedDict('ReadingPreview_data_after', {
    "value": Union[float, None],
    "summedValue": Union[float, None],
    "paramValue": dict[str, Any],
    "interpolated": bool,
    "offlinePeriod": Union[float, None],
})

ReadingPreview_data_daysItem = TypedDict('ReadingPreview_data_daysItem', {
    "unitId": str,
    "unitName": str,
    "siUnit": str,
    "date": str,
    "before": 'ReadingPreview_data_daysItem_before',
    "after": 'ReadingPreview_data_daysItem_after',
})

ReadingPreview_data_daysItem_before = TypedDict('ReadingPreview_data_daysItem_before', {
    "figure": Union[float, dict[str, Any], None],
    "unheard": float,
})

ReadingPreview_data_daysItem_after = TypedDict('ReadingPreview_data_daysItem_after', {
    "figure": Union[float, dict[str, Any], None],
    "unheard": float,
})

ReadingPreviewRequest = TypedDict('ReadingPreviewRequest', {
    "unitId": str,
    "createdOn": str,
    "value": NotRequired[Union[float, None]],
    "summedValue": NotRequired[Union[float, None]],
    "paramValue": NotRequired[Union[dict[str, Any], None]],
    "interpolated": NotRequired[bool],
    "offlinePeriod": NotRequired[Union[float, None]],
    "remove": NotRequired[bool],
    "undo": NotRequired[str],
})

EstimatesPreview = TypedDict('EstimatesPreview', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'EstimatesPreview_data',
})

EstimatesPreview_data = TypedDict('EstimatesPreview_data', {
    "readings": int,
    "estimates": list['EstimatesPreview_data_estimatesItem'],
    "skipped": list['EstimatesPreview_data_skippedItem'],
    "days": list['EstimatesPreview_data_daysItem'],
})

EstimatesPreview_data_estimatesItem = TypedDict('EstimatesPreview_data_estimatesItem', {
    "createdOn": str,
    "after": Union['EstimatesPreview_data_estimatesItem_after', None],
})

EstimatesPreview_data_estimatesItem_after = TypedDict('EstimatesPreview_data_estimatesItem_after', {
    "value": Union[float, None],
    "summedValue": Union[float, None],
    "paramValue": dict[str, Any],
    "interpolated": bool,
    "offlinePeriod": Union[float, None],
})

EstimatesPreview_data_skippedItem = TypedDict('EstimatesPreview_data_skippedItem', {
    "from": str,
    "to": str,
    "why": str,
})

EstimatesPreview_data_daysItem = TypedDict('EstimatesPreview_data_daysItem', {
    "unitId": str,
    "unitName": str,
    "siUnit": str,
    "date": str,
    "before": 'EstimatesPreview_data_daysItem_before',
    "after": 'EstimatesPreview_data_daysItem_after',
})

EstimatesPreview_data_daysItem_before = TypedDict('EstimatesPreview_data_daysItem_before', {
    "figure": Union[float, dict[str, Any], None],
    "unheard": float,
})

EstimatesPreview_data_daysItem_after = TypedDict('EstimatesPreview_data_daysItem_after', {
    "figure": Union[float, dict[str, Any], None],
    "unheard": float,
})

EstimatesPreviewRequest = TypedDict('EstimatesPreviewRequest', {
    "unitId": str,
    "from": str,
    "to": str,
})

ReadingEditRequest = TypedDict('ReadingEditRequest', {
    "unitId": str,
    "createdOn": str,
    "reason": str,
    "value": NotRequired[Union[float, None]],
    "summedValue": NotRequired[Union[float, None]],
    "paramValue": NotRequired[Union[dict[str, Any], None]],
    "interpolated": NotRequired[bool],
    "offlinePeriod": NotRequired[Union[float, None]],
})

ReadingDeleteRequest = TypedDict('ReadingDeleteRequest', {
    "unitId": str,
    "createdOn": str,
    "reason": str,
})

ReadingInterpolateRequest = TypedDict('ReadingInterpolateRequest', {
    "unitId": str,
    "from": str,
    "to": str,
    "reason": str,
    "dryRun": NotRequired[bool],
})

ReadingUndoRequest = TypedDict('ReadingUndoRequest', {
    "editId": str,
    "reason": str,
})

QuarantineCase = TypedDict('QuarantineCase', {
    "id": int,
    "unitId": Union[str, None],
    "raw": str,
    "reasonCode": str,
    "reason": str,
    "source": str,
    "receivedAt": str,
    "timesReceived": int,
    "status": Literal["held", "released", "discarded"],
    "decidedBy": Union[str, None],
    "decidedAt": Union[str, None],
})

WaterBalanceGraph = TypedDict('WaterBalanceGraph', {
    "nodes": list['WaterBalanceNode'],
    "edges": list['WaterBalanceEdge'],
    "metadata": 'WaterBalanceGraph_metadata',
    "customSummary": NotRequired[Union[list['WaterBalanceGraph_customSummaryItem'], dict[str, Any]]],
    "summaryGraph": NotRequired[Union[dict[str, Any], list[Any]]],
    "retiredUnits": NotRequired[list['WaterBalanceGraph_retiredUnitsItem']],
    "draft": NotRequired[bool],
})

WaterBalanceGraph_metadata = TypedDict('WaterBalanceGraph_metadata', {
    "pages": list['WaterBalancePage'],
})

WaterBalanceGraph_customSummaryItem = TypedDict('WaterBalanceGraph_customSummaryItem', {
    "id": Union[str, None],
    "displayName": str,
    "calculations": str,
    "siUnit": Union[str, None],
})

WaterBalanceGraph_retiredUnitsItem = TypedDict('WaterBalanceGraph_retiredUnitsItem', {
    "nodeId": str,
    "unitIds": list[str],
})

WaterBalanceNode = TypedDict('WaterBalanceNode', {
    "id": str,
    "data": 'WaterBalanceNode_data',
    "position": 'WaterBalanceNode_position',
    "nodeType": Literal["physicalNode", "virtualNode"],
    "type": str,
    "meta": 'WaterBalanceNodeMeta',
})

WaterBalanceNode_data = TypedDict('WaterBalanceNode_data', {
    "label": str,
    "rotation": float,
})

WaterBalanceNode_position = TypedDict('WaterBalanceNode_position', {
    "x": float,
    "y": float,
})

WaterBalanceNodeMeta = TypedDict('WaterBalanceNodeMeta', {
    "graphTag": Union[str, None],
    "isConsumption": bool,
    "limit": Union[float, None],
    "backgroundColor": Union[str, None],
    "units": list[str],
    "calculations": Union[str, None],
    "referencedNodeId": Union[str, None],
    "subGraph": Union[int, None],
    "disabled": bool,
})

WaterBalanceSaved = TypedDict('WaterBalanceSaved', {
    "status": Literal["success"],
    "message": Literal["data saved"],
})

WaterBalanceGraphBody = TypedDict('WaterBalanceGraphBody', {
    "nodes": list['WaterBalanceGraphBody_nodesItem'],
    "edges": list['WaterBalanceGraphBody_edgesItem'],
    "metadata": NotRequired['WaterBalanceGraphBody_metadata'],
    "customSummary": NotRequired[Union[list['WaterBalanceGraphBody_customSummaryItem'], dict[str, Any]]],
    "summaryGraph": NotRequired[Any],
})

WaterBalanceGraphBody_nodesItem = TypedDict('WaterBalanceGraphBody_nodesItem', {
    "id": str,
    "position": NotRequired[Union['WaterBalanceGraphBody_nodesItem_position', None]],
    "nodeType": NotRequired[Union[Literal["physicalNode", "virtualNode"], None]],
    "type": NotRequired[Union[str, None]],
    "data": NotRequired[Union['WaterBalanceGraphBody_nodesItem_data', None]],
    "meta": NotRequired[Union['WaterBalanceGraphBody_nodesItem_meta', None]],
})

WaterBalanceGraphBody_nodesItem_position = TypedDict('WaterBalanceGraphBody_nodesItem_position', {
    "x": float,
    "y": float,
})

WaterBalanceGraphBody_nodesItem_data = TypedDict('WaterBalanceGraphBody_nodesItem_data', {
    "label": NotRequired[Union[str, None]],
    "rotation": NotRequired[Union[float, None]],
})

WaterBalanceGraphBody_nodesItem_meta = TypedDict('WaterBalanceGraphBody_nodesItem_meta', {
    "graphTag": NotRequired[Union[str, None]],
    "isConsumption": NotRequired[Union[bool, None]],
    "limit": NotRequired[Union[float, None]],
    "backgroundColor": NotRequired[Union[str, None]],
    "units": NotRequired[Union[list[str], None]],
    "calculations": NotRequired[Union[str, None]],
    "referencedNodeId": NotRequired[Union[str, None]],
})

WaterBalanceGraphBody_edgesItem = TypedDict('WaterBalanceGraphBody_edgesItem', {
    "id": str,
    "source": str,
    "target": str,
    "type": NotRequired[Union[str, None]],
    "sourceHandle": NotRequired[Union[str, None]],
    "targetHandle": NotRequired[Union[str, None]],
    "data": NotRequired[Union['WaterBalanceGraphBody_edgesItem_data', None]],
    "markerEnd": NotRequired[Union[Union[str, dict[str, Any]], None]],
    "style": NotRequired[Union[dict[str, Any], None]],
})

WaterBalanceGraphBody_edgesItem_data = TypedDict('WaterBalanceGraphBody_edgesItem_data', {
    "controlPoints": NotRequired[Union[list['WaterBalanceGraphBody_edgesItem_data_controlPointsItem'], None]],
})

WaterBalanceGraphBody_edgesItem_data_controlPointsItem = TypedDict('WaterBalanceGraphBody_edgesItem_data_controlPointsItem', {
    "x": float,
    "y": float,
})

WaterBalanceGraphBody_metadata = TypedDict('WaterBalanceGraphBody_metadata', {
    "pages": NotRequired[list['WaterBalanceGraphBody_metadata_pagesItem']],
})

WaterBalanceGraphBody_metadata_pagesItem = TypedDict('WaterBalanceGraphBody_metadata_pagesItem', {
    "id": str,
    "displayName": NotRequired[Union[str, None]],
    "order": NotRequired[Union[float, None]],
    "icon": NotRequired[Union[str, None]],
})

WaterBalanceGraphBody_customSummaryItem = TypedDict('WaterBalanceGraphBody_customSummaryItem', {
    "id": NotRequired[Union[str, None]],
    "displayName": str,
    "calculations": str,
    "siUnit": NotRequired[Union[str, None]],
})

WaterBalanceVersions = TypedDict('WaterBalanceVersions', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'WaterBalanceVersions_data',
})

WaterBalanceVersions_data = TypedDict('WaterBalanceVersions_data', {
    "versions": list['WaterBalanceVersion'],
})

WaterBalanceVersion = TypedDict('WaterBalanceVersion', {
    "version": int,
    "savedAt": str,
    "savedBy": str,
    "physicalNodes": int,
    "virtualNodes": int,
    "edges": int,
    "pages": int,
})

WaterBalanceRestored = TypedDict('WaterBalanceRestored', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'WaterBalanceRestored_data',
})

WaterBalanceRestored_data = TypedDict('WaterBalanceRestored_data', {
    "version": int,
    "restoredVersion": int,
})

WaterBalanceRestoreRequest = TypedDict('WaterBalanceRestoreRequest', {
    "version": int,
})

AlertsByDay = TypedDict('AlertsByDay', {
    "startDate": str,
    "endDate": str,
    "total": int,
    "days": list['AlertsByDay_daysItem'],
})

AlertsByDay_daysItem = TypedDict('AlertsByDay_daysItem', {
    "date": str,
    "alerts": list['Alert'],
})

Alert = TypedDict('Alert', {
    "alertId": str,
    "title": str,
    "description": Union[str, None],
    "severity": Literal["critical", "high", "medium", "low"],
    "status": Literal["active", "resolved"],
    "state": Literal["open", "recovered", "withdrawn", "resolved"],
    "alertType": Literal["unit_threshold", "energy_daily_threshold", "hourly_threshold", "monthly_threshold", "energy_monthly_threshold", "device_status", "level_exceed", "stable_flow_alert", "flow_rate_above_the_range", "flow_rate_below_the_range", "flow_rate_back_in_range", "quality_threshold", "energy_threshold", "no_flow_n_days", "no_level_variation_n_days", "water_balance_leakage"],
    "category": Literal["consumption", "device", "energy", "flow", "leakage", "level", "quality"],
    "triggeredAt": str,
    "closedAt": Union[str, None],
    "since": str,
    "until": Union[str, None],
    "late": bool,
    "threshold": 'Alert_threshold',
    "actualValue": Union[float, None],
    "peak": Union[float, None],
    "report": Union['Alert_report', None],
    "litres": Union[float, None],
    "unitId": Union[str, None],
    "unitName": Union[str, None],
    "acknowledgedAt": Union[str, None],
    "acknowledgedBy": Union[str, None],
    "acknowledgedByName": Union[str, None],
    "assigneeId": Union[str, None],
    "assigneeName": Union[str, None],
    "snoozedUntil": Union[str, None],
})

Alert_threshold = TypedDict('Alert_threshold', {
    "parameter": str,
    "operator": Literal["<", "<=", ">", ">=", None],
    "value": Union[float, None],
    "unit": Union[str, None],
})

Alert_report = TypedDict('Alert_report', {
    "by": str,
    "verdict": Literal["unchecked", "confirmed", "denied"],
})

AlertPage = TypedDict('AlertPage', {
    "alerts": list['Alert'],
    "total": int,
})

AlertsByCategory = dict[str, Any]

AlertGraph = TypedDict('AlertGraph', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'AlertGraph_data',
})

AlertGraph_data = TypedDict('AlertGraph_data', {
    "type": Literal["DAY", "MONTH", "YEAR", "CUSTOM"],
    "startDate": str,
    "endDate": str,
    "labels": list[str],
    "total": int,
    "units": list['AlertGraph_data_unitsItem'],
})

AlertGraph_data_unitsItem = TypedDict('AlertGraph_data_unitsItem', {
    "unitId": Union[str, None],
    "unitName": Union[str, None],
    "total": int,
    "byAlertType": dict[str, Any],
    "counts": list[Union[int, None]],
})

AlertsOfIndustries = TypedDict('AlertsOfIndustries', {
    "totalAlerts": int,
    "totalIndustries": int,
    "startDate": str,
    "endDate": str,
    "fetchType": Literal["monthly", "daily", "dateRange"],
    "excludedIndustries": list[str],
    "adminAlertsOnly": bool,
    "alertsByIndustry": dict[str, Any],
})

AlertAnswer = TypedDict('AlertAnswer', {
    "message": str,
    "status": Literal["Success"],
    "success": list[str],
    "failed": list[str],
    "problems": list['AlertAnswer_problemsItem'],
})

AlertAnswer_problemsItem = TypedDict('AlertAnswer_problemsItem', {
    "entry": str,
    "problem": str,
})

AlertRuleDefined = TypedDict('AlertRuleDefined', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'AlertRuleDefined_data',
})

AlertRuleDefined_data = TypedDict('AlertRuleDefined_data', {
    "alertId": str,
    "createdAt": str,
})

AlertRequest = TypedDict('AlertRequest', {
    "type": str,
    "recipients": NotRequired[Union[list['AlertRequest_recipientsItem'], None]],
    "title": NotRequired[Union[str, None]],
    "description": NotRequired[Union[str, None]],
    "severity": NotRequired[Literal["critical", "high", "medium", "low", None]],
    "meta": 'AlertRequest_meta',
    "unitId": str,
    "createdOn": NotRequired[Union[str, None]],
})

AlertRequest_recipientsItem = TypedDict('AlertRequest_recipientsItem', {
    "userId": str,
})

AlertRequest_meta = TypedDict('AlertRequest_meta', {
    "alertType": Literal["unit_threshold", "energy_daily_threshold", "hourly_threshold", "monthly_threshold", "energy_monthly_threshold", "device_status", "level_exceed", "stable_flow_alert", "flow_rate_above_the_range", "flow_rate_below_the_range", "flow_rate_back_in_range", "quality_threshold", "energy_threshold", "no_flow_n_days", "no_level_variation_n_days", "water_balance_leakage"],
    "threshold": NotRequired[Union[float, None]],
    "currentValue": NotRequired[Union[float, None]],
    "unit": NotRequired[Union[str, None]],
    "parameter": NotRequired[Union[str, None]],
    "status": NotRequired[Union[str, None]],
    "severity": NotRequired[Literal["critical", "high", "medium", "low", None]],
})

NotificationList = TypedDict('NotificationList', {
    "status": Literal["success"],
    "notifications": list['Notification'],
    "date": str,
})

Notification = TypedDict('Notification', {
    "notificationId": str,
    "alertId": Union[str, None],
    "title": str,
    "message": str,
    "type": str,
    "category": Literal["consumption", "device", "energy", "flow", "leakage", "level", "quality"],
    "priority": Literal["critical", "high", "medium", "low"],
    "read": bool,
    "createdAt": str,
    "assigneeId": Union[str, None],
    "assignedBy": Union[str, None],
    "resolved": bool,
    "resolvedAt": Union[str, None],
    "data": dict[str, Any],
})

Changed = TypedDict('Changed', {
    "status": Literal["success"],
    "message": str,
})

CountedNotifications = TypedDict('CountedNotifications', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'CountedNotifications_data',
})

CountedNotifications_data = TypedDict('CountedNotifications_data', {
    "notifications": list['Notification'],
    "total": int,
    "unread": int,
})

AlertRules = TypedDict('AlertRules', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'AlertRules_data',
})

AlertRules_data = TypedDict('AlertRules_data', {
    "rules": list['AlertRule'],
    "total": int,
})

AlertRule = TypedDict('AlertRule', {
    "alertId": str,
    "version": int,
    "alertType": Literal["unit_threshold", "energy_daily_threshold", "hourly_threshold", "monthly_threshold", "energy_monthly_threshold", "device_status", "level_exceed", "stable_flow_alert", "flow_rate_above_the_range", "flow_rate_below_the_range", "flow_rate_back_in_range", "quality_threshold", "energy_threshold", "no_flow_n_days", "no_level_variation_n_days", "water_balance_leakage"],
    "title": str,
    "description": Union[str, None],
    "severity": Literal["critical", "high", "medium", "low"],
    "scope": 'AlertRule_scope',
    "settings": dict[str, Any],
    "holdMinutes": float,
    "recoverMinutes": float,
    "lateAfterMinutes": float,
    "channels": 'AlertRule_channels',
    "schedule": 'AlertRule_schedule',
    "escalation": list['AlertRule_escalationItem'],
    "isEnabled": bool,
    "createdBy": str,
    "createdAt": str,
    "updatedBy": str,
    "updatedAt": str,
})

AlertRule_scope = TypedDict('AlertRule_scope', {
    "kind": Literal["industry", "subCategory", "unit"],
    "ids": list[str],
})

AlertRule_channels = TypedDict('AlertRule_channels', {
    "email": NotRequired['AlertRule_channels_email'],
    "sms": NotRequired['AlertRule_channels_sms'],
    "chatMessaging": NotRequired['AlertRule_channels_chatMessaging'],
    "chat": NotRequired['AlertRule_channels_chat'],
    "push": NotRequired['AlertRule_channels_push'],
    "web": NotRequired['AlertRule_channels_web'],
})

AlertRule_channels_email = TypedDict('AlertRule_channels_email', {
    "enabled": bool,
    "recipients": NotRequired[list[str]],
    "count": NotRequired[int],
})

AlertRule_channels_sms = TypedDict('AlertRule_channels_sms', {
    "enabled": bool,
    "phoneNumbers": NotRequired[list[str]],
    "count": NotRequired[int],
})

AlertRule_channels_chatMessaging = TypedDict('AlertRule_channels_chatMessaging', {
    "enabled": bool,
    "phoneNumbers": NotRequired[list[str]],
    "count": NotRequired[int],
})

AlertRule_channels_chat = TypedDict('AlertRule_channels_chat', {
    "enabled": bool,
    "webhookUrl": NotRequired[Union[str, None]],
})

AlertRule_channels_push = TypedDict('AlertRule_channels_push', {
    "enabled": bool,
    "userIds": NotRequired[list[str]],
    "count": NotRequired[int],
})

AlertRule_channels_web = TypedDict('AlertRule_channels_web', {
    "enabled": bool,
})

AlertRule_schedule = TypedDict('AlertRule_schedule', {
    "enabled": NotRequired[bool],
    "timezone": NotRequired[Union[str, None]],
    "quietHours": NotRequired[Union['AlertRule_schedule_quietHours', None]],
    "holdCritical": NotRequired[bool],
})

AlertRule_schedule_quietHours = TypedDict('AlertRule_schedule_quietHours', {
    "start": str,
    "end": str,
})

AlertRule_escalationItem = TypedDict('AlertRule_escalationItem', {
    "afterMinutes": int,
    "channels": 'AlertRule_escalationItem_channels',
})

AlertRule_escalationItem_channels = TypedDict('AlertRule_escalationItem_channels', {
    "email": NotRequired['AlertRule_escalationItem_channels_email'],
    "sms": NotRequired['AlertRule_escalationItem_channels_sms'],
    "chatMessaging": NotRequired['AlertRule_escalationItem_channels_chatMessaging'],
    "chat": NotRequired['AlertRule_escalationItem_channels_chat'],
    "push": NotRequired['AlertRule_escalationItem_channels_push'],
    "web": NotRequired['AlertRule_escalationItem_channels_web'],
})

AlertRule_escalationItem_channels_email = TypedDict('AlertRule_escalationItem_channels_email', {
    "enabled": bool,
    "recipients": NotRequired[list[str]],
    "count": NotRequired[int],
})

AlertRule_escalationItem_channels_sms = TypedDict('AlertRule_escalationItem_channels_sms', {
    "enabled": bool,
    "phoneNumbers": NotRequired[list[str]],
    "count": NotRequired[int],
})

AlertRule_escalationItem_channels_chatMessaging = TypedDict('AlertRule_escalationItem_channels_chatMessaging', {
    "enabled": bool,
    "phoneNumbers": NotRequired[list[str]],
    "count": NotRequired[int],
})

AlertRule_escalationItem_channels_chat = TypedDict('AlertRule_escalationItem_channels_chat', {
    "enabled": bool,
    "webhookUrl": NotRequired[Union[str, None]],
})

AlertRule_escalationItem_channels_push = TypedDict('AlertRule_escalationItem_channels_push', {
    "enabled": bool,
    "userIds": NotRequired[list[str]],
    "count": NotRequired[int],
})

AlertRule_escalationItem_channels_web = TypedDict('AlertRule_escalationItem_channels_web', {
    "enabled": bool,
})

AlertRuleAnswer = TypedDict('AlertRuleAnswer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'AlertRule',
})

AlertHandled = TypedDict('AlertHandled', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'AlertHandled_data',
})

AlertHandled_data = TypedDict('AlertHandled_data', {
    "alertId": str,
    "status": Literal["active", "resolved"],
    "acknowledgedAt": Union[str, None],
    "acknowledgedBy": Union[str, None],
    "acknowledgedByName": Union[str, None],
    "assigneeId": Union[str, None],
    "assigneeName": Union[str, None],
    "snoozedUntil": Union[str, None],
    "resolvedAt": Union[str, None],
})

AlertAcknowledgement = TypedDict('AlertAcknowledgement', {
    "note": NotRequired[Union[str, None]],
})

AlertComment = TypedDict('AlertComment', {
    "text": str,
})

AlertSnooze = TypedDict('AlertSnooze', {
    "minutes": NotRequired[int],
    "until": NotRequired[str],
})

AlertResolution = TypedDict('AlertResolution', {
    "reason": NotRequired[Union[str, None]],
})

AlertDetail = TypedDict('AlertDetail', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'AlertDetail_data',
})

AlertDetail_data = TypedDict('AlertDetail_data', {
    "alertId": str,
    "title": str,
    "description": Union[str, None],
    "severity": Literal["critical", "high", "medium", "low"],
    "status": Literal["active", "resolved"],
    "state": Literal["open", "recovered", "withdrawn", "resolved"],
    "alertType": Literal["unit_threshold", "energy_daily_threshold", "hourly_threshold", "monthly_threshold", "energy_monthly_threshold", "device_status", "level_exceed", "stable_flow_alert", "flow_rate_above_the_range", "flow_rate_below_the_range", "flow_rate_back_in_range", "quality_threshold", "energy_threshold", "no_flow_n_days", "no_level_variation_n_days", "water_balance_leakage"],
    "category": Literal["consumption", "device", "energy", "flow", "leakage", "level", "quality"],
    "triggeredAt": str,
    "closedAt": Union[str, None],
    "since": str,
    "until": Union[str, None],
    "late": bool,
    "threshold": 'AlertDetail_data_threshold',
    "actualValue": Union[float, None],
    "peak": Union[float, None],
    "report": Union['AlertDetail_data_report', None],
    "litres": Union[float, None],
    "unitId": Union[str, None],
    "unitName": Union[str, None],
    "acknowledgedAt": Union[str, None],
    "acknowledgedBy": Union[str, None],
    "acknowledgedByName": Union[str, None],
    "assigneeId": Union[str, None],
    "assigneeName": Union[str, None],
    "snoozedUntil": Union[str, None],
    "origin": Literal["rule", "request"],
    "type": str,
    "ruleId": Union[str, None],
    "windowStart": Union[str, None],
    "detectedAt": str,
    "evidence": dict[str, Any],
    "transitions": list['AlertDetail_data_transitionsItem'],
    "deliveries": list['AlertDetail_data_deliveriesItem'],
})

AlertDetail_data_threshold = TypedDict('AlertDetail_data_threshold', {
    "parameter": str,
    "operator": Literal["<", "<=", ">", ">=", None],
    "value": Union[float, None],
    "unit": Union[str, None],
})

AlertDetail_data_report = TypedDict('AlertDetail_data_report', {
    "by": str,
    "verdict": Literal["unchecked", "confirmed", "denied"],
})

AlertDetail_data_transitionsItem = TypedDict('AlertDetail_data_transitionsItem', {
    "kind": Literal["fired", "recovered", "corrected", "withdrawn", "resolved", "acknowledged", "assigned", "unassigned", "commented", "snoozed", "escalated", "reminded"],
    "at": str,
    "recordedAt": str,
    "by": Union[str, None],
    "byName": Union[str, None],
    "detail": dict[str, Any],
    "assigneeName": Union[str, None],
})

AlertDetail_data_deliveriesItem = TypedDict('AlertDetail_data_deliveriesItem', {
    "transition": int,
    "channel": Literal["email", "sms", "chat-messaging", "push", "web", "chat-space", "browser"],
    "recipient": Union[str, None],
    "state": Literal["queued", "sending", "sent", "failed", "unconfirmed", "suppressed"],
    "attempts": int,
    "problem": Union[str, None],
    "queuedAt": str,
    "finishedAt": Union[str, None],
})

AlertRuleReplaced = TypedDict('AlertRuleReplaced', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'AlertRuleReplaced_data',
})

AlertRuleReplaced_data = TypedDict('AlertRuleReplaced_data', {
    "alertId": str,
    "createdAt": str,
    "updatedAt": str,
})

AlertRuleDeleted = TypedDict('AlertRuleDeleted', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
})

deleteAnnotationsByAnnotationId_answer = TypedDict('deleteAnnotationsByAnnotationId_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
})

deleteBrowsersByBrowserId_answer = TypedDict('deleteBrowsersByBrowserId_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
})

deleteNotificationAssignee_body = TypedDict('deleteNotificationAssignee_body', {
    "notificationId": str,
})

deleteReportsSubscriptionsBySubscriptionId_answer = TypedDict('deleteReportsSubscriptionsBySubscriptionId_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
})

deleteSourcesBySourceId_answer = TypedDict('deleteSourcesBySourceId_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
})

getAlerts_answer = TypedDict('getAlerts_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": Union['AlertsByDay', 'AlertPage'],
})

getAlertsDateRange_answer = TypedDict('getAlertsDateRange_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'getAlertsDateRange_answer_data',
})

getAlertsDateRange_answer_data = TypedDict('getAlertsDateRange_answer_data', {
    "startDate": str,
    "endDate": str,
    "total": int,
    "days": list['getAlertsDateRange_answer_data_daysItem'],
})

getAlertsDateRange_answer_data_daysItem = TypedDict('getAlertsDateRange_answer_data_daysItem', {
    "date": str,
    "alerts": list['Alert'],
})

getAnnotations_answer = TypedDict('getAnnotations_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'getAnnotations_answer_data',
})

getAnnotations_answer_data = TypedDict('getAnnotations_answer_data', {
    "annotations": list['Annotation'],
    "isComplete": bool,
})

getAnnotationsByAnnotationId_answer = TypedDict('getAnnotationsByAnnotationId_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Annotation',
})

getBrowsers_answer = TypedDict('getBrowsers_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'getBrowsers_answer_data',
})

getBrowsers_answer_data = TypedDict('getBrowsers_answer_data', {
    "publicKey": str,
    "browsers": list['getBrowsers_answer_data_browsersItem'],
})

getBrowsers_answer_data_browsersItem = TypedDict('getBrowsers_answer_data_browsersItem', {
    "browserId": str,
    "browserName": str,
    "leastSeverity": Literal["critical", "high", "medium", "low"],
    "addedAt": str,
    "mark": str,
})

getComparison_answer = TypedDict('getComparison_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Comparison',
})

getCompleteness_answer = TypedDict('getCompleteness_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'DayCompleteness',
})

getInsightsByFindingId_answer = TypedDict('getInsightsByFindingId_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'FindingDetail',
})

getInsightsSettings_answer = TypedDict('getInsightsSettings_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'FindingSettings',
})

getInsightsVisibleLeak_answer = TypedDict('getInsightsVisibleLeak_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'VisibleLeak',
})

getOpenapiJson_answer = TypedDict('getOpenapiJson_answer', {
    "openapi": str,
    "info": dict[str, Any],
    "paths": dict[str, Any],
    "components": dict[str, Any],
})

getQuarantine_answer = TypedDict('getQuarantine_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'getQuarantine_answer_data',
})

getQuarantine_answer_data = TypedDict('getQuarantine_answer_data', {
    "cases": list['QuarantineCase'],
    "next": Union[int, None],
})

getReadingsEdits_answer = TypedDict('getReadingsEdits_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'getReadingsEdits_answer_data',
})

getReadingsEdits_answer_data = TypedDict('getReadingsEdits_answer_data', {
    "edits": list['ReadingEdit'],
    "next": Union[int, None],
})

getReadingsWithdrawn_answer = TypedDict('getReadingsWithdrawn_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'getReadingsWithdrawn_answer_data',
})

getReadingsWithdrawn_answer_data = TypedDict('getReadingsWithdrawn_answer_data', {
    "withdrawn": list['WithdrawnEstimates'],
})

getSessions_answer = TypedDict('getSessions_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": list['Session'],
})

getStaleDays_answer = TypedDict('getStaleDays_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": list['StaleDay'],
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

getUser_answer = TypedDict('getUser_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Profile',
})

getUsualHours_answer = TypedDict('getUsualHours_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'UsualHours',
})

getWaterBalance_answer = TypedDict('getWaterBalance_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'WaterBalance',
})

patchNotificationAssignee_body = TypedDict('patchNotificationAssignee_body', {
    "notificationId": str,
})

patchNotificationUpdateRead_body = TypedDict('patchNotificationUpdateRead_body', {
    "notifications": list['patchNotificationUpdateRead_body_notificationsItem'],
})

patchNotificationUpdateRead_body_notificationsItem = TypedDict('patchNotificationUpdateRead_body_notificationsItem', {
    "id": str,
    "read": bool,
})

postAnnotations_answer = TypedDict('postAnnotations_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Annotation',
})

postBrowsers_body = TypedDict('postBrowsers_body', {
    "endpoint": str,
    "keys": 'postBrowsers_body_keys',
    "browserName": str,
    "leastSeverity": NotRequired[Literal["critical", "high", "medium", "low"]],
})

postBrowsers_body_keys = TypedDict('postBrowsers_body_keys', {
    "p256dh": str,
    "auth": str,
})

postBrowsers_answer = TypedDict('postBrowsers_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'postBrowsers_answer_data',
})

postBrowsers_answer_data = TypedDict('postBrowsers_answer_data', {
    "browserId": str,
})

postBrowsersByBrowserIdTest_answer = TypedDict('postBrowsersByBrowserIdTest_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
})

postInsightsByFindingId_answer = TypedDict('postInsightsByFindingId_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Finding',
})

postInsightsByFindingIdAcknowledge_answer = TypedDict('postInsightsByFindingIdAcknowledge_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Finding',
})

postInsightsByFindingIdComments_answer = TypedDict('postInsightsByFindingIdComments_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Finding',
})

postLogin_body = TypedDict('postLogin_body', {
    "email": NotRequired[str],
    "username": NotRequired[str],
    "password": NotRequired[str],
    "loginType": NotRequired[str],
})

postNotificationAssignee_body = TypedDict('postNotificationAssignee_body', {
    "notificationId": str,
    "assigneeId": str,
})

postNotificationRegisterPush_body = TypedDict('postNotificationRegisterPush_body', {
    "pushToken": str,
})

postOtpSend_body = TypedDict('postOtpSend_body', {
    "phoneNumber": str,
})

postOtpVerify_body = TypedDict('postOtpVerify_body', {
    "phoneNumber": str,
    "otp": str,
    "otpTimestamp": str,
})

postPasswordReset_body = TypedDict('postPasswordReset_body', {
    "token": str,
    "newPassword": str,
})

postQuarantineDiscard_body = TypedDict('postQuarantineDiscard_body', {
    "ids": list[int],
})

postQuarantineDiscard_answer = TypedDict('postQuarantineDiscard_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'postQuarantineDiscard_answer_data',
})

postQuarantineDiscard_answer_data = TypedDict('postQuarantineDiscard_answer_data', {
    "discarded": list[int],
    "notHeld": list[int],
})

postQuarantineRelease_body = TypedDict('postQuarantineRelease_body', {
    "ids": list[int],
    "reading": NotRequired[dict[str, Any]],
})

postQuarantineRelease_answer = TypedDict('postQuarantineRelease_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'postQuarantineRelease_answer_data',
})

postQuarantineRelease_answer_data = TypedDict('postQuarantineRelease_answer_data', {
    "released": list[int],
    "held": list['postQuarantineRelease_answer_data_heldItem'],
    "notHeld": list[int],
})

postQuarantineRelease_answer_data_heldItem = TypedDict('postQuarantineRelease_answer_data_heldItem', {
    "id": int,
    "reason": str,
})

postReadingsDelete_answer = TypedDict('postReadingsDelete_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'postReadingsDelete_answer_data',
})

postReadingsDelete_answer_data = TypedDict('postReadingsDelete_answer_data', {
    "editId": Union[str, None],
    "readings": int,
    "changedDates": list[str],
})

postReadingsEdit_answer = TypedDict('postReadingsEdit_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'postReadingsEdit_answer_data',
})

postReadingsEdit_answer_data = TypedDict('postReadingsEdit_answer_data', {
    "editId": Union[str, None],
    "readings": int,
    "changedDates": list[str],
})

postReadingsInterpolate_answer = TypedDict('postReadingsInterpolate_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'postReadingsInterpolate_answer_data',
})

postReadingsInterpolate_answer_data = TypedDict('postReadingsInterpolate_answer_data', {
    "editId": Union[str, None],
    "readings": int,
    "changedDates": list[str],
    "skipped": list['postReadingsInterpolate_answer_data_skippedItem'],
})

postReadingsInterpolate_answer_data_skippedItem = TypedDict('postReadingsInterpolate_answer_data_skippedItem', {
    "from": str,
    "to": str,
    "why": str,
})

postReadingsUndo_answer = TypedDict('postReadingsUndo_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'postReadingsUndo_answer_data',
})

postReadingsUndo_answer_data = TypedDict('postReadingsUndo_answer_data', {
    "editId": Union[str, None],
    "readings": int,
    "changedDates": list[str],
    "kept": int,
})

postRefresh_body = TypedDict('postRefresh_body', {
    "refresh_token": NotRequired[str],
    "refreshToken": NotRequired[str],
})

postRefreshToken_body = TypedDict('postRefreshToken_body', {
    "refresh_token": NotRequired[str],
    "refreshToken": NotRequired[str],
})

postReportsSubscriptions_answer = TypedDict('postReportsSubscriptions_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'OwnReportSubscription',
})

postReportsSubscriptionsBySubscriptionIdPause_answer = TypedDict('postReportsSubscriptionsBySubscriptionIdPause_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'OwnReportSubscription',
})

postReportsSubscriptionsBySubscriptionIdResume_answer = TypedDict('postReportsSubscriptionsBySubscriptionIdResume_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'OwnReportSubscription',
})

postReportsSubscriptionsBySubscriptionIdTest_answer = TypedDict('postReportsSubscriptionsBySubscriptionIdTest_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'postReportsSubscriptionsBySubscriptionIdTest_answer_data',
})

postReportsSubscriptionsBySubscriptionIdTest_answer_data = TypedDict('postReportsSubscriptionsBySubscriptionIdTest_answer_data', {
    "recipients": list['ReportRecipient'],
})

postSsoByProvider_body = TypedDict('postSsoByProvider_body', {
    "credential": str,
    "tid": NotRequired[str],
})

postUserChangePassword_body = TypedDict('postUserChangePassword_body', {
    "oldPassword": str,
    "newPassword": str,
})

putAnnotationsByAnnotationId_answer = TypedDict('putAnnotationsByAnnotationId_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Annotation',
})

putInsightsByFindingIdAssignee_answer = TypedDict('putInsightsByFindingIdAssignee_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Finding',
})

putInsightsSettings_answer = TypedDict('putInsightsSettings_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'FindingSettings',
})

putNotificationsByNotificationIdRead_answer = TypedDict('putNotificationsByNotificationIdRead_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
})

putReportsSubscriptionsBySubscriptionId_answer = TypedDict('putReportsSubscriptionsBySubscriptionId_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'OwnReportSubscription',
})

putUser_body = TypedDict('putUser_body', {
    "username": NotRequired[str],
    "emailIds": NotRequired[list[str]],
    "phoneNo": NotRequired[Union[str, None]],
    "morningMail": NotRequired[bool],
    "language": NotRequired[Literal["en", "hi", None]],
})

putUser_answer = TypedDict('putUser_answer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'Profile',
})


def deleteAccountsByUserId(client: Client, *, userId: str, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'PersonRemoved':
    """Remove a person from your industry"""
    return json.loads(client.call('DELETE', '/api/user/accounts/{userId}', {'userId': userId}, {'reason': reason}, {'targetIndustryId': targetIndustryId}, None, headers))


def deleteAlertsByAlertId(client: Client, *, alertId: str, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AlertRuleDeleted':
    """Delete a rule"""
    return json.loads(client.call('DELETE', '/api/user/alerts/{alertId}', {'alertId': alertId}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def deleteAnnotationsByAnnotationId(client: Client, *, annotationId: str, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'deleteAnnotationsByAnnotationId_answer':
    """Withdraw an annotation"""
    return json.loads(client.call('DELETE', '/api/user/annotations/{annotationId}', {'annotationId': annotationId}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def deleteBrowsersByBrowserId(client: Client, *, browserId: str, headers: Optional[dict[str, str]] = None) -> 'deleteBrowsersByBrowserId_answer':
    """Tell one nothing on this browser any more"""
    return json.loads(client.call('DELETE', '/api/user/browsers/{browserId}', {'browserId': browserId}, {}, {}, None, headers))


def deleteCategoriesByGenerationByCategoryKey(client: Client, *, generation: Literal["categories", "categoriesV2", "standardCategories"], categoryKey: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Remove a category of your industry"""
    return json.loads(client.call('DELETE', '/api/user/categories/{generation}/{categoryKey}', {'generation': generation, 'categoryKey': categoryKey}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def deleteDeviceKeysByKeyId(client: Client, *, keyId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'OwnDeviceKeyRevoked':
    """Revoke a key of your industry"""
    return json.loads(client.call('DELETE', '/api/user/deviceKeys/{keyId}', {'keyId': keyId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def deleteNotificationAssignee(client: Client, *, body: 'deleteNotificationAssignee_body', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'Changed':
    """Take a notification from whom it was handed to"""
    return json.loads(client.call('DELETE', '/api/user/notification/assignee', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def deleteReportsSubscriptionsBySubscriptionId(client: Client, *, subscriptionId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'deleteReportsSubscriptionsBySubscriptionId_answer':
    """End a subscription"""
    return json.loads(client.call('DELETE', '/api/user/reports/subscriptions/{subscriptionId}', {'subscriptionId': subscriptionId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def deleteSessions(client: Client, headers: Optional[dict[str, str]] = None) -> 'Done':
    """Sign out everywhere else"""
    return json.loads(client.call('DELETE', '/api/user/sessions', {}, {}, {}, None, headers))


def deleteSessionsBySessionId(client: Client, *, sessionId: str, headers: Optional[dict[str, str]] = None) -> 'Done':
    """Sign out one session"""
    return json.loads(client.call('DELETE', '/api/user/sessions/{sessionId}', {'sessionId': sessionId}, {}, {}, None, headers))


def deleteSourcesBySourceId(client: Client, *, sourceId: str, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'deleteSourcesBySourceId_answer':
    """Remove a source"""
    return json.loads(client.call('DELETE', '/api/user/sources/{sourceId}', {'sourceId': sourceId}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def deleteUnitsByUnitIdMetersByMeterId(client: Client, *, unitId: str, meterId: str, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'MeterTakenBack':
    """Take an installation back"""
    return json.loads(client.call('DELETE', '/api/user/units/{unitId}/meters/{meterId}', {'unitId': unitId, 'meterId': meterId}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def getAccounts(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'People':
    """People of your industry"""
    return json.loads(client.call('GET', '/api/user/accounts', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAlerts(client: Client, *, date: str, type: Optional[Literal["monthly", "daily"]] = None, alert_type: Optional[Literal["all", "general", "offline", "insights", "general_offline"]] = None, unitId: Optional[str] = None, energyEnabled: Optional[bool] = None, adminAlerts: Optional[bool] = None, status: Optional[Literal["active", "resolved"]] = None, severity: Optional[Literal["critical", "high", "medium", "low"]] = None, assignee: Optional[str] = None, startDate: Optional[str] = None, endDate: Optional[str] = None, alertTypes: Optional[str] = None, limit: Optional[int] = None, offset: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getAlerts_answer':
    """Alerts of a day or of a month so far"""
    return json.loads(client.call('GET', '/api/user/alerts', {}, {'date': date, 'type': type, 'alert_type': alert_type, 'unitId': unitId, 'energyEnabled': energyEnabled, 'adminAlerts': adminAlerts, 'status': status, 'severity': severity, 'assignee': assignee, 'startDate': startDate, 'endDate': endDate, 'alertTypes': alertTypes, 'limit': limit, 'offset': offset}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAlertsAllIndustries(client: Client, *, startDate: str, endDate: Optional[str] = None, type: Optional[Literal["monthly", "daily", "dateRange"]] = None, adminAlerts: Optional[bool] = None, headers: Optional[dict[str, str]] = None) -> 'AlertsOfIndustries':
    """Counts of alerts per industry, each on its own business days"""
    return json.loads(client.call('GET', '/api/user/alerts/allIndustries', {}, {'startDate': startDate, 'endDate': endDate, 'type': type, 'adminAlerts': adminAlerts}, {}, None, headers))


def getAlertsByAlertId(client: Client, *, alertId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AlertDetail':
    """One alert: what happened, and what it rests on"""
    return json.loads(client.call('GET', '/api/user/alerts/{alertId}', {'alertId': alertId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAlertsByType(client: Client, *, startDate: str, categories: str, endDate: Optional[str] = None, unit_ids: Optional[str] = None, limit: Optional[int] = None, offset: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AlertsByCategory':
    """Alerts of business days by what they are about"""
    return json.loads(client.call('GET', '/api/user/alerts/byType', {}, {'startDate': startDate, 'endDate': endDate, 'categories': categories, 'unit_ids': unit_ids, 'limit': limit, 'offset': offset}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAlertsDateRange(client: Client, *, startDate: str, endDate: str, alert_type: Optional[Literal["all", "general", "offline", "insights", "general_offline"]] = None, unitId: Optional[str] = None, energyEnabled: Optional[bool] = None, adminAlerts: Optional[bool] = None, limit: Optional[int] = None, offset: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getAlertsDateRange_answer':
    """Alerts of business days"""
    return json.loads(client.call('GET', '/api/user/alerts/dateRange', {}, {'startDate': startDate, 'endDate': endDate, 'alert_type': alert_type, 'unitId': unitId, 'energyEnabled': energyEnabled, 'adminAlerts': adminAlerts, 'limit': limit, 'offset': offset}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAlertsNightFlow(client: Client, *, unitId: str, date: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'NightFlow':
    """Minimum night flow of a unit, with its baseline and history"""
    return json.loads(client.call('GET', '/api/user/alerts/nightFlow', {}, {'unitId': unitId, 'date': date}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAlertsRules(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AlertRules':
    """The rules of the industry"""
    return json.loads(client.call('GET', '/api/user/alerts/rules', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAlertsRulesByAlertId(client: Client, *, alertId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AlertRuleAnswer':
    """One rule"""
    return json.loads(client.call('GET', '/api/user/alerts/rules/{alertId}', {'alertId': alertId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAlertsUnitGraph(client: Client, *, date1: str, date2: Optional[str] = None, unitId: Optional[str] = None, type: Optional[Literal["DAY", "MONTH", "YEAR", "CUSTOM"]] = None, alertType: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AlertGraph':
    """Counts of alerts per unit, for charts"""
    return json.loads(client.call('GET', '/api/user/alerts/unitGraph', {}, {'date1': date1, 'date2': date2, 'unitId': unitId, 'type': type, 'alertType': alertType}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAnnotations(client: Client, *, startDate: str, endDate: str, unitId: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getAnnotations_answer':
    """What people have noted about a period"""
    return json.loads(client.call('GET', '/api/user/annotations', {}, {'unitId': unitId, 'startDate': startDate, 'endDate': endDate}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAnnotationsByAnnotationId(client: Client, *, annotationId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getAnnotationsByAnnotationId_answer':
    """One annotation, with its version"""
    return json.loads(client.call('GET', '/api/user/annotations/{annotationId}', {'annotationId': annotationId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getAssignees(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'Assignees':
    """People to whom a finding or an alert can be handed"""
    return json.loads(client.call('GET', '/api/user/assignees', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getBatchProcess(client: Client, *, time: str, industryId: str, dailyEnabled: Optional[bool] = None, monthlyEnabled: Optional[bool] = None, yearlyEnabled: Optional[bool] = None, dailyOldDataEnabled: Optional[bool] = None, updateOnlyVirtual: Optional[bool] = None, updateData: Optional[bool] = None, unitIds: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'BatchProcessAnswer':
    """Process the business day that has just ended"""
    return json.loads(client.call('GET', '/api/user/batchProcess', {}, {'time': time, 'industryId': industryId, 'dailyEnabled': dailyEnabled, 'monthlyEnabled': monthlyEnabled, 'yearlyEnabled': yearlyEnabled, 'dailyOldDataEnabled': dailyOldDataEnabled, 'updateOnlyVirtual': updateOnlyVirtual, 'updateData': updateData, 'unitIds': unitIds}, {}, None, headers))


def getBatchProcessRange(client: Client, *, startDate: str, endDate: str, updateOnlyVirtual: Optional[bool] = None, updateData: Optional[bool] = None, unitIds: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'BatchAnswer':
    """Process a range of business days"""
    return json.loads(client.call('GET', '/api/user/batchProcess/range', {}, {'startDate': startDate, 'endDate': endDate, 'updateOnlyVirtual': updateOnlyVirtual, 'updateData': updateData, 'unitIds': unitIds}, {'targetIndustryId': targetIndustryId}, None, headers))


def getBrowsers(client: Client, headers: Optional[dict[str, str]] = None) -> 'getBrowsers_answer':
    """Browsers on which one is told of incidents, and the key for another one"""
    return json.loads(client.call('GET', '/api/user/browsers', {}, {}, {}, None, headers))


def getCategories(client: Client, *, retired: Optional[bool] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'CategoriesOfIndustry':
    """Categories of your industry"""
    return json.loads(client.call('GET', '/api/user/categories', {}, {'retired': retired}, {'targetIndustryId': targetIndustryId}, None, headers))


def getCategoriesByGenerationByCategoryKey(client: Client, *, generation: Literal["categories", "categoriesV2", "standardCategories"], categoryKey: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'OwnCategoryAnswer':
    """A category of your industry"""
    return json.loads(client.call('GET', '/api/user/categories/{generation}/{categoryKey}', {'generation': generation, 'categoryKey': categoryKey}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getChanges(client: Client, *, since: Optional[str] = None, period: Optional[Literal["all", "daily", "monthly", "yearly"]] = None, limit: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'DocumentChanges':
    """Changed documents, in order"""
    return json.loads(client.call('GET', '/api/user/changes', {}, {'since': since, 'period': period, 'limit': limit}, {'targetIndustryId': targetIndustryId}, None, headers))


def getComparison(client: Client, *, unitIds: str, from_: str, to: str, otherFrom: Optional[str] = None, otherTo: Optional[str] = None, by: Optional[Literal["day", "hour"]] = None, parameter: Optional[str] = None, profile: Optional[bool] = None, divisionFactor: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getComparison_answer':
    """Two periods of a unit, or two to six units over a period, side by side"""
    return json.loads(client.call('GET', '/api/user/comparison', {}, {'unitIds': unitIds, 'from': from_, 'to': to, 'otherFrom': otherFrom, 'otherTo': otherTo, 'by': by, 'parameter': parameter, 'profile': profile, 'divisionFactor': divisionFactor}, {'targetIndustryId': targetIndustryId}, None, headers))


def getCompleteness(client: Client, *, unitId: str, date: str, divisionFactor: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getCompleteness_answer':
    """What came late, was rejected or was put right on a day of a unit"""
    return json.loads(client.call('GET', '/api/user/completeness', {}, {'unitId': unitId, 'date': date, 'divisionFactor': divisionFactor}, {'targetIndustryId': targetIndustryId}, None, headers))


def getDeviceData(client: Client, *, date1: str, type: Literal["HOUR", "DAY", "MONTH"], category: str, date2: Optional[str] = None, subCategory: Optional[str] = None, divisionFactor: Optional[int] = None, includeToday: Optional[bool] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'DeviceDataV1':
    """Figures of a category, first generation"""
    return json.loads(client.call('GET', '/api/user/deviceData', {}, {'date1': date1, 'type': type, 'category': category, 'date2': date2, 'subCategory': subCategory, 'divisionFactor': divisionFactor, 'includeToday': includeToday}, {'targetIndustryId': targetIndustryId}, None, headers))


def getDeviceDataV2(client: Client, *, date1: str, category: Optional[str] = None, date2: Optional[str] = None, divisionFactor: Optional[int] = None, type: Optional[Literal["HOUR", "DAY", "MONTH", "CUSTOM"]] = None, unitId: Optional[str] = None, formattedOutput: Optional[bool] = None, v2: Optional[bool] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'DeviceDataV2':
    """Figures of a category"""
    return json.loads(client.call('GET', '/api/user/deviceDataV2', {}, {'date1': date1, 'category': category, 'date2': date2, 'divisionFactor': divisionFactor, 'type': type, 'unitId': unitId, 'formattedOutput': formattedOutput, 'v2': v2}, {'targetIndustryId': targetIndustryId}, None, headers))


def getDeviceDataV2Compare(client: Client, *, dateA1: str, dateB1: str, ids1: list[str], ids2: list[str], category: str, dateA2: Optional[str] = None, dateB2: Optional[str] = None, divisionFactor: Optional[int] = None, type: Optional[Literal["HOUR", "DAY", "MONTH", "CUSTOM"]] = None, by: Optional[Literal["UNIT", "SUB_CATEGORY"]] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'DeviceDataCompared':
    """Two ranges side by side"""
    return json.loads(client.call('GET', '/api/user/deviceDataV2/compare', {}, {'dateA1': dateA1, 'dateB1': dateB1, 'ids1': ids1, 'ids2': ids2, 'category': category, 'dateA2': dateA2, 'dateB2': dateB2, 'divisionFactor': divisionFactor, 'type': type, 'by': by}, {'targetIndustryId': targetIndustryId}, None, headers))


def getDeviceKeys(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'OwnDeviceKeys':
    """Keys of your industry, with what was sent with them"""
    return json.loads(client.call('GET', '/api/user/deviceKeys', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getDocs(client: Client, headers: Optional[dict[str, str]] = None) -> bytes:
    """Interactive documentation"""
    return client.call('GET', '/api/user/docs', {}, {}, {}, None, headers)


def getExplain(client: Client, *, unitId: str, date: str, hour: Optional[int] = None, divisionFactor: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ExplanationAnswer':
    """How a daily or hourly figure came about"""
    return json.loads(client.call('GET', '/api/user/explain', {}, {'unitId': unitId, 'date': date, 'hour': hour, 'divisionFactor': divisionFactor}, {'targetIndustryId': targetIndustryId}, None, headers))


def getFigures(client: Client, *, from_: str, to: str, period: Optional[Literal["hourly", "daily", "monthly", "yearly"]] = None, unitIds: Optional[str] = None, format: Optional[Literal["csv", "ndjson", "xlsx"]] = None, divisionFactor: Optional[int] = None, delimiter: Optional[Literal["comma", "semicolon", "tab", "pipe"]] = None, decimalMark: Optional[Literal["point", "comma"]] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """Figures as a file for programs, of any length"""
    return client.call('GET', '/api/user/figures', {}, {'from': from_, 'to': to, 'period': period, 'unitIds': unitIds, 'format': format, 'divisionFactor': divisionFactor, 'delimiter': delimiter, 'decimalMark': decimalMark}, {'targetIndustryId': targetIndustryId}, None, headers)


def getGranularData(client: Client, *, unitId: str, startDate: str, endDate: str, interval: Optional[int] = None, divisionFactor: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'GranularData':
    """Readings of one unit in buckets of minutes"""
    return json.loads(client.call('GET', '/api/user/granularData', {}, {'unitId': unitId, 'startDate': startDate, 'endDate': endDate, 'interval': interval, 'divisionFactor': divisionFactor}, {'targetIndustryId': targetIndustryId}, None, headers))


def getInsights(client: Client, *, days: Optional[int] = None, all: Optional[bool] = None, unitId: Optional[str] = None, open: Optional[bool] = None, assignee: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'Findings':
    """What is wrong, the most urgent first"""
    return json.loads(client.call('GET', '/api/user/insights', {}, {'days': days, 'all': all, 'unitId': unitId, 'open': open, 'assignee': assignee}, {'targetIndustryId': targetIndustryId}, None, headers))


def getInsightsByFindingId(client: Client, *, findingId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getInsightsByFindingId_answer':
    """A finding, and what was done about it"""
    return json.loads(client.call('GET', '/api/user/insights/{findingId}', {'findingId': findingId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getInsightsSettings(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getInsightsSettings_answer':
    """Limits and mutes of kinds of findings"""
    return json.loads(client.call('GET', '/api/user/insights/settings', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getInsightsVisibleLeak(client: Client, *, unitId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getInsightsVisibleLeak_answer':
    """The smallest leak that a meter shows"""
    return json.loads(client.call('GET', '/api/user/insights/visibleLeak', {}, {'unitId': unitId}, {'targetIndustryId': targetIndustryId}, None, headers))


def getLandingPage(client: Client, *, date: Optional[str] = None, period: Optional[Literal["today", "yesterday", "week", "month"]] = None, divisionFactor: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'LandingPage':
    """Figures of the first page"""
    return json.loads(client.call('GET', '/api/user/landingPage', {}, {'date': date, 'period': period, 'divisionFactor': divisionFactor}, {'targetIndustryId': targetIndustryId}, None, headers))


def getNotification(client: Client, *, days: Optional[int] = None, language: Optional[Literal["en", "hi"]] = None, limit: Optional[int] = None, offset: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'NotificationList':
    """Notifications, the newest first"""
    return json.loads(client.call('GET', '/api/user/notification', {}, {'days': days, 'language': language, 'limit': limit, 'offset': offset}, {'targetIndustryId': targetIndustryId}, None, headers))


def getNotificationRange(client: Client, *, startDate: str, endDate: str, language: Optional[Literal["en", "hi"]] = None, limit: Optional[int] = None, offset: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'NotificationList':
    """Notifications of business days, the newest first"""
    return json.loads(client.call('GET', '/api/user/notificationRange', {}, {'startDate': startDate, 'endDate': endDate, 'language': language, 'limit': limit, 'offset': offset}, {'targetIndustryId': targetIndustryId}, None, headers))


def getNotifications(client: Client, *, unreadOnly: Optional[bool] = None, language: Optional[Literal["en", "hi"]] = None, limit: Optional[int] = None, offset: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'CountedNotifications':
    """Notifications with counts, the newest first"""
    return json.loads(client.call('GET', '/api/user/notifications', {}, {'unreadOnly': unreadOnly, 'language': language, 'limit': limit, 'offset': offset}, {'targetIndustryId': targetIndustryId}, None, headers))


def getOpenapiJson(client: Client, headers: Optional[dict[str, str]] = None) -> 'getOpenapiJson_answer':
    """This description, OpenAPI 3.1"""
    return json.loads(client.call('GET', '/api/user/openapi.json', {}, {}, {}, None, headers))


def getOverview(client: Client, *, date: Optional[str] = None, divisionFactor: Optional[int] = None, usual: Optional[bool] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'OverviewAnswer':
    """A day against the day before and the same weekday"""
    return json.loads(client.call('GET', '/api/user/overview', {}, {'date': date, 'divisionFactor': divisionFactor, 'usual': usual}, {'targetIndustryId': targetIndustryId}, None, headers))


def getPasswordForm(client: Client, *, token: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """Page on which a new password is set by the link"""
    return client.call('GET', '/api/user/password/form', {}, {'token': token}, {}, None, headers)


def getQuarantine(client: Client, *, status: Optional[Literal["held", "released", "discarded"]] = None, after: Optional[int] = None, limit: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getQuarantine_answer':
    """Rejected readings, in order of arrival"""
    return json.loads(client.call('GET', '/api/user/quarantine', {}, {'status': status, 'after': after, 'limit': limit}, {'targetIndustryId': targetIndustryId}, None, headers))


def getReadingsEdits(client: Client, *, unitId: Optional[str] = None, before: Optional[int] = None, limit: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getReadingsEdits_answer':
    """What people did to readings, the newest first"""
    return json.loads(client.call('GET', '/api/user/readings/edits', {}, {'unitId': unitId, 'before': before, 'limit': limit}, {'targetIndustryId': targetIndustryId}, None, headers))


def getReadingsThinned(client: Client, *, unitId: str, from_: str, to: str, points: Optional[int] = None, measure: Optional[Literal["value", "register"]] = None, parameter: Optional[str] = None, divisionFactor: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ThinnedReadings':
    """Readings of one unit as a line, peaks kept"""
    return json.loads(client.call('GET', '/api/user/readings/thinned', {}, {'unitId': unitId, 'from': from_, 'to': to, 'points': points, 'measure': measure, 'parameter': parameter, 'divisionFactor': divisionFactor}, {'targetIndustryId': targetIndustryId}, None, headers))


def getReadingsWithdrawn(client: Client, *, unitId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getReadingsWithdrawn_answer':
    """Estimates of a unit that were withdrawn and whose gap is still open"""
    return json.loads(client.call('GET', '/api/user/readings/withdrawn', {}, {'unitId': unitId}, {'targetIndustryId': targetIndustryId}, None, headers))


def getRegisterEvents(client: Client, *, unitId: str, startDate: str, endDate: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'RegisterEvents':
    """Backward steps of a register, as classified"""
    return json.loads(client.call('GET', '/api/user/registerEvents', {}, {'unitId': unitId, 'startDate': startDate, 'endDate': endDate}, {'targetIndustryId': targetIndustryId}, None, headers))


def getReport(client: Client, *, service: Optional[Literal["water", "energy", "level", "quality", "borewell", "rain_water", "summary", "smart_city", "water_balance", "alert", "consolidated", "custom_water", "custom_energy", "custom_level", "custom_quality", "custom_withdrawal", "ground_water_withdrawal", "executive", "ai_summary"]] = None, reportType: Optional[Literal["daily", "monthly", "hourly", "granular", "weekly", "daily_range", "monthly_range", "custom", "summary", "ai_summary"]] = None, reportFormat: Optional[Literal["html", "pdf", "xlsx", "csv"]] = None, startDate: Optional[Union[str, None]] = None, endDate: Optional[str] = None, unitId: Optional[str] = None, unitIds: Optional[str] = None, useShift: Optional[bool] = None, subCategories: Optional[str] = None, divisionFactor: Optional[int] = None, delimiter: Optional[Literal["comma", "semicolon", "tab", "pipe"]] = None, decimalMark: Optional[Literal["point", "comma"]] = None, async_: Optional[bool] = None, format: Optional[Literal["v1", "v2"]] = None, language: Optional[Literal["en", "hi"]] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """A report as page, print, workbook or list"""
    return client.call('GET', '/api/user/report', {}, {'service': service, 'reportType': reportType, 'reportFormat': reportFormat, 'startDate': startDate, 'endDate': endDate, 'unitId': unitId, 'unitIds': unitIds, 'useShift': useShift, 'subCategories': subCategories, 'divisionFactor': divisionFactor, 'delimiter': delimiter, 'decimalMark': decimalMark, 'async': async_, 'format': format, 'language': language}, {'targetIndustryId': targetIndustryId}, None, headers)


def getReportHistory(client: Client, *, before: Optional[str] = None, limit: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'OwnSentReports':
    """Reports that were mailed, the newest first, and what has been restated since"""
    return json.loads(client.call('GET', '/api/user/report/history', {}, {'before': before, 'limit': limit}, {'targetIndustryId': targetIndustryId}, None, headers))


def getReportJobsByJobId(client: Client, *, jobId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ReportJobState':
    """How far a report is"""
    return json.loads(client.call('GET', '/api/user/report/jobs/{jobId}', {'jobId': jobId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getReportJobsByJobIdFile(client: Client, *, jobId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """The file of a report that is done"""
    return client.call('GET', '/api/user/report/jobs/{jobId}/file', {'jobId': jobId}, {}, {'targetIndustryId': targetIndustryId}, None, headers)


def getReportServices(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ReportServices':
    """Services of reports with their types, and how many units of the industry each is about"""
    return json.loads(client.call('GET', '/api/user/report/services', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getReportsConfirm(client: Client, *, token: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """Page on which an address outside confirms that it wants a report"""
    return client.call('GET', '/api/user/reports/confirm', {}, {'token': token}, {}, None, headers)


def getReportsSubscriptions(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'OwnReportSubscriptions':
    """Reports that people have mailed regularly: to whom, when next, and what came of the last one"""
    return json.loads(client.call('GET', '/api/user/reports/subscriptions', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getReportsSubscriptionsBySubscriptionIdPreview(client: Client, *, subscriptionId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """The mail as it would be now, as html"""
    return client.call('GET', '/api/user/reports/subscriptions/{subscriptionId}/preview', {'subscriptionId': subscriptionId}, {}, {'targetIndustryId': targetIndustryId}, None, headers)


def getReportsUnsubscribe(client: Client, *, token: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """Page on which a recipient ends the mails of a subscription"""
    return client.call('GET', '/api/user/reports/unsubscribe', {}, {'token': token}, {}, None, headers)


def getSessions(client: Client, headers: Optional[dict[str, str]] = None) -> 'getSessions_answer':
    """Own sessions, the latest seen first"""
    return json.loads(client.call('GET', '/api/user/sessions', {}, {}, {}, None, headers))


def getSources(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'Sources':
    """Sources of your industry"""
    return json.loads(client.call('GET', '/api/user/sources', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getSourcesBySourceId(client: Client, *, sourceId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'SourceAnswerOne':
    """One source with its devices, and its version"""
    return json.loads(client.call('GET', '/api/user/sources/{sourceId}', {'sourceId': sourceId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getStaleDays(client: Client, *, startDate: str, endDate: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getStaleDays_answer':
    """Closed days whose stored figures wait for a rebuild"""
    return json.loads(client.call('GET', '/api/user/staleDays', {}, {'startDate': startDate, 'endDate': endDate}, {'targetIndustryId': targetIndustryId}, None, headers))


def getStream(client: Client, *, lastEventId: Optional[str] = None, targetIndustryId: Optional[str] = None, Last_Event_ID: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """What happens in the industry, as it happens"""
    return client.call('GET', '/api/user/stream', {}, {'lastEventId': lastEventId}, {'targetIndustryId': targetIndustryId, 'Last-Event-ID': Last_Event_ID}, None, headers)


def getSummaryPage(client: Client, *, date: Optional[str] = None, divisionFactor: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'SummaryPage':
    """One day, a figure per category"""
    return json.loads(client.call('GET', '/api/user/summaryPage', {}, {'date': date, 'divisionFactor': divisionFactor}, {'targetIndustryId': targetIndustryId}, None, headers))


def getTanks(client: Client, *, unitId: Optional[str] = None, divisionFactor: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'TanksAnswer':
    """Tanks as they stand, and when they will be low, empty or full"""
    return json.loads(client.call('GET', '/api/user/tanks', {}, {'unitId': unitId, 'divisionFactor': divisionFactor}, {'targetIndustryId': targetIndustryId}, None, headers))


def getUnits(client: Client, *, retired: Optional[bool] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'UnitsOfIndustry':
    """Units of your industry"""
    return json.loads(client.call('GET', '/api/user/units', {}, {'retired': retired}, {'targetIndustryId': targetIndustryId}, None, headers))


def getUnitsByUnitId(client: Client, *, unitId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'UnitWithVersionsAnswer':
    """A unit of your industry with its versions"""
    return json.loads(client.call('GET', '/api/user/units/{unitId}', {'unitId': unitId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getUnitsByUnitIdMeters(client: Client, *, unitId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getUnitsByUnitIdMeters_answer':
    """Meters of a unit of your industry, in the order of their installation"""
    return json.loads(client.call('GET', '/api/user/units/{unitId}/meters', {'unitId': unitId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getUser(client: Client, headers: Optional[dict[str, str]] = None) -> 'getUser_answer':
    """Own profile"""
    return json.loads(client.call('GET', '/api/user/user', {}, {}, {}, None, headers))


def getUserLogin(client: Client, *, x_device_id: Optional[str] = None, x_device_type: Optional[str] = None, x_browser_name: Optional[str] = None, x_browser_version: Optional[str] = None, x_os: Optional[str] = None, LoginType: Optional[str] = None, username: Optional[str] = None, password: Optional[str] = None, tid: Optional[str] = None, otp: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> Union['Login', 'OtpSent']:
    """Log in (older form)"""
    return json.loads(client.call('GET', '/api/user/user/login', {}, {}, {'x-device-id': x_device_id, 'x-device-type': x_device_type, 'x-browser-name': x_browser_name, 'x-browser-version': x_browser_version, 'x-os': x_os, 'LoginType': LoginType, 'username': username, 'password': password, 'tid': tid, 'otp': otp}, None, headers))


def getUsualHours(client: Client, *, date: Optional[str] = None, divisionFactor: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getUsualHours_answer':
    """The use of a day by the hour, beside what is usual"""
    return json.loads(client.call('GET', '/api/user/usualHours', {}, {'date': date, 'divisionFactor': divisionFactor}, {'targetIndustryId': targetIndustryId}, None, headers))


def getWaterBalance(client: Client, *, startDate: str, endDate: str, divisionFactor: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'getWaterBalance_answer':
    """What came in, what went out, and how sure that is"""
    return json.loads(client.call('GET', '/api/user/waterBalance', {}, {'startDate': startDate, 'endDate': endDate, 'divisionFactor': divisionFactor}, {'targetIndustryId': targetIndustryId}, None, headers))


def getWaterBalanceData(client: Client, *, date1: str, date2: Optional[str] = None, divisionFactor: Optional[int] = None, type: Optional[Literal["HOUR", "DATE"]] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'WaterBalanceData':
    """The saved graph with its values"""
    return json.loads(client.call('GET', '/api/user/waterBalance/data', {}, {'date1': date1, 'date2': date2, 'divisionFactor': divisionFactor, 'type': type}, {'targetIndustryId': targetIndustryId}, None, headers))


def getWaterBalanceDiagramSvg(client: Client, *, date1: str, date2: Optional[str] = None, divisionFactor: Optional[int] = None, type: Optional[Literal["HOUR", "DATE"]] = None, page: Optional[str] = None, form: Optional[Literal["graph", "sankey"]] = None, language: Optional[Literal["en", "hi"]] = None, theme: Optional[Literal["auto", "light", "dark"]] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """The water balance as a picture"""
    return client.call('GET', '/api/user/waterBalance/diagram.svg', {}, {'date1': date1, 'date2': date2, 'divisionFactor': divisionFactor, 'type': type, 'page': page, 'form': form, 'language': language, 'theme': theme}, {'targetIndustryId': targetIndustryId}, None, headers)


def getWaterBalanceGraphEditor(client: Client, *, propose: Optional[bool] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'WaterBalanceGraph':
    """The saved graph, without values"""
    return json.loads(client.call('GET', '/api/user/waterBalance/graphEditor', {}, {'propose': propose}, {'targetIndustryId': targetIndustryId}, None, headers))


def getWaterBalanceGraphEditorVersions(client: Client, *, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'WaterBalanceVersions':
    """The last 20 saves, the newest first"""
    return json.loads(client.call('GET', '/api/user/waterBalance/graphEditor/versions', {}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def getYearlyTrend(client: Client, *, category: Optional[str] = None, years: Optional[int] = None, date: Optional[str] = None, divisionFactor: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'YearlyTrend':
    """Years of a category side by side"""
    return json.loads(client.call('GET', '/api/user/yearlyTrend', {}, {'category': category, 'years': years, 'date': date, 'divisionFactor': divisionFactor}, {'targetIndustryId': targetIndustryId}, None, headers))


def patchAccountsByUserId(client: Client, *, body: 'PersonPatch', userId: str, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'PersonChanged':
    """Change a person of your industry"""
    return json.loads(client.call('PATCH', '/api/user/accounts/{userId}', {'userId': userId}, {'reason': reason}, {'targetIndustryId': targetIndustryId}, body, headers))


def patchCategoriesByGenerationByCategoryKey(client: Client, *, body: 'CategoryPatch', generation: Literal["categories", "categoriesV2", "standardCategories"], categoryKey: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Change a category of your industry"""
    return json.loads(client.call('PATCH', '/api/user/categories/{generation}/{categoryKey}', {'generation': generation, 'categoryKey': categoryKey}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def patchNotificationAssignee(client: Client, *, body: 'patchNotificationAssignee_body', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'Changed':
    """Mark a notification as resolved"""
    return json.loads(client.call('PATCH', '/api/user/notification/assignee', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def patchNotificationUpdateRead(client: Client, *, body: 'patchNotificationUpdateRead_body', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> dict[str, Any]:
    """Mark notifications as read or unread"""
    return json.loads(client.call('PATCH', '/api/user/notification/updateRead', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def patchUnitsByUnitId(client: Client, *, body: 'UnitPatch', unitId: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Change a unit of your industry"""
    return json.loads(client.call('PATCH', '/api/user/units/{unitId}', {'unitId': unitId}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def postAccounts(client: Client, *, body: 'InvitationBody', reason: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'Invited':
    """Invite a person to your industry"""
    return json.loads(client.call('POST', '/api/user/accounts', {}, {'reason': reason}, {'targetIndustryId': targetIndustryId}, body, headers))


def postAccountsByUserIdResetPassword(client: Client, *, body: 'PasswordResetBody', userId: str, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'LinkMade':
    """Have a new password of a person set by a link"""
    return json.loads(client.call('POST', '/api/user/accounts/{userId}/resetPassword', {'userId': userId}, {'reason': reason}, {'targetIndustryId': targetIndustryId}, body, headers))


def postAlerts(client: Client, *, body: Union['AlertRequest', 'AlertRuleBody'], targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> Union['AlertAnswer', 'AlertRuleDefined']:
    """Dispatch an alert, or define a rule"""
    return json.loads(client.call('POST', '/api/user/alerts', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postAlertsBacktest(client: Client, *, body: 'BacktestBody', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'Backtest':
    """What a rule would have found"""
    return json.loads(client.call('POST', '/api/user/alerts/backtest', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postAlertsByAlertIdAcknowledge(client: Client, *, body: Optional['AlertAcknowledgement'] = None, alertId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AlertHandled':
    """Somebody has seen it"""
    return json.loads(client.call('POST', '/api/user/alerts/{alertId}/acknowledge', {'alertId': alertId}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postAlertsByAlertIdComments(client: Client, *, body: 'AlertComment', alertId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AlertHandled':
    """Write down what is known of it"""
    return json.loads(client.call('POST', '/api/user/alerts/{alertId}/comments', {'alertId': alertId}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postAlertsByAlertIdResolve(client: Client, *, body: Optional['AlertResolution'] = None, alertId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AlertHandled':
    """End it by hand"""
    return json.loads(client.call('POST', '/api/user/alerts/{alertId}/resolve', {'alertId': alertId}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postAlertsByAlertIdSnooze(client: Client, *, body: 'AlertSnooze', alertId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AlertHandled':
    """Call nobody for a while"""
    return json.loads(client.call('POST', '/api/user/alerts/{alertId}/snooze', {'alertId': alertId}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postAnnotations(client: Client, *, body: 'AnnotationRequest', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postAnnotations_answer':
    """Note what happened"""
    return json.loads(client.call('POST', '/api/user/annotations', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postBrowsers(client: Client, *, body: 'postBrowsers_body', headers: Optional[dict[str, str]] = None) -> 'postBrowsers_answer':
    """Tell one of incidents on this browser"""
    return json.loads(client.call('POST', '/api/user/browsers', {}, {}, {}, body, headers))


def postBrowsersByBrowserIdTest(client: Client, *, browserId: str, headers: Optional[dict[str, str]] = None) -> 'postBrowsersByBrowserIdTest_answer':
    """Send a message to one of the own browsers"""
    return json.loads(client.call('POST', '/api/user/browsers/{browserId}/test', {'browserId': browserId}, {}, {}, None, headers))


def postCategoriesByGenerationByCategoryKey(client: Client, *, body: 'CategoryBody', generation: Literal["categories", "categoriesV2", "standardCategories"], categoryKey: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Add a category to your industry"""
    return json.loads(client.call('POST', '/api/user/categories/{generation}/{categoryKey}', {'generation': generation, 'categoryKey': categoryKey}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def postDeviceKeys(client: Client, *, body: 'DeviceKeyBody', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'OwnDeviceKeyCreated':
    """Create a key for devices of your industry"""
    return json.loads(client.call('POST', '/api/user/deviceKeys', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postDeviceKeysByKeyIdRotate(client: Client, *, body: Optional['DeviceKeyRotation'] = None, keyId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'OwnDeviceKeyRotated':
    """Put another key in the place of one of your industry"""
    return json.loads(client.call('POST', '/api/user/deviceKeys/{keyId}/rotate', {'keyId': keyId}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postInsightsByFindingId(client: Client, *, body: 'FindingVerdict', findingId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postInsightsByFindingId_answer':
    """Confirm or reject a finding"""
    return json.loads(client.call('POST', '/api/user/insights/{findingId}', {'findingId': findingId}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postInsightsByFindingIdAcknowledge(client: Client, *, body: 'FindingAcknowledgement', findingId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postInsightsByFindingIdAcknowledge_answer':
    """Somebody has seen it"""
    return json.loads(client.call('POST', '/api/user/insights/{findingId}/acknowledge', {'findingId': findingId}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postInsightsByFindingIdComments(client: Client, *, body: 'FindingComment', findingId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postInsightsByFindingIdComments_answer':
    """Write down what is known of it"""
    return json.loads(client.call('POST', '/api/user/insights/{findingId}/comments', {'findingId': findingId}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postLogin(client: Client, *, body: Optional['postLogin_body'] = None, x_device_id: Optional[str] = None, x_device_type: Optional[str] = None, x_browser_name: Optional[str] = None, x_browser_version: Optional[str] = None, x_os: Optional[str] = None, LoginType: Optional[str] = None, username: Optional[str] = None, password: Optional[str] = None, tid: Optional[str] = None, otp: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> Union['Login', 'OtpSent']:
    """Log in"""
    return json.loads(client.call('POST', '/api/user/login', {}, {}, {'x-device-id': x_device_id, 'x-device-type': x_device_type, 'x-browser-name': x_browser_name, 'x-browser-version': x_browser_version, 'x-os': x_os, 'LoginType': LoginType, 'username': username, 'password': password, 'tid': tid, 'otp': otp}, body, headers))


def postLogout(client: Client, headers: Optional[dict[str, str]] = None) -> 'Done':
    """Log out"""
    return json.loads(client.call('POST', '/api/user/logout', {}, {}, {}, None, headers))


def postNotificationAssignee(client: Client, *, body: 'postNotificationAssignee_body', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'Changed':
    """Hand a notification to somebody"""
    return json.loads(client.call('POST', '/api/user/notification/assignee', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postNotificationRegisterPush(client: Client, *, body: 'postNotificationRegisterPush_body', X_Device_Id: str, headers: Optional[dict[str, str]] = None) -> 'Changed':
    """Take push messages on this device"""
    return json.loads(client.call('POST', '/api/user/notification/register/push', {}, {}, {'X-Device-Id': X_Device_Id}, body, headers))


def postOtpSend(client: Client, *, body: 'postOtpSend_body', headers: Optional[dict[str, str]] = None) -> 'OtpSent':
    """Send a one-time password"""
    return json.loads(client.call('POST', '/api/user/otp/send', {}, {}, {}, body, headers))


def postOtpVerify(client: Client, *, body: 'postOtpVerify_body', x_device_id: Optional[str] = None, x_device_type: Optional[str] = None, x_browser_name: Optional[str] = None, x_browser_version: Optional[str] = None, x_os: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'Login':
    """Log in with a one-time password"""
    return json.loads(client.call('POST', '/api/user/otp/verify', {}, {}, {'x-device-id': x_device_id, 'x-device-type': x_device_type, 'x-browser-name': x_browser_name, 'x-browser-version': x_browser_version, 'x-os': x_os}, body, headers))


def postPasswordForgot(client: Client, *, body: 'ForgottenPassword', headers: Optional[dict[str, str]] = None) -> 'Done':
    """Have a link mailed by which a forgotten password is set anew"""
    return json.loads(client.call('POST', '/api/user/password/forgot', {}, {}, {}, body, headers))


def postPasswordForm(client: Client, *, body: Any, headers: Optional[dict[str, str]] = None) -> bytes:
    """What that page sends"""
    return client.call('POST', '/api/user/password/form', {}, {}, {}, body, headers)


def postPasswordReset(client: Client, *, body: 'postPasswordReset_body', headers: Optional[dict[str, str]] = None) -> 'Done':
    """Set a new password by the link"""
    return json.loads(client.call('POST', '/api/user/password/reset', {}, {}, {}, body, headers))


def postQuarantineDiscard(client: Client, *, body: 'postQuarantineDiscard_body', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postQuarantineDiscard_answer':
    """Give rejected readings up"""
    return json.loads(client.call('POST', '/api/user/quarantine/discard', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postQuarantineRelease(client: Client, *, body: 'postQuarantineRelease_body', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postQuarantineRelease_answer':
    """Submit rejected readings again, with corrections"""
    return json.loads(client.call('POST', '/api/user/quarantine/release', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postReadingsDelete(client: Client, *, body: 'ReadingDeleteRequest', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postReadingsDelete_answer':
    """Remove one reading by hand"""
    return json.loads(client.call('POST', '/api/user/readings/delete', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postReadingsEdit(client: Client, *, body: 'ReadingEditRequest', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postReadingsEdit_answer':
    """Change one reading by hand"""
    return json.loads(client.call('POST', '/api/user/readings/edit', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postReadingsInterpolate(client: Client, *, body: 'ReadingInterpolateRequest', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postReadingsInterpolate_answer':
    """Fill the gaps of a unit with estimates"""
    return json.loads(client.call('POST', '/api/user/readings/interpolate', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postReadingsInterpolatePreview(client: Client, *, body: 'EstimatesPreviewRequest', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'EstimatesPreview':
    """What filling the gaps of a unit with estimates would do to the figures"""
    return json.loads(client.call('POST', '/api/user/readings/interpolate/preview', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postReadingsPreview(client: Client, *, body: 'ReadingPreviewRequest', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ReadingPreview':
    """What changing or removing a reading, or taking that back, would do to the figures"""
    return json.loads(client.call('POST', '/api/user/readings/preview', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postReadingsUndo(client: Client, *, body: 'ReadingUndoRequest', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postReadingsUndo_answer':
    """Take an edit of readings back"""
    return json.loads(client.call('POST', '/api/user/readings/undo', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postRefresh(client: Client, *, body: Optional['postRefresh_body'] = None, headers: Optional[dict[str, str]] = None) -> 'RefreshedShort':
    """New access token (short form)"""
    return json.loads(client.call('POST', '/api/user/refresh', {}, {}, {}, body, headers))


def postRefreshToken(client: Client, *, body: Optional['postRefreshToken_body'] = None, headers: Optional[dict[str, str]] = None) -> 'Refreshed':
    """New access token"""
    return json.loads(client.call('POST', '/api/user/refreshToken', {}, {}, {}, body, headers))


def postRegisterEventsOverrule(client: Client, *, body: 'RegisterOverruleRequest', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'RegisterOverruled':
    """Decide about one register reading"""
    return json.loads(client.call('POST', '/api/user/registerEvents/overrule', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postReport(client: Client, *, body: Optional['CustomReportBody'] = None, service: Optional[Literal["water", "energy", "level", "quality", "borewell", "rain_water", "summary", "smart_city", "water_balance", "alert", "consolidated", "custom_water", "custom_energy", "custom_level", "custom_quality", "custom_withdrawal", "ground_water_withdrawal", "executive", "ai_summary"]] = None, reportType: Optional[Literal["daily", "monthly", "hourly", "granular", "weekly", "daily_range", "monthly_range", "custom", "summary", "ai_summary"]] = None, reportFormat: Optional[Literal["html", "pdf", "xlsx", "csv"]] = None, startDate: Optional[Union[str, None]] = None, endDate: Optional[str] = None, unitId: Optional[str] = None, unitIds: Optional[str] = None, useShift: Optional[bool] = None, subCategories: Optional[str] = None, divisionFactor: Optional[int] = None, delimiter: Optional[Literal["comma", "semicolon", "tab", "pipe"]] = None, decimalMark: Optional[Literal["point", "comma"]] = None, async_: Optional[bool] = None, format: Optional[Literal["v1", "v2"]] = None, language: Optional[Literal["en", "hi"]] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """A report with a layout of its own"""
    return client.call('POST', '/api/user/report', {}, {'service': service, 'reportType': reportType, 'reportFormat': reportFormat, 'startDate': startDate, 'endDate': endDate, 'unitId': unitId, 'unitIds': unitIds, 'useShift': useShift, 'subCategories': subCategories, 'divisionFactor': divisionFactor, 'delimiter': delimiter, 'decimalMark': decimalMark, 'async': async_, 'format': format, 'language': language}, {'targetIndustryId': targetIndustryId}, body, headers)


def postReportsConfirm(client: Client, *, token: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """The button of the page on which an address outside confirms that it wants a report"""
    return client.call('POST', '/api/user/reports/confirm', {}, {'token': token}, {}, None, headers)


def postReportsSubscriptions(client: Client, *, body: 'ReportSubscription', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postReportsSubscriptions_answer':
    """Have a report mailed regularly"""
    return json.loads(client.call('POST', '/api/user/reports/subscriptions', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postReportsSubscriptionsBySubscriptionIdPause(client: Client, *, subscriptionId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postReportsSubscriptionsBySubscriptionIdPause_answer':
    """Pause a subscription"""
    return json.loads(client.call('POST', '/api/user/reports/subscriptions/{subscriptionId}/pause', {'subscriptionId': subscriptionId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def postReportsSubscriptionsBySubscriptionIdResume(client: Client, *, subscriptionId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postReportsSubscriptionsBySubscriptionIdResume_answer':
    """Resume a subscription"""
    return json.loads(client.call('POST', '/api/user/reports/subscriptions/{subscriptionId}/resume', {'subscriptionId': subscriptionId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def postReportsSubscriptionsBySubscriptionIdTest(client: Client, *, subscriptionId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'postReportsSubscriptionsBySubscriptionIdTest_answer':
    """Mail the report to oneself now, to try it"""
    return json.loads(client.call('POST', '/api/user/reports/subscriptions/{subscriptionId}/test', {'subscriptionId': subscriptionId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def postReportsUnsubscribe(client: Client, *, token: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """The button of the page on which a recipient ends the mails of a subscription"""
    return client.call('POST', '/api/user/reports/unsubscribe', {}, {'token': token}, {}, None, headers)


def postSources(client: Client, *, body: 'SourceRequest', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'SourceAnswerOne':
    """Declare a source"""
    return json.loads(client.call('POST', '/api/user/sources', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postSourcesBySourceIdDevices(client: Client, *, body: 'SourceDeviceRequest', sourceId: str, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'SourceOfDevice':
    """Give a device to a unit, or forget it"""
    return json.loads(client.call('POST', '/api/user/sources/{sourceId}/devices', {'sourceId': sourceId}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def postSourcesBySourceIdTry(client: Client, *, body: 'SourceTryRequest', sourceId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'TriedMessages':
    """What a message would become"""
    return json.loads(client.call('POST', '/api/user/sources/{sourceId}/try', {'sourceId': sourceId}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postSsoByProvider(client: Client, *, body: 'postSsoByProvider_body', provider: str, x_device_id: Optional[str] = None, x_device_type: Optional[str] = None, x_browser_name: Optional[str] = None, x_browser_version: Optional[str] = None, x_os: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'Login':
    """Log in with an identity provider"""
    return json.loads(client.call('POST', '/api/user/sso/{provider}', {'provider': provider}, {}, {'x-device-id': x_device_id, 'x-device-type': x_device_type, 'x-browser-name': x_browser_name, 'x-browser-version': x_browser_version, 'x-os': x_os}, body, headers))


def postUnits(client: Client, *, body: 'UnitBody', dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Add a unit to your industry"""
    return json.loads(client.call('POST', '/api/user/units', {}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def postUnitsByUnitIdMeters(client: Client, *, body: 'MeterInstallation', unitId: str, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'MeterRegistered':
    """Register that another meter was installed"""
    return json.loads(client.call('POST', '/api/user/units/{unitId}/meters', {'unitId': unitId}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def postUnitsByUnitIdRestore(client: Client, *, unitId: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Bring a retired unit of your industry back"""
    return json.loads(client.call('POST', '/api/user/units/{unitId}/restore', {'unitId': unitId}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def postUnitsByUnitIdRetire(client: Client, *, unitId: str, dryRun: Optional[bool] = None, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'ProvisionResult':
    """Take a unit of your industry out of use"""
    return json.loads(client.call('POST', '/api/user/units/{unitId}/retire', {'unitId': unitId}, {'dryRun': dryRun, 'reason': reason}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, None, headers))


def postUserChangePassword(client: Client, *, body: 'postUserChangePassword_body', headers: Optional[dict[str, str]] = None) -> 'Done':
    """Change the own password"""
    return json.loads(client.call('POST', '/api/user/user/changePassword', {}, {}, {}, body, headers))


def postWaterBalanceGraphEditor(client: Client, *, body: 'WaterBalanceGraphBody', targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'WaterBalanceSaved':
    """Replace the graph"""
    return json.loads(client.call('POST', '/api/user/waterBalance/graphEditor', {}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def postWaterBalanceGraphEditorRestore(client: Client, *, body: 'WaterBalanceRestoreRequest', targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'WaterBalanceRestored':
    """Save an earlier version anew"""
    return json.loads(client.call('POST', '/api/user/waterBalance/graphEditor/restore', {}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def putAccountsByUserIdDisabled(client: Client, *, body: 'DisabledFlag', userId: str, reason: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'PersonDisabled':
    """Disable a person of your industry, or enable him again"""
    return json.loads(client.call('PUT', '/api/user/accounts/{userId}/disabled', {'userId': userId}, {'reason': reason}, {'targetIndustryId': targetIndustryId}, body, headers))


def putAlertsByAlertId(client: Client, *, body: 'AlertRuleBody', alertId: str, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AlertRuleReplaced':
    """Define a rule anew"""
    return json.loads(client.call('PUT', '/api/user/alerts/{alertId}', {'alertId': alertId}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def putAlertsByAlertIdAssignee(client: Client, *, body: 'Assignment', alertId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'AlertHandled':
    """Hand it to somebody, or take it away"""
    return json.loads(client.call('PUT', '/api/user/alerts/{alertId}/assignee', {'alertId': alertId}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def putAnnotationsByAnnotationId(client: Client, *, body: 'AnnotationRequest', annotationId: str, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'putAnnotationsByAnnotationId_answer':
    """Change an annotation"""
    return json.loads(client.call('PUT', '/api/user/annotations/{annotationId}', {'annotationId': annotationId}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def putInsightsByFindingIdAssignee(client: Client, *, body: 'Assignment', findingId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'putInsightsByFindingIdAssignee_answer':
    """Hand it to somebody, or take it away"""
    return json.loads(client.call('PUT', '/api/user/insights/{findingId}/assignee', {'findingId': findingId}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def putInsightsSettings(client: Client, *, body: 'FindingSetting', targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'putInsightsSettings_answer':
    """Set a limit or a mute of a kind"""
    return json.loads(client.call('PUT', '/api/user/insights/settings', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def putNotificationsByNotificationIdRead(client: Client, *, notificationId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'putNotificationsByNotificationIdRead_answer':
    """Mark one notification as read"""
    return json.loads(client.call('PUT', '/api/user/notifications/{notificationId}/read', {'notificationId': notificationId}, {}, {'targetIndustryId': targetIndustryId}, None, headers))


def putReportsSubscriptionsBySubscriptionId(client: Client, *, body: 'ReportSubscription', subscriptionId: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'putReportsSubscriptionsBySubscriptionId_answer':
    """Change a subscription"""
    return json.loads(client.call('PUT', '/api/user/reports/subscriptions/{subscriptionId}', {'subscriptionId': subscriptionId}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def putSourcesBySourceId(client: Client, *, body: 'SourceRequest', sourceId: str, targetIndustryId: Optional[str] = None, If_Match: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'SourceAnswerOne':
    """Change a source"""
    return json.loads(client.call('PUT', '/api/user/sources/{sourceId}', {'sourceId': sourceId}, {}, {'targetIndustryId': targetIndustryId, 'If-Match': If_Match}, body, headers))


def putUser(client: Client, *, body: 'putUser_body', headers: Optional[dict[str, str]] = None) -> 'putUser_answer':
    """Change the own profile"""
    return json.loads(client.call('PUT', '/api/user/user', {}, {}, {}, body, headers))
