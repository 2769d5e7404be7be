interface TopicOwner {
  readonly industryId: string;
  readonly unitId: string;
}

/** The topic on which devices publish readings. */
export interface ReadingsTopic {
  /** The topic with wildcards in place of ids, for subscribing. */
  readonly filter: string;
  /** The industry and unit of a topic; null for any other topic. */
  ownerOf(topic: string): TopicOwner | null;
}

const PLACEHOLDERS = ['{industryId}', '{unitId}'] as const;
const NOT_IN_A_LEVEL = /[+#{}\0]/;

/** @param owners positions of the levels with the ids of industry and unit */
function topicOf(
  levels: readonly string[],
  owners: { readonly industryAt: number; readonly unitAt: number },
): ReadingsTopic {
  const isOwner = (at: number): boolean => at === owners.industryAt || at === owners.unitAt;
  return {
    filter: levels.map((level, at) => (isOwner(at) ? '+' : level)).join('/'),
    ownerOf: (topic) => {
      const given = topic.split('/');
      const industryId = given[owners.industryAt] ?? '';
      const unitId = given[owners.unitAt] ?? '';
      const fits = given.length === levels.length && levels.every((level, at) => isOwner(at) || level === given[at]);
      return fits && industryId !== '' && unitId !== '' ? { industryId, unitId } : null;
    },
  };
}

/** Topic of readings unless the settings name another (docs/reference/api-choices.md, Readings MQTT). */
export const DEFAULT_READINGS_TOPIC = topicOf(['water', '{industryId}', '{unitId}', 'readings'], {
  industryAt: 1,
  unitAt: 2,
});

/**
 * Reads a topic with the levels {industryId} and {unitId}, once each, beside levels as they are; undefined for any
 * other text.
 */
export function readingsTopic(template: string): ReadingsTopic | undefined {
  const levels = template.split('/');
  const [industryAt = -1, unitAt = -1] = PLACEHOLDERS.map((placeholder) => levels.indexOf(placeholder));
  if (industryAt < 0 || unitAt < 0) return undefined;
  const others = levels.filter((_, at) => at !== industryAt && at !== unitAt);
  // Brokers keep names that begin with $ for themselves.
  if (template.startsWith('$') || others.some((level) => NOT_IN_A_LEVEL.test(level))) return undefined;
  return topicOf(levels, { industryAt, unitAt });
}
