import sys
from datetime import datetime, timedelta, timezone

import water_external
import water_user
from water import Client

# python3 example.py http://localhost:3000 USERNAME PASSWORD UNIT
url, username, password, unit_id = sys.argv[1:]

login = water_user.postLogin(Client(url), username=username, password=password)
headers = {'Authorization': f"Bearer {login['token']}"}

# Three readings of the last quarter of an hour, in thousandths of the unit's measure.
now = datetime.now(timezone.utc)
readings = [
    {'unitId': unit_id, 'createdOn': (now - timedelta(minutes=minutes)).isoformat(), 'value': 1000}
    for minutes in (15, 10, 5)
]
client = Client(url, headers)
answer = water_external.postReadings(client, body={'readings': readings})
print(answer['data']['inserted'], 'stored')
print(water_external.getLatestUnit(client, unitId=unit_id)['data'])
