# Made from the OpenAPI document by `npm run clients`.
import json
from typing import Any, Literal, NotRequired, Optional, TypedDict, Union

from water import Client


Reading = TypedDict('Reading', {
    "unitId": str,
    "createdOn": str,
    "value": NotRequired[Union[float, dict[str, Any], None]],
    "summedValue": NotRequired[Union[float, None]],
    "interpolated": NotRequired[bool],
    "offlinePeriod": NotRequired[Union[float, None]],
    "paramValue": NotRequired[Union[dict[str, Any], None]],
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

IngestAnswer = TypedDict('IngestAnswer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'IngestAnswer_data',
})

IngestAnswer_data = TypedDict('IngestAnswer_data', {
    "received": int,
    "inserted": int,
    "updated": int,
    "unchanged": int,
    "rejected": int,
    "errors": list['IngestAnswer_data_errorsItem'],
})

IngestAnswer_data_errorsItem = TypedDict('IngestAnswer_data_errorsItem', {
    "index": int,
    "unitId": Union[str, None],
    "reason": str,
})

IngestInterrupted = TypedDict('IngestInterrupted', {
    "status": Literal["failed"],
    "status_code": Literal[503],
    "message": str,
    "data": 'IngestInterrupted_data',
})

IngestInterrupted_data = TypedDict('IngestInterrupted_data', {
    "received": int,
    "inserted": int,
    "updated": int,
    "unchanged": int,
    "rejected": int,
    "errors": list['IngestInterrupted_data_errorsItem'],
})

IngestInterrupted_data_errorsItem = TypedDict('IngestInterrupted_data_errorsItem', {
    "index": int,
    "unitId": Union[str, None],
    "reason": str,
})

SourceAnswer = TypedDict('SourceAnswer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'SourceAnswer_data',
})

SourceAnswer_data = TypedDict('SourceAnswer_data', {
    "received": int,
    "inserted": int,
    "updated": int,
    "unchanged": int,
    "rejected": int,
    "errors": list['SourceAnswer_data_errorsItem'],
    "messages": int,
    "waiting": int,
    "unreadable": int,
    "problem": Union[str, None],
})

SourceAnswer_data_errorsItem = TypedDict('SourceAnswer_data_errorsItem', {
    "index": int,
    "unitId": Union[str, None],
    "reason": str,
})

MeterFileAnswer = TypedDict('MeterFileAnswer', {
    "status": Literal["success"],
    "status_code": Literal[200],
    "message": str,
    "data": 'MeterFileAnswer_data',
})

MeterFileAnswer_data = TypedDict('MeterFileAnswer_data', {
    "isStored": bool,
    "understood": Union['MeterFileAnswer_data_understood', None],
    "readings": int,
    "firstReadingOn": Union[str, None],
    "lastReadingOn": Union[str, None],
    "verdict": Union['MeterFileAnswer_data_verdict', None],
    "changedDays": 'MeterFileAnswer_data_changedDays',
})

MeterFileAnswer_data_understood = TypedDict('MeterFileAnswer_data_understood', {
    "encoding": Union[str, None],
    "delimiter": Union[str, None],
    "decimal": Literal[".", ",", None],
    "dateOrder": Literal["dmy", "mdy", "ymd", None],
    "timezone": Union[str, None],
    "headRow": int,
    "rows": int,
    "columns": list['MeterFileAnswer_data_understood_columnsItem'],
    "questions": list['MeterFileAnswer_data_understood_questionsItem'],
})

MeterFileAnswer_data_understood_columnsItem = TypedDict('MeterFileAnswer_data_understood_columnsItem', {
    "number": int,
    "head": str,
    "role": Literal["time", "time of day", "unit", "measure", "figures", "field", "left out"],
    "unitId": Union[str, None],
    "measure": Union[str, None],
    "kind": Literal["register", "interval", None],
    "leftOut": Union[str, None],
})

MeterFileAnswer_data_understood_questionsItem = TypedDict('MeterFileAnswer_data_understood_questionsItem', {
    "about": Literal["dateOrder", "decimal", "unit", "measure", "kind", "column"],
    "column": Union[int, None],
    "problem": str,
})

MeterFileAnswer_data_verdict = TypedDict('MeterFileAnswer_data_verdict', {
    "received": int,
    "inserted": int,
    "updated": int,
    "unchanged": int,
    "rejected": int,
    "errors": list['MeterFileAnswer_data_verdict_errorsItem'],
})

MeterFileAnswer_data_verdict_errorsItem = TypedDict('MeterFileAnswer_data_verdict_errorsItem', {
    "index": int,
    "unitId": Union[str, None],
    "reason": str,
})

MeterFileAnswer_data_changedDays = TypedDict('MeterFileAnswer_data_changedDays', {
    "count": int,
    "first": Union[str, None],
    "last": Union[str, None],
})

InfluxErrorV2 = TypedDict('InfluxErrorV2', {
    "code": str,
    "message": str,
    "line": NotRequired[int],
})

InfluxErrorV1 = TypedDict('InfluxErrorV1', {
    "error": str,
})

InfluxResults = TypedDict('InfluxResults', {
    "results": list['InfluxResults_resultsItem'],
})

InfluxResults_resultsItem = TypedDict('InfluxResults_resultsItem', {
    "statement_id": int,
})

InfluxHealth = TypedDict('InfluxHealth', {
    "name": str,
    "status": Literal["pass", "fail"],
    "message": str,
    "version": str,
})

LatestReadingOfUnit = TypedDict('LatestReadingOfUnit', {
    "data": 'LatestReading',
    "status": Literal["Success"],
})

LatestReading = TypedDict('LatestReading', {
    "unitId": str,
    "unitName": str,
    "value": Union[float, dict[str, Any], None],
    "siUnit": str,
    "timestamp": str,
    "registerValue": Union[float, None],
    "estimated": bool,
    "percentage": NotRequired[Union[float, None]],
    "paramValue": NotRequired[dict[str, Any]],
})

LatestReadings = TypedDict('LatestReadings', {
    "data": list['LatestReading'],
    "status": Literal["Success"],
})

WaterRatioRecord = TypedDict('WaterRatioRecord', {
    "date": str,
    "time": Union[str, None],
    "industryId": str,
})

getOpenapiJson_answer = TypedDict('getOpenapiJson_answer', {
    "openapi": str,
    "info": dict[str, Any],
    "paths": dict[str, Any],
    "components": dict[str, Any],
})


def getAuthDocsLogin(client: Client, headers: Optional[dict[str, str]] = None) -> bytes:
    """Form of the documentation login"""
    return client.call('GET', '/api/external/auth/docsLogin', {}, {}, {}, None, headers)


def getDocs(client: Client, headers: Optional[dict[str, str]] = None) -> bytes:
    """Interactive documentation"""
    return client.call('GET', '/api/external/docs', {}, {}, {}, None, headers)


def getHealth(client: Client, headers: Optional[dict[str, str]] = None) -> 'InfluxHealth':
    """The health of InfluxDB 2"""
    return json.loads(client.call('GET', '/health', {}, {}, {}, None, headers))


def getLatestAll(client: Client, *, divisionFactor: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'LatestReadings':
    """The most recent reading of every unit that ever transmitted"""
    return json.loads(client.call('GET', '/api/external/latest/all', {}, {'divisionFactor': divisionFactor}, {'targetIndustryId': targetIndustryId}, None, headers))


def getLatestUnit(client: Client, *, unitId: str, divisionFactor: Optional[int] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'LatestReadingOfUnit':
    """The most recent reading of one unit, whatever its date"""
    return json.loads(client.call('GET', '/api/external/latest/unit', {}, {'unitId': unitId, 'divisionFactor': divisionFactor}, {'targetIndustryId': targetIndustryId}, None, headers))


def getOpenapiJson(client: Client, headers: Optional[dict[str, str]] = None) -> 'getOpenapiJson_answer':
    """This description, OpenAPI 3.1"""
    return json.loads(client.call('GET', '/api/external/openapi.json', {}, {}, {}, None, headers))


def getPing(client: Client, headers: Optional[dict[str, str]] = None) -> bytes:
    """The ping of InfluxDB"""
    return client.call('GET', '/ping', {}, {}, {}, None, headers)


def getWaterRatio(client: Client, *, startDate: str, endDate: Optional[str] = None, type: Optional[Literal["daily", "monthly"]] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> list['WaterRatioRecord']:
    """Records of a range of dates, or their means per month"""
    return json.loads(client.call('GET', '/api/external/waterRatio', {}, {'startDate': startDate, 'endDate': endDate, 'type': type}, {'targetIndustryId': targetIndustryId}, None, headers))


def postApiV2Write(client: Client, *, body: Any, precision: Optional[Literal["ns", "us", "ms", "s", "n", "u", "m", "h"]] = None, org: Optional[str] = None, bucket: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """Send readings as InfluxDB 2 takes points"""
    return client.call('POST', '/api/v2/write', {}, {'precision': precision, 'org': org, 'bucket': bucket}, {'targetIndustryId': targetIndustryId}, body, headers)


def postAuthDocsLogin(client: Client, *, body: Any, headers: Optional[dict[str, str]] = None) -> bytes:
    """Documentation login"""
    return client.call('POST', '/api/external/auth/docsLogin', {}, {}, {}, body, headers)


def postQuery(client: Client, *, body: Optional[Any] = None, q: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'InfluxResults':
    """The query of InfluxDB 1 for a new database, which does nothing"""
    return json.loads(client.call('POST', '/query', {}, {'q': q}, {}, body, headers))


def postReadings(client: Client, *, body: Any, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'IngestAnswer':
    """Send readings"""
    return json.loads(client.call('POST', '/api/external/readings', {}, {}, {'targetIndustryId': targetIndustryId}, body, headers))


def postReadingsMeterFile(client: Client, *, body: Any, preview: Optional[bool] = None, timezone: Optional[str] = None, dateOrder: Optional[str] = None, decimal: Optional[str] = None, measure: Optional[str] = None, kind: Optional[str] = None, columns: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'MeterFileAnswer':
    """Send a file as meters export it"""
    return json.loads(client.call('POST', '/api/external/readings/meterFile', {}, {'preview': preview, 'timezone': timezone, 'dateOrder': dateOrder, 'decimal': decimal, 'measure': measure, 'kind': kind, 'columns': columns}, {'targetIndustryId': targetIndustryId}, body, headers))


def postSourcesBySourceId(client: Client, *, body: Union[dict[str, Any], list[Any]], sourceId: str, event: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'SourceAnswer':
    """Send messages of a network of devices"""
    return json.loads(client.call('POST', '/api/external/sources/{sourceId}', {'sourceId': sourceId}, {'event': event}, {'targetIndustryId': targetIndustryId}, body, headers))


def postWaterRatio(client: Client, *, body: dict[str, Any], date: str, time: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'WaterRatioRecord':
    """Submit the record of a date and time"""
    return json.loads(client.call('POST', '/api/external/waterRatio', {}, {'date': date, 'time': time}, {'targetIndustryId': targetIndustryId}, body, headers))


def postWrite(client: Client, *, body: Any, precision: Optional[Literal["ns", "us", "ms", "s", "n", "u", "m", "h"]] = None, db: Optional[str] = None, rp: Optional[str] = None, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> bytes:
    """Send readings as InfluxDB 1 takes points"""
    return client.call('POST', '/write', {}, {'precision': precision, 'db': db, 'rp': rp}, {'targetIndustryId': targetIndustryId}, body, headers)


def putWaterRatio(client: Client, *, body: dict[str, Any], date: str, time: str, targetIndustryId: Optional[str] = None, headers: Optional[dict[str, str]] = None) -> 'WaterRatioRecord':
    """Change fields of the record of a date and time"""
    return json.loads(client.call('PUT', '/api/external/waterRatio', {}, {'date': date, 'time': time}, {'targetIndustryId': targetIndustryId}, body, headers))
