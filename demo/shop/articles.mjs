/** The shop's help articles, from the same files that the chat answers from. */
import { readdirSync, readFileSync } from 'node:fs';
import MarkdownIt from 'markdown-it';

const folder = new URL('../inboxes/demo/knowledge/', import.meta.url);
const markdown = new MarkdownIt({ html: false });
/** Comments contain customers' questions. The chat finds the article by them. */
const COMMENT = /^<!--[\s\S]*?-->\n?/gm;

/** The order of the help centre; what isn't named comes last. */
const ORDER = [
  'shipping-times',
  'shipping-costs',
  'international',
  'tracking',
  'change-order',
  'returns',
  'exchanges',
  'refunds',
  'sizes',
  'shoe-width',
];

export function articles() {
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => {
      const source = readFileSync(new URL(name, folder), 'utf8');
      const [, front = '', body = source] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
      // `left-to` marks questions that the chat hands over to people. They are no articles.
      if (/^left-to:/m.test(front)) return [];
      const title = /^title:\s*(.+)$/m.exec(front)?.[1] ?? name;
      const html = markdown.render(body.replace(COMMENT, '').replace(/^##/gm, '###'));
      return [{ id: name.replace(/\.md$/, ''), title, html }];
    });
  const rank = ({ id }) => (ORDER.includes(id) ? ORDER.indexOf(id) : ORDER.length);
  return found.sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title));
}
