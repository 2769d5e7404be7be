/** A topic with levels that name what its messages are of. */
interface OwnedTopic<Owner> {
  /** The topic with wildcards in place of ids, for subscribing. */
  readonly filter: string;
  /** The ids of a topic; null for any other topic. */
  ownerOf(topic: string): Owner | null;
}

/** The topic on which devices publish readings. */
export type ReadingsTopic = OwnedTopic<{ readonly industryId: string; readonly unitId: string }>;

/** The topic below which networks of devices publish messages of their own shape. */
export type SourceTopic = OwnedTopic<{ readonly industryId: string; readonly sourceId: string }>;

const NOT_IN_A_LEVEL = /[+#{}\0]/;

/**
 * Reads a topic with a level for each name, `{name}`, once each, beside levels as they are; undefined for any other
 * text.
 * @param isOpen whether further levels may follow
 */
function ownedTopic<Name extends string>(
  template: string,
  names: readonly [Name, Name],
  isOpen: boolean,
): OwnedTopic<Readonly<Record<Name, string>>> | undefined {
  const levels = template.split('/');
  const places = names.map((name) => levels.indexOf(`{${name}}`));
  if (places.some((at) => at < 0)) return undefined;
  // Brokers keep names that begin with $ for themselves.
  const others = levels.filter((_, at) => !places.includes(at));
  if (template.startsWith('$') || others.some((level) => NOT_IN_A_LEVEL.test(level))) return undefined;
  const filter = levels.map((level, at) => (places.includes(at) ? '+' : level)).join('/');
  return {
    filter: isOpen ? `${filter}/#` : filter,
    ownerOf: (topic) => {
      const given = topic.split('/');
      const isLong = isOpen ? given.length >= levels.length : given.length === levels.length;
      const fits = isLong && levels.every((level, at) => places.includes(at) || level === given[at]);
      const ids = places.map((at) => given[at] ?? '');
      if (!fits || ids.includes('')) return null;
      return Object.fromEntries(names.map((name, index) => [name, ids[index]])) as Record<Name, string>; // all of them
    },
  };
}

export const readingsTopic = (template: string): ReadingsTopic | undefined =>
  ownedTopic(template, ['industryId', 'unitId'], false);

const SOURCE_ID = /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;

export function sourceTopic(template: string): SourceTopic | undefined {
  const topic = ownedTopic(template, ['industryId', 'sourceId'], true);
  if (topic === undefined) return undefined;
  const ownerOf: SourceTopic['ownerOf'] = (text) => {
    const owner = topic.ownerOf(text);
    return owner !== null && SOURCE_ID.test(owner.sourceId) ? owner : null;
  };
  return { ...topic, ownerOf };
}

const known = <Topic>(topic: Topic | undefined): Topic => {
  if (topic === undefined) throw new Error('the topic is not well written');
  return topic;
};

/** Topics unless the settings name others (docs/reference/api-choices.md, Readings MQTT). */
export const DEFAULT_READINGS_TOPIC = known(readingsTopic('water/{industryId}/{unitId}/readings'));
export const DEFAULT_SOURCE_TOPIC = known(sourceTopic('water/{industryId}/sources/{sourceId}'));
