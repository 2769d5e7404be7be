/** What a form would send, by the names of its fields. */
export type SentForm = Readonly<Record<string, string>>;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const plain = (text: string): string => text.replace(/&(\w+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole);

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : plain(found);
};

/** Fields of the form of this id with their values; empty where the page has no such form. */
export function formOf(html: string, id: string): SentForm {
  const [, form = ''] = new RegExp(`<form[^>]*\\sid="${id}"[^>]*>([^]*?)</form>`).exec(html) ?? [];
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([tag]) => [
    attribute(tag, 'name') ?? '',
    attribute(tag, 'value') ?? '',
  ]);
  const selects = [...form.matchAll(/<select\b([^>]*)>([^]*?)<\/select>/g)].map(([, tag = '', options = '']) => {
    const tags = [...options.matchAll(/<option\b[^>]*>/g)].map(([one]) => one);
    const chosen = tags.find((one) => /\sselected\b/.test(one)) ?? tags[0] ?? '';
    return [attribute(tag, 'name') ?? '', attribute(chosen, 'value') ?? ''];
  });
  const areas = [...form.matchAll(/<textarea\b([^>]*)>([^]*?)<\/textarea>/g)].map(([, tag = '', text = '']) => [
    attribute(tag, 'name') ?? '',
    plain(text),
  ]);
  return Object.fromEntries([...inputs, ...selects, ...areas]);
}
