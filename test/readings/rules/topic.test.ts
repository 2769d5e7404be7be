import { describe, expect, it } from 'vitest';
import {
  DEFAULT_READINGS_TOPIC,
  DEFAULT_SOURCE_TOPIC,
  readingsTopic,
  sourceTopic,
} from '../../../src/readings/rules/topic.ts';

const ACME = { industryId: 'ACME', unitId: 'M1' };

describe('the topic of readings', () => {
  it('is subscribed to with wildcards for its ids', () => {
    expect(DEFAULT_READINGS_TOPIC.filter).toBe('water/+/+/readings');
    expect(readingsTopic('water/{industryId}/{unitId}/readings')?.filter).toBe('water/+/+/readings');
    expect(readingsTopic('{unitId}/up/{industryId}')?.filter).toBe('+/up/+');
  });

  it.each([
    ['water/ACME/M1/readings', ACME],
    ['water/ACME/M1/readings/more', null],
    ['water/ACME/M1/commands', null],
    ['water//M1/readings', null],
    ['water/ACME//readings', null],
    ['fire/ACME/M1/readings', null],
    ['water/ACME', null],
    ['', null],
  ])('%s is whose it says', (topic, owner) => expect(DEFAULT_READINGS_TOPIC.ownerOf(topic)).toEqual(owner));

  it('of another form tells the ids by their places', () => {
    const topic = readingsTopic('site/7/{unitId}/of/{industryId}');
    expect(topic?.ownerOf('site/7/M1/of/ACME')).toEqual(ACME);
    expect(topic?.ownerOf('site/8/M1/of/ACME')).toBe(null);
  });

  it.each([
    '',
    'water',
    'water/{industryId}/readings',
    'water/{unitId}/readings',
    'water/{industryId}/{unitId}/#',
    'water/+/{industryId}/{unitId}',
    'water/{industryId}/{unitId}/{unitId}',
    'water/x{industryId}/{unitId}',
    'water/{industryID}/{industryId}/{unitId}',
    '$share/g/{industryId}/{unitId}',
  ])('%j is none', (template) => expect(readingsTopic(template)).toBe(undefined));
});

describe('the topic of sources', () => {
  const SOURCE = '5d0c7a31-9b2e-4f48-8a67-2c1e0d9f8b31';

  it('is subscribed to with all levels below', () => {
    expect(DEFAULT_SOURCE_TOPIC.filter).toBe('water/+/sources/+/#');
  });

  it.each([
    [`water/ACME/sources/${SOURCE}`, { industryId: 'ACME', sourceId: SOURCE }],
    [`water/ACME/sources/${SOURCE}/application/7/up`, { industryId: 'ACME', sourceId: SOURCE }],
    ['water/ACME/sources/readings', null],
    [`water//sources/${SOURCE}`, null],
    [`water/ACME/others/${SOURCE}`, null],
  ])('%s is whose it says', (topic, owner) => expect(DEFAULT_SOURCE_TOPIC.ownerOf(topic)).toEqual(owner));

  it('names both ids', () => expect(sourceTopic('water/{industryId}')).toBe(undefined));
});
