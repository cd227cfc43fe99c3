/** Wherever the client cuts a text that a page gives, no character of it is left in part. */
import { describe, expect, it } from 'vitest';
import type { AnyTool } from '../../../src/client-tools/define-tool.js';
import { createToolRunner } from '../../../src/client-tools/tool-runner.js';
import { readConfig } from '../../../src/embed/read-config.js';
import { readPageInfo } from '../../../src/embed/visitor/page-info.js';
import { resolveTheme } from '../../../src/theme/resolve-theme.js';
import { WHOLE_CHARACTERS } from './whole-characters.js';

type Cut = (text: string) => Promise<string | undefined> | string | undefined;

const configured =
  (configOf: (text: string) => object, read: (frame: Record<string, unknown>) => unknown): Cut =>
  (text) => {
    const result = readConfig({ inboxId: 'demo', ...configOf(text) });
    return result.ok ? (read(result.frame as unknown as Record<string, unknown>) as string) : undefined;
  };
const userText = (field: string): Cut =>
  configured(
    (text) => ({ user: { [field]: text } }),
    ({ user }) => (user as Record<string, string>)[field],
  );
const tool = (given: Partial<AnyTool>) =>
  createToolRunner([{ name: 'look', description: 'Looks.', effects: 'read', handler: () => 1, ...given }], () => 0);
const viewOf = async (confirm: object) => {
  const prepared = await tool({ confirm: () => confirm as never }).prepare('look', '{}');
  return prepared.ok ? prepared.confirm : null;
};

const CUTS: Readonly<Record<string, Cut>> = {
  'the title of the page': (text) => readPageInfo({ url: '', title: text })?.title,
  placeholder: configured(
    (placeholder) => ({ placeholder }),
    (frame) => frame.placeholder,
  ),
  agentName: configured(
    (agentName) => ({ agentName }),
    (frame) => frame.agentName,
  ),
  agentTitle: configured(
    (agentTitle) => ({ agentTitle }),
    (frame) => frame.agentTitle,
  ),
  instructions: configured(
    (instructions) => ({ instructions }),
    (frame) => frame.instructions,
  ),
  'one of questions': configured(
    (text) => ({ questions: [text] }),
    ({ questions }) => (questions as readonly string[])[0],
  ),
  'name of a user': userText('name'),
  'company of a user': userText('company'),
  'an attribute of a user': configured(
    (text) => ({ user: { customAttributes: { note: text } } }),
    ({ user }) => (user as { customAttributes: { note: string } }).customAttributes.note,
  ),
  'headerTitle, from the page to the header': async (text) => {
    const theme = configured(
      (headerTitle) => ({ theme: { headerTitle } }),
      (frame) => frame.theme,
    );
    return resolveTheme((await theme(text)) as never, 'light').headerTitle ?? undefined;
  },
  'a tool’s title': (text) => tool({ title: text }).manifests[0]?.title,
  'a tool’s description': (text) => tool({ description: text }).manifests[0]?.description,
  'the title of a confirmation': async (text) => (await viewOf({ title: text }))?.title,
  'the words of a confirmation': async (text) => (await viewOf({ title: 'Sure?', body: text }))?.body,
};

const charactersOf = (text: string): readonly string[] =>
  Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

describe.each(Object.entries(CUTS))('%s', (_name, cut) => {
  it.each(WHOLE_CHARACTERS)('never ends in a part of $name', async ({ text: character }) => {
    // Whatever the limit is, one of these is cut inside of a character.
    for (let shift = 0; shift < character.length; shift++) {
      const left = (await cut('y'.repeat(shift) + character.repeat(Math.ceil(9_000 / character.length)))) ?? '';
      expect(left.length).toBeGreaterThan(40);
      expect(left.length).toBeLessThan(9_000);
      expect(new Set(charactersOf(left.slice(shift)))).toEqual(new Set([character]));
    }
  });
});
