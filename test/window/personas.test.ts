import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setupCode } from '../../src/industries/first-operator.ts';
import { ownContext } from '../keeping/upkeep/own-database.ts';
import { SECRET, testApp } from '../service/support/app-fixture.ts';
import { mintId } from '../support/database.ts';
import { personAt, setPassword, type Ways } from './support/person.ts';
import type { Posted } from './support/posting.ts';
import { serve } from './support/served.ts';
import { windowInBrowser } from './support/window-in-browser.ts';

/*
 * Ten kinds of people at their work, in a real browser. How many clicks each errand takes stands in pages.md, and this
 * file holds it. An errand begins on the first page after the login. What is typed is no click.
 */

const posted: Posted = [];
const { base, opened, enter, enterAs, mint } = windowInBrowser(posted);
const WIDE = 1440;
const ways: Ways = new Map();
const BORE = /Bore 1$/;

const at = (path: string): string => `${base()}${path}`;
/** A form of several on a page, by its heading. */
const formOf = (page: Page, heading: string): Locator =>
  page.locator('#handling form', { has: page.getByRole('heading', { name: heading, exact: true }) });

/** Somebody of the works with these permissions, logged in. */
async function somebody(permissions: readonly string[], width = WIDE) {
  const { page, troubles } = await opened({ width });
  const { username } = await mint(...permissions);
  await enterAs(page, username);
  return { page, troubles, username, person: personAt(page, ways) };
}

describe('a plant manager', { timeout: 120_000 }, () => {
  it('sees in the morning what needs somebody, gives an incident and a finding to a hand, and sees who has them', async () => {
    const { username: hand } = await mint('alerts:write');
    const { page, person, troubles } = await somebody(['alerts:write']);
    await person.link(/Bore 1: Takes too much/);
    await person.sees(/26\.3\sKL, limit 25\.0\sKL/);
    person.ends('see what needs somebody, and why');
    await person.begins(at('/app/today'));
    await person.link(/Bore 1: Takes too much/);
    await person.choose(formOf(page, 'Assignee').getByLabel('Person'), { label: hand });
    await person.button('Assign', formOf(page, 'Assignee'));
    await person.sees(`Assigned to ${hand}.`);
    person.ends('assign an incident');
    await person.begins(at('/app/today'));
    await person.link(/a day flows on beyond the usual/);
    await person.choose(formOf(page, 'Assignee').getByLabel('Person'), { label: hand });
    await person.button('Assign', formOf(page, 'Assignee'));
    await person.sees(new RegExp(`ssigned to ${hand}`));
    person.ends('assign a finding');
    expect(troubles).toEqual([]);
  });
});

describe('a maintenance hand', { timeout: 120_000 }, () => {
  it('finds what was handed to him on his phone, and does all of it from there', async () => {
    const { page, person, troubles } = await somebody(['alerts:write'], 360);
    await person.button(/Assign it to me.*Takes too much/);
    await person.sees(/Bore 1: Takes too much/);
    person.ends('take an incident, on a phone');
    await person.begins(at('/app/today'));
    await person.fold('Menu');
    await person.link('Alerts');
    await person.link(/^Mine \(1\)/);
    await person.link('Takes too much');
    await person.sees('What to do');
    person.ends('find an own incident, on a phone');
    await person.type('Text of the comment', 'The valve is open', formOf(page, 'Comment'));
    await person.button('Add the comment');
    await person.sees('The valve is open');
    person.ends('comment an incident, from its page');
    await person.button('Acknowledge', formOf(page, 'Acknowledge'));
    await person.sees(/Seen by/);
    person.ends('acknowledge an incident, from its page');
    await person.button('Snooze', formOf(page, 'Snooze'));
    await person.sees(/Nobody is called until/);
    person.ends('snooze an incident, from its page');
    await person.button('Resolve', formOf(page, 'Resolve'));
    await person.sees(/Resolved/);
    person.ends('resolve an incident, from its page');
    await person.begins(at('/app/today'));
    await person.link(/a day flows on beyond the usual/);
    await person.button('Acknowledge', formOf(page, 'Acknowledge'));
    await person.sees(/cknowledged/);
    person.ends('acknowledge a finding, on a phone');
    await person.type('Text of the comment', 'A hose was left open', formOf(page, 'Comment'));
    await person.button('Add the comment');
    await person.sees('A hose was left open');
    person.ends('comment a finding, from its page');
    await person.button('Yes, it is right');
    await person.sees(/Confirmed/);
    person.ends('judge a finding, from its page');
    await person.button(/^Mute /);
    await person.sees(/muted until/i);
    person.ends('mute a finding, from its page');
    expect(troubles).toEqual([]);
  });
});

describe('an analyst', { timeout: 120_000 }, () => {
  it('compares two units and takes the figures along', async () => {
    const { page, person, troubles } = await somebody([]);
    await person.begins(at('/app/today?date=2026-01-15'));
    await person.link(BORE, page.locator('main section'));
    await person.link('Compare');
    await person.choose(page.locator('select[name=unit]').nth(1), 'M2');
    await person.button('Compare');
    await person.sees(/Bore 2/);
    person.ends('compare two units');
    const download = page.waitForEvent('download');
    await person.link('CSV');
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    person.ends('download the comparison as CSV');
    expect(troubles).toEqual([]);
  });
});

describe('an admin', { timeout: 240_000 }, () => {
  it('invites a person by mail, who sets a password, forgets it, and ends a session elsewhere', async () => {
    const { page, person, troubles } = await somebody(['accounts:write', 'reports:read']);
    const username = mintId('p').slice(-20).toLowerCase();
    await person.link('Operations');
    await person.link('People');
    await person.fold('Invite somebody');
    await person.type(/E-mail/, `${username}@works.example`);
    await person.type('Username', username);
    await person.button('Mail the invitation');
    await person.sees(new RegExp(username));
    person.ends('invite a person');

    const linkIn = (): string => /https?:\/\/\S+token=[\w-]+/.exec(posted.at(-1)?.text ?? '')?.[0] ?? '';
    expect(posted.at(-1)?.to).toBe(`${username}@works.example`);
    await setPassword(page, linkIn(), 'First-horse-1');
    await person.begins(at('/app/operations/people'));
    await person.link(username);
    await person.tick(/report/i);
    await person.button('Save');
    await person.sees('Saved');
    person.ends('give a person a permission, from the list');
    await page.context().clearCookies();
    await person.begins(at('/app/login'));
    await person.link(/forgotten/i);
    await person.type(/^Username/, username);
    await person.button('Mail me a link');
    await person.sees(/link/);
    person.ends('ask for a new password');
    await setPassword(page, linkIn(), 'Second-horse-2');
    await enterAs(page, username, 'Second-horse-2');
    for (const _device of [1, 2]) {
      await page.context().clearCookies();
      await enterAs(page, username, 'Second-horse-2');
    }
    await person.begins();
    await person.link(username);
    await person.button(/^Log out/, page.locator('tbody tr').filter({ hasNotText: 'this one' }));
    await person.sees('Saved.');
    person.ends('log out on one other device');
    await person.begins(at('/app/today'));
    await person.link(username);
    await person.button('Log out everywhere else');
    await person.sees('Saved.');
    person.ends('log out on all other devices');
    expect(troubles).toEqual([]);
  });

  it('adds a unit, changes it, moves it, swaps its meter, takes it out of use and brings it back', async () => {
    const { page, person, troubles } = await somebody(['industries:write', 'keys:write']);
    await person.link('Units');
    await person.link('Add a unit');
    await person.type('Id', 'GATE');
    await person.type('Name', 'Gate meter');
    await page.getByRole('checkbox', { name: 'Wells' }).scrollIntoViewIfNeeded();
    await person.tick('Wells');
    await person.button('Add a unit');
    await person.sees(/Gate meter/);
    person.ends('add a unit');
    await person.begins(at('/app/today'));
    await person.link('Units');
    await person.link('Gate meter');
    await person.link('Change');
    await person.type('Name', 'Meter at the gate');
    await person.button('Save');
    await person.sees(/Saved|saved|stored/);
    person.ends('rename a unit');
    await person.begins(at('/app/unit?id=GATE'));
    await person.link('Categories', page.locator('main'));
    await person.tick(/Plant/);
    await person.button('Save');
    await person.sees(/Saved|saved|stored/);
    person.ends('put a unit into another category, from its page');
    await person.begins(at('/app/unit?id=GATE'));
    await person.link('The meter was replaced');
    await person.type(/Last register/, '12');
    await person.type(/First register/, '0');
    await person.button('Register the exchange');
    await person.sees(/exchange|registered/i);
    person.ends('register the swap of a meter, from its unit');
    await person.begins(at('/app/unit?id=GATE'));
    await person.link('Take out of use');
    await person.button('Take out of use');
    await page.waitForURL(/\/app\/unit\?/);
    person.ends('take a unit out of use, from its page');
    await person.begins(at('/app/units?state=retired'));
    await person.link('Meter at the gate');
    await person.link(/Change|Bring/);
    await person.button('Bring back into use');
    await person.sees(/Saved|saved|stored/);
    person.ends('bring a unit back');
    await person.begins(at('/app/units/categories'));
    await person.type('Key', 'YARD');
    await person.type('Name of its first part', 'Yard hydrants');
    await person.button('Add a category');
    await person.sees('Yard hydrants');
    person.ends('add a category, from their list');
    const yard = page.locator('section', { hasText: 'YARD' });
    await person.fold('Remove this category', yard);
    await person.button('Remove this category', yard);
    await yard.waitFor({ state: 'detached' });
    person.ends('remove a category, from their list');
    await person.begins(at('/app/unit?id=GATE'));
    await person.link('A key for its device');
    await person.type(/What the key is for/, 'Gate');
    await person.button('Create a key');
    await person.sees('curl');
    person.ends('make a device key with its first call');
    expect(troubles).toEqual([]);
  });
});

describe('a data steward', { timeout: 240_000 }, () => {
  it('corrects a reading, takes that back, removes one and fills a gap', async () => {
    const { page, person, troubles } = await somebody(['readings:edit']);
    await person.begins(at('/app/today?date=2026-01-15'));
    await person.link(BORE, page.locator('main section'));
    await person.link('1.25', page.locator('tr', { hasText: '12:00' }));
    await person.link(/^Correct/);
    await person.type(/^Interval value/, '1.5');
    await person.type('Why', 'Read by hand');
    await person.button('Save');
    await person.sees('Read by hand');
    person.ends('correct a reading');
    await person.fold('Take back');
    await person.type('Why', 'It was right', page.locator('li details'));
    await person.button('Take back');
    await person.sees(/taken back by/);
    person.ends('take a correction back, from the reading');
    await person.begins(at('/app/explain?unitId=M2&date=15/01/2026&hour=3'));
    await person.link(/^Correct/);
    await person.fold('Remove this reading');
    await person.type('Why', 'Not ours');
    await person.button('Remove this reading');
    await person.sees(/Saved/);
    person.ends('remove a reading, from its figure');
    await person.begins(at('/app/unit?id=M2&type=HOUR&date=15/01/2026'));
    await person.fold('Gaps: 1');
    await person.link(/^Fill with estimates/);
    await person.type('Why', 'The logger was off');
    await person.button('Fill with estimates');
    await person.sees(/1 estimate was made/);
    person.ends('fill a gap, from its unit');
    expect(troubles).toEqual([]);
  });

  it('sends a file, reads the verdict on each row, and decides on rows that were kept back', async () => {
    const { page, person, troubles } = await somebody(['readings:write', 'quarantine:write']);
    await person.link('Operations');
    await person.link('Send readings');
    const rows = ['unitId,createdOn,value', 'WELL,2026-01-16T00:35:00Z,7', 'NOBODY,2026-01-16T00:35:00Z,7'];
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'water.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\n')),
    });
    await person.button('Look at the file');
    await person.sees('Nothing is stored so far.');
    await person.button(/^Store/);
    await person.sees(/NOBODY/);
    person.ends('look at a file of readings, send it and read its verdict');
    await person.begins(at('/app/today'));
    await person.link('Operations');
    await person.tick(/Choose row/);
    await person.button('Discard the chosen rows');
    await person.sees(/discarded/);
    person.ends('discard a row of the quarantine');
    expect(troubles).toEqual([]);
  });
});

describe('a person of finance', { timeout: 60_000 }, () => {
  it('has a report mailed every morning', async () => {
    const { person, troubles } = await somebody(['reports:read']);
    await person.link('Reports');
    await person.button('Mail this report regularly');
    await person.button('Mail it from now on');
    await person.sees('The report is mailed from now on.');
    person.ends('subscribe to a report');
    await person.button(/^Pause/);
    await person.sees('paused');
    person.ends('pause the mails of a report, from their list');
    await person.fold('Remove');
    await person.button(/^Remove/);
    await person.sees('The report is not mailed any more.');
    person.ends('end the mails of a report, from their list');
    expect(troubles).toEqual([]);
  });
});

describe('an operator', { timeout: 120_000 }, () => {
  it('makes an industry from a template, in two languages on the way, to its key and first call', async () => {
    const { page, troubles } = await opened({ width: WIDE });
    await enter(page, 'operator');
    const person = personAt(page, ways);
    const id = mintId('FIRST');
    await person.link('Add an industry');
    await person.button('Begin with this Plant');
    await page.locator('[id="industry.industryName"]').fill('Riverside Works');
    await page.locator('[id="industry.industryId"]').fill(id);
    await page.getByRole('button', { name: 'हिन्दी' }).click();
    await page.getByRole('button', { name: 'English' }).click();
    expect(await page.locator('[id="industry.industryName"]').inputValue()).toBe('Riverside Works');
    for (const step of ['categories', 'units', 'people']) {
      await person.button('Next');
      await page.locator(`button[value="step.${step}"][aria-current]`).waitFor();
    }
    await page.locator('[id="admin.email"]').fill(`${id.toLowerCase()}@works.example`);
    await page.locator('[id="admin.username"]').fill(id.toLowerCase().slice(-20));
    await person.button('Next');
    await person.sees(/Nothing is wrong/);
    await person.button('Create the industry');
    await person.sees('What the key is for');
    person.ends('make an industry from a template');
    await person.button(/key/i);
    await person.sees('curl');
    person.ends('make the first key of a new industry');
    expect(troubles).toEqual([]);
  });
});

describe('a newcomer', { timeout: 120_000 }, () => {
  it('begins an empty installation with the code of its log', async () => {
    const context = await ownContext('2026-01-16T00:45:00Z');
    const empty = await serve(() => testApp(context));
    try {
      const { page, troubles } = await opened({ also: empty.base });
      const person = personAt(page, ways);
      await person.begins(empty.base);
      await person.link(/begin|first operator/i);
      await person.type(/code/i, setupCode(SECRET));
      await person.type(/E-mail/, 'ada@water.example');
      await person.type('Username', 'ada.first');
      await person.type(/^Password/, 'Very-first-1');
      await person.button(/./);
      await page.waitForURL(`${empty.base}/app/operations/new`);
      person.ends('begin an empty installation');
      expect(troubles).toEqual([]);
    } finally {
      empty.close();
    }
  });
});

describe('a reader of Hindi', { timeout: 120_000 }, () => {
  it('chooses the language once, and every page of the way speaks it', async () => {
    const { page, person, troubles } = await somebody([]);
    await person.link('हिन्दी');
    await page.locator('html[lang=hi]').waitFor();
    person.ends('read in Hindi');
    for (const name of ['इकाइयाँ', 'चेतावनियाँ']) {
      await person.link(name);
      await page.locator('html[lang=hi]').waitFor();
    }
    await page
      .getByRole('link', { name: /Takes too much/ })
      .first()
      .click();
    await expect.poll(() => page.locator('main').innerText()).not.toMatch(/What to do|Handle/);
    expect(troubles).toEqual([]);
  });
});

describe('the errands of people', () => {
  it('take less than six clicks where they come every day, and as many as pages.md says', async () => {
    const daily = ['assign an incident', 'assign a finding', 'subscribe to a report', 'correct a reading'];
    expect(daily.filter((what) => (ways.get(what) ?? Infinity) >= 6)).toEqual([]);
    const rows = [...ways].map(([what, clicks]) => `| ${what} | ${clicks} |`);
    const documented = readFileSync(new URL('../../docs/reference/pages.md', import.meta.url), 'utf8');
    expect(rows.filter((row) => !documented.includes(row))).toEqual([]);
  });
});
