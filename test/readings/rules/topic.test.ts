import { describe, expect, it } from 'vitest';
import { DEFAULT_READINGS_TOPIC, readingsTopic } from '../../../src/readings/rules/topic.ts';

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
