import { describe, expect, it } from 'vitest';
import { injectionIn, injectionInName } from '../../../src/domain/access/injection.ts';

const REFUSED: readonly [kind: string, text: string][] = [
  ['sql', "' OR 1=1 --"],
  ['sql', "' or '1'='1"],
  ['sql', "') OR ('1'='1"],
  ['sql', "' OR ''='"],
  ['sql', '" or "a"="a'],
  ['sql', '1 OR 1=1'],
  ['sql', '5) and (2=2'],
  ['sql', "admin'--"],
  ['sql', "admin' -- "],
  ['sql', "admin'/*"],
  ['sql', "' or true--"],
  ['sql', '; DROP TABLE readings'],
  ['sql', "x'; drop table tenant.industry; --"],
  ['sql', "1; DELETE FROM users"],
  ['sql', "1;update users set role='admin'"],
  ['sql', "'; INSERT INTO users VALUES (1)"],
  ['sql', '; TRUNCATE telemetry.reading'],
  ['sql', '; select pg_sleep(5)'],
  ['sql', "1; SELECT * FROM users"],
  ['sql', "'; copy users to '/tmp/x'"],
  ['sql', 'UNION SELECT'],
  ['sql', "M1' UNION ALL SELECT password_hash FROM users"],
  ['sql', 'x UNION/**/SELECT 1'],
  ['sql', "x' || (select version())"],
  ['sql', "1 and pg_sleep(10)"],
  ['sql', "x'; waitfor delay '0:0:5'"],
  ['sql', 'a from information_schema.tables'],
  ['sql', '%27%20OR%201%3D1'],
  ['sql', '＇ OR 1=1'],
  ['script', '<script>'],
  ['script', '<script>alert(1)</script>'],
  ['script', '<SCRIPT src=//x>'],
  ['script', '</script >'],
  ['script', '<img src=x onerror=alert(1)>'],
  ['script', '<b onmouseover = "x">'],
  ['script', '<svg/onload=alert(1)>'],
  ['script', '<iframe src=x>'],
  ['script', 'javascript:alert(1)'],
  ['script', 'data:text/html;base64,PHNjcmlwdD4='],
  ['script', '%3Cscript%3E'],
  ['script', '＜script＞'],
  ['operator', '{"$gt":""}'],
  ['operator', "{'$ne': null}"],
  ['operator', '{$where: "1"}'],
  ['operator', '{"a":1,"$regex":".*"}'],
  ['control character', 'M1\0'],
];

const ACCEPTED: readonly string[] = [
  "O'Brien", "O'Brien and Sons", "O'Brien & Söhne", "D'Angelo or D'Arcy", 'Select Foods', 'Union Carbide', 'Trade Union Council', 'Drop Forge Ltd',
  '50% drop -- see note', "the 'old' meter -- see note", "valve 'main' -- see note", 'Tank 3; update sent to site', 'Valve closed; set point changed', 'Stopped; select another pump',
  "Pump; drop in flow", 'Create table of contents', 'insert into the slot', 'delete from list', 'read AND write', 'Bore 1 or 2', 'level = 3 or flow = 4', 'a < b and c > d',
  'https://example.com/a?b=1&c=2#top', 'https://example.com/a;b=1?q=select%20one', 'mailto:ops@example.com', 'ID_SOURCE', 'ALL_CATEGORIES_V2FLOW_CATEGORY',
  '21/11/2026', '2026-11-21T06:00:00+05:30', '06:00:00', 'Asia/Kolkata', '{M1} + {M2} * 0.5', '({S1} - {S2}) / 2', '{M1}#meta#openingStock', 'ADD_ALL',
  'flow <base', 'level < base level', 'temperature <script', 'price $5: paid', 'cost: $gt', '1 -- 2', 'no. 5/7', "5' 3\" pipe", 'JavaScript: yes', '100%', '%', 'C:\\data\\x', 'Grüße aus Köln', '水量',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJBIn0.a--b_c', '+919876543210', 'a@b.co', '"quoted" text', '(see note)', 'A;B;C', 'x=1&y=2', '#1 pump', 'pH 7 and O2 = 8 mg/l',
];

describe('injection screening', () => {
  it.each(REFUSED)('refuses as %s: %s', (kind, text) => {
    expect(injectionIn(text)).toBe(kind);
  });

  it.each(ACCEPTED)('accepts: %s', (text) => {
    expect(injectionIn(text)).toBeNull();
  });

  it.each(['$gt', 'user[$ne]', '$where', '__proto__', 'constructor'])('refuses the field name %s', (name) => {
    expect(injectionInName(name)).toBe('operator');
  });

  it.each(['unitId', 'x-device-id', 'meta', 'unitIds[]', '0', 'P$L'])('accepts the field name %s', (name) => {
    expect(injectionInName(name)).toBeNull();
  });

  it('reads a long hostile text in time that grows no faster than its length', () => {
    const attacks = ["''--".repeat(50_000), "'".repeat(200_000), '<a '.repeat(70_000), "' or ".repeat(40_000), '; select a,'.repeat(20_000), '/*'.repeat(100_000), "x' and ".repeat(30_000), '<' + 'a'.repeat(200_000)];
    for (const text of attacks) {
      const started = performance.now();
      injectionIn(text);
      expect(performance.now() - started).toBeLessThan(1500);
    }
  });
});
