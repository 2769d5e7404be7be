import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { injectionIn, injectionInName } from '../../../src/domain/access/injection.ts';
import { formatFormula } from '../../../src/domain/formula/format.ts';
import { anyFormula } from '../formula/formulas.ts';

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
  // Encoded, nested, spread over lines, or without a space where browsers and databases need none.
  ['sql', "' OR 'x'='x"],
  ['sql', "' OR 1=1#"],
  ['sql', "' OR 1 -- -"],
  ['sql', "1' ORDER BY 10--"],
  ['sql', "1' ORDER BY 1,2,3 -- -"],
  ['sql', "' GROUP BY x HAVING 1=1 --"],
  ['sql', "admin') --"],
  ['sql', "admin'))--"],
  ['sql', "' AND SLEEP(5)--"],
  ['sql', "' AND 1=(SELECT COUNT(*) FROM tabname); --"],
  ['sql', '1 AND SLEEP(5)'],
  ['sql', "1; exec xp_cmdshell('dir')"],
  ['sql', "'; EXEC master..xp_cmdshell 'dir'"],
  ['sql', '%2527%2520OR%25201%253D1'],
  ['sql', '%27 union select 1,2--'],
  ['sql', '%55NION %53ELECT'],
  ['sql', "'/**/OR/**/1=1"],
  ['sql', '1 UNION SELECT NULL,NULL'],
  ['sql', '1 UNION ALL SELECT user,password FROM users'],
  ['sql', "-1' UNION SELECT 1,@@version--"],
  ['sql', "' or ''=''"],
  ['sql', '" or ""="'],
  ['sql', "x' AND email IS NULL; --"],
  ['sql', "x' AND 1=1 AND 'a'='a"],
  ['sql', '1 or 1=1'],
  ['sql', '1) or (1=1'],
  ['sql', "a' or true --"],
  ['sql', "' or 1 in (select 1)--"],
  ['sql', "'; CALL pg_sleep(1)"],
  ['sql', "';SELECT pg_read_file('/etc/passwd')"],
  ['sql', "1;SELECT lo_import('/etc/passwd')"],
  ['sql', "'; ALTER USER postgres WITH PASSWORD 'x'"],
  ['sql', "'; GRANT ALL ON x TO y"],
  ['sql', "' OR EXISTS(SELECT 1)"],
  ['sql', "' OR id IS NOT NULL --"],
  ['sql', '1 AND (SELECT 1 FROM pg_user)=1'],
  ['sql', "'||pg_sleep(5)||'"],
  ['sql', "' HAVING 1=1"],
  ['sql', 'x%ff%27%20OR%201%3D1'],
  ['sql', "1'1 OR 1=1"],
  ['sql', '0 or 1=1 limit 1'],
  ['sql', '); DROP TABLE x; --'],
  ['sql', "\\'; DROP TABLE x; --"],
  ['sql', "' OR name LIKE '%a%"],
  ['sql', 'CHAR(0x27) OR 1=1'],
  ['sql', '1;DROP/**/TABLE/**/x'],
  ['script', '<svg onload=alert(1)'],
  ['script', '<img src=x onerror=alert(1)'],
  ['script', '<body onload=alert(1)>'],
  ['script', '<details open ontoggle=alert(1)>'],
  ['script', '<a href=javascript:alert(1)>x</a>'],
  ['script', '<a href="jav\tascript:alert(1)">'],
  ['script', 'JaVaScRiPt:alert(1)'],
  ['script', 'java\nscript:alert(1)'],
  ['script', '&#106;avascript:alert(1)'],
  ['script', '<scr<script>ipt>'],
  ['script', '<%2Fscript>'],
  ['script', '%253Cscript%253E'],
  ['script', '\\u003cscript\\u003e'],
  ['script', "<iframe srcdoc='x'>"],
  ['script', '<object data=x>'],
  ['script', '<embed src=x>'],
  ['script', '<base href=//x>'],
  ['script', '<meta http-equiv=refresh>'],
  ['script', '<link rel=import>'],
  ['script', 'vbscript:msgbox(1)'],
  ['script', '<x onclick=alert(1)>'],
  ['script', '<input autofocus onfocus=alert(1)>'],
  ['script', "'><script>alert(1)</script>"],
  ['script', '"><img src=x onerror=1>'],
  ['script', '<math><mtext>'],
  ['script', '<!--<script>-->'],
  ['script', '<ScRiPt\n>'],
  ['script', '<button formaction=javascript:alert(1)>'],
  ['script', 'data:text/html,<script>'],
  ['script', "<style>@import'x'</style>"],
  ['script', 'javascript:alert`1`'],
  ['script', 'javascript://%0aalert(1)'],
  ['script', '<svg\fonload=alert(1)>'],
  ['script', '<iframe/src=x>'],
  ['script', '<marquee onstart=x>'],
  ['operator', '{"$where":"sleep(100)"}'],
  ['operator', '{"username":{"$ne":null}}'],
  ['operator', "{'$gt':''}"],
  ['operator', '[{"$match":{}}]'],
  ['operator', '{ $or : [ {}, {} ] }'],
  ['operator', '%7B%22%24gt%22%3A%22%22%7D'],
  ['operator', '{"a":{"$exists":true}}'],
  ['operator', '{"$function":{}}'],
  ['operator', "';return true;var x='"],
  ['operator', "'; return this.password; //"],
  ['operator', '{$expr:{}}'],
  ['operator', '{"a":{"\\u0024gt":""}}'],
  // Whole statements and conditions, with nothing to break out of.
  ['sql', 'DROP TABLE users;--'],
  ['sql', 'drop table if exists users'],
  ['sql', 'DELETE FROM users WHERE 1=1'],
  ['sql', 'INSERT INTO users VALUES (1)'],
  ['sql', 'insert into users (id, role) values (1, 2)'],
  ['sql', "UPDATE users SET role='admin'"],
  ['sql', 'TRUNCATE TABLE readings;'],
  ['sql', 'ALTER TABLE users ADD role text'],
  ['sql', 'SELECT password FROM users WHERE id = 1'],
  ['sql', '1 OR 2>1'],
  ['sql', '1 and 3 <> 4 --'],
  ['sql', "admin'#"],
  ['sql', "x' or name = 'admin"],
  ['operator', '$where: 1'],
  ['operator', '"$ne": ""'],
  ['control character', 'M1\u0000x'],
  ['control character', 'a%00b'],
];

const ACCEPTED: readonly string[] = [
  "O'Brien", "O'Brien and Sons", "O'Brien & Söhne", "D'Angelo or D'Arcy", 'Select Foods', 'Union Carbide', 'Trade Union Council', 'Drop Forge Ltd',
  '50% drop -- see note', "the 'old' meter -- see note", "valve 'main' -- see note", 'Tank 3; update sent to site', 'Valve closed; set point changed', 'Stopped; select another pump',
  "Pump; drop in flow", 'Create table of contents', 'insert into the slot', 'delete from list', 'read AND write', 'Bore 1 or 2', 'level = 3 or flow = 4', 'a < b and c > d',
  'https://example.com/a?b=1&c=2#top', 'https://example.com/a;b=1?q=select%20one', 'mailto:ops@example.com', 'ID_SOURCE', 'ALL_CATEGORIES_V2FLOW_CATEGORY',
  '21/11/2026', '2026-11-21T06:00:00+05:30', '06:00:00', 'Asia/Kolkata', '{M1} + {M2} * 0.5', '({S1} - {S2}) / 2', '{M1}#meta#openingStock', 'ADD_ALL',
  'flow <base', 'level < base level', 'temperature <script', 'price $5: paid', 'cost: $gt', '1 -- 2', 'no. 5/7', "5' 3\" pipe", 'JavaScript: yes', '100%', '%', 'C:\\data\\x', 'Grüße aus Köln', '水量',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJBIn0.a--b_c', '+919876543210', 'a@b.co', '"quoted" text', '(see note)', 'A;B;C', 'x=1&y=2', '#1 pump', 'pH 7 and O2 = 8 mg/l',
  "O'Brien", "5 o'clock; drop by", "5 o'clock; select a pump", "O'Neil; delete from list the second", "it's 1 or 2; either", "don't drop table 4", 'Drop Table Restaurant',
  "the operator's pump -- broken", "'til 5 or 6", "rock 'n' roll", "meter 'A' or 'B'", 'Select Foods', 'Union Select Committee', 'union of select members',
  'where the select few meet', 'Order by phone', 'grouped by day', 'update: set to 5', '; update follows', 'alert(1) fired', 'alert: level > 5 and flow < 3',
  'function(x) = 2x', 'x = y or y = z', 'either 1=one or two', 'script: see page 4', 'Descript: pump', 'Javascript developer', 'javascript: the good parts', 'java script',
  'on load = 5 kW', '<5 mg/l', '5 < 6 > 4', 'a<b>c', '<none>', '<unknown>', 'p<0.05', '->', '<-- see here', '<3', '&amp;', 'R&D', 'AT&T; Verizon', '100 % or more', '50%20',
  '20%27', '$100', '$gt', '{unit}', '{M1}+{M2}', '{ADD_ALL}', '[1,2,3]', '{"a":1}', '{"price":"$5"}', 'https://example.com/?q=1&r=%20',
  'https://example.com/path?redirect=https%3A%2F%2Fx.com%2F', 'ftp://host/file', 'C:\\Program Files\\x', '/api/user/alerts', '2026-01-15T06:05:00+13:00',
  '2026-01-15T06:05:00.000Z', 'DD/MM/YYYY', '06:00:00', 'Zürich Wasserwerk', 'Saint-Étienne', "N'Djamena", "Côte d'Ivoire", "Xi'an", "Hawai'i", "L'Aquila", 'O’Brien',
  '水道局', 'محطة المياه', 'पंप १', 'Насос №1', 'emoji 💧 pump', 'Ño', 'İstanbul', '--', '-- none --', '/* spare */ pump', '# 5', 'pump #3 (spare); pump #4', 'A && B || C',
  'a || b', 'if (x) then y', 'no; yes', 'TODO: check; then drop', 'grant to follow', 'execute order 66', 'exec summary', 'declare variables', 'copy from site',
  'copy of report to client', 'shutdown at 5; restart at 6', '; shutdown at 5', 'shutdown; restart', 'Planned shutdown; call operator', 'truncate; see note',
  'create view of plant', 'information schema', 'a.b.c', 'user@example.com', '+64 21 123 456', '(02) 1234-5678', '1e-5', '1,234.56', 'pH<7', 'T > 30 °C', 'Ø 50 mm',
  '½ inch', '3" pipe', '6\'2" tall', "5' or 6' long", "the 1990's and 2000's", "the 90's or 2000's = old", "Operators' and managers' notes", "Joe's and Ann's meter = same",
  "'quoted' and 'quoted'", "dogs' or cats' home", "Rock'n'Roll -- live", "It's -- well -- odd", "can't -- won't", 'Union Bank; select branch', 'A;B;C', 'a=b&c=d',
  'Q: why? A: because; create a table of units', 'see; insert into slot 3', 'Tank 5; update reading set by hand', 'style: modern', 'link: see manual', 'meta data',
  'base pressure', 'object of interest', 'template A', '<Tank 1>', "Smith's; drop in anytime", "Children's Hospital; select wards", 'Select * from menu',
  'Plant "North" and area < 5', "Tanks' and wells = 5", '<meta data>', 'information_schema.org', 'Select wards from the list', 'Update the set of valves',
  'Alter table of rates', 'Truncate table 4', 'insert into slot (3)', 'delete from list where needed', 'Bore 1 or 2 > 1 m deep', '$where', '$5: paid', "a 5'#2 pipe", "O'Brien #",
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

  const MEGABYTE = 1024 * 1024;
  it.each([
    "''--", "'", '<a ', "' or ", '; select a,', '/*', "x' and ", '<', '<a', '%27', '%25', '&#39;', '\\u0027', "' or a", 'union ', 'union select a', "';", '{ ', '{"', 'and (select a ', 'javascript: ', 'data :', '; insert into a ', '; update a ',
    "' having a ", 'insert into a(a ', 'delete from a where ', 'select a ', 'drop table ', '1 or ', '<meta ', "'#", ' ', '\t\n', '(((', 'or 1', "' group by a ", '$a', '%ff', '%', '\u212A', '\uFB01', "' or (", 'or sleep (', '<x ', "<x on ", '"; var a', '*/', "'--",
  ])('reads a megabyte of %j within four seconds of computing: no pattern backtracks', (piece) => {
    const text = piece.repeat(Math.ceil(MEGABYTE / piece.length));
    const started = process.cpuUsage();
    injectionIn(text);
    injectionInName(text);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(4000);
  });
});

describe('a formula', () => {
  it('is no pattern of injection, whatever its operators, because formulas are sent in bodies that are screened', () => {
    fc.assert(fc.property(anyFormula, (formula) => {
      expect(injectionIn(formatFormula(formula))).toBeNull();
      expect(injectionIn(formatFormula(formula).replaceAll(' ', ''))).toBeNull();
    }), { numRuns: 300 });
  });
});
