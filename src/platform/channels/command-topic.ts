/** Topic of commands to a unit; null for an id that cannot be part of a topic. */
export type CommandTopic = (industryId: string, unitId: string) => string | null;

const PLACEHOLDERS = ['{industryId}', '{unitId}'] as const;
/** Wildcards cannot be published to, and a slash would make another level. */
const NOT_IN_A_LEVEL = /[/+#\0]/;

const topicOf =
  (levels: readonly string[]): CommandTopic =>
  (industryId, unitId) => {
    if ([industryId, unitId].some((id) => id === '' || NOT_IN_A_LEVEL.test(id))) return null;
    const ids: Readonly<Record<string, string>> = { '{industryId}': industryId, '{unitId}': unitId };
    return levels.map((level) => ids[level] ?? level).join('/');
  };

/** Spec gap: the topic of commands unless the settings name another. */
export const DEFAULT_COMMAND_TOPIC = topicOf(['water', ...PLACEHOLDERS, 'commands']);

/** Reads a topic with the levels {industryId} and {unitId}, once each; undefined for any other text. */
export function commandTopic(template: string): CommandTopic | undefined {
  const levels = template.split('/');
  const others = levels.filter((level) => !PLACEHOLDERS.some((placeholder) => placeholder === level));
  const hasEach = PLACEHOLDERS.every((placeholder) => levels.filter((level) => level === placeholder).length === 1);
  return !hasEach || template.startsWith('$') || others.some((level) => /[+#{}\0]/.test(level))
    ? undefined
    : topicOf(levels);
}
