/** What a visitor waits for in the widget that is really built: all of it is named in its document, so nothing waits for another. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LOCALES } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import type { InboxSettings } from '../../../dist/inbox/inbox.js';
import { inboxesOf } from '../../support/serve.js';
import { namedIn, pages, SHOP } from '../test-app.js';

const BUILT = resolve(import.meta.dirname, '../../../../widget-app/dist');

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
const manifest = JSON.parse(readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8')) as Readonly<
  Record<string, Chunk>
>;

/** Sources that a first opening starts, in the order of their need. */
const STARTED = ['src/boot/boot.ts', 'src/panel/panel-controller.tsx', 'src/panel/live.ts'];

/** Sources that `boot` and `panel` import when something has happened that most visits don't see. */
const ON_NEED: Readonly<Record<string, string>> = {
  'src/theme/report-theme.ts': 'a value of the page’s theme can’t be used',
  'src/theme/resolve-theme.ts': 'the page’s theme did not fit into the address, or its colour scheme changes',
  'src/boot/explain-problem.ts': 'a value of the page’s configuration can’t be used',
  'src/boot/frame-report.ts': 'the page asks for a diagnosis',
  'src/panel/consent/consent.ts': 'the chat asks for consent',
  'src/panel/client/page-path.ts': 'the inbox greets by page',
  'src/panel/conversation/paused.tsx': 'the inbox is paused',
  'src/client-tools/page-tools.ts': 'the page has functions',
  'src/ui/notification-sound.ts': 'a message comes',
  'src/attachments/attachments.ts': 'a file is chosen or shown',
  'src/handoff/handoff.ts': 'a person answers',
  'src/composer/emoji-picker.tsx': 'the picker is opened',
  'src/transcript/download/download.ts': 'the conversation is downloaded',
  'src/dialogs/dialog.tsx': 'a dialog is opened',
  'src/dialogs/search/search-view.tsx': 'the search is opened',
};

/** All that is fetched with these sources before the first of them runs. */
function filesOf(sources: readonly string[]): readonly string[] {
  const reached = new Set(sources);
  for (const source of reached) for (const imported of manifest[source]?.imports ?? []) reached.add(imported);
  return [...reached].map((source) => manifest[source]?.file ?? `${source} is not built`);
}

const namedFor = async (query: string, settings: Partial<InboxSettings> = {}): Promise<readonly string[]> => {
  const inbox = { ...(inboxesOf({ id: 'demo' }).get('demo') as InboxSettings), ...settings };
  const lookup = { get: () => inbox, list: () => [inbox] };
  const app = pages({}, { inboxes: { ...inboxesOf(), ...lookup, all: lookup }, widgetFolder: BUILT });
  const html = await (await app.request(`/widget/demo?o=${SHOP}&launcher=page${query}`)).text();
  return namedIn(html).map((name) => name.replace('low ', ''));
};

describe('the document of the built widget', () => {
  it.each(LOCALES)('names every script that a first opening fetches, each once: in %s', async (locale) => {
    const texts = `src/i18n/${locale.toLowerCase()}.ts`;
    const named = await namedFor(`&lang=${locale}`);
    expect([...named].sort()).toEqual([...filesOf([...STARTED, texts, `${texts}?topics`])].sort());
  });

  it.each<[string, Partial<InboxSettings>, string]>([
    ['asks for consent', { requireConsent: true }, 'src/panel/consent/consent.ts'],
    [
      'greets by page',
      { welcomes: [{ language: null, path: '/help/*', greeting: 'Hello.', questions: null }] },
      'src/panel/client/page-path.ts',
    ],
    ['is paused', { state: 'paused' }, 'src/panel/conversation/paused.tsx'],
  ])('names what else is fetched where the inbox %s', async (_what, settings, source) => {
    const named = await namedFor('', settings);
    expect(named).toEqual(expect.arrayContaining([...filesOf([source])]));
    expect(new Set(named).size).toBe(named.length);
  });

  it('leaves out nothing that its scripts import by themselves', async () => {
    const named = await namedFor('');
    const languages = LOCALES.map((locale) => `src/i18n/${locale.toLowerCase()}.ts`);
    const waited = ['src/boot/boot.ts', 'src/panel/panel-controller.tsx']
      .flatMap((source) => manifest[source]?.dynamicImports ?? [])
      .filter((source) => !(source in ON_NEED) && !languages.some((each) => source.startsWith(each)));
    expect(waited).not.toEqual([]);
    expect(named).toEqual(expect.arrayContaining([...filesOf(waited)]));
  });

  it('names nothing of the panel where it draws the launcher itself', async () => {
    const app = pages({}, { widgetFolder: BUILT });
    const named = namedIn(await (await app.request(`/widget/demo?o=${SHOP}`)).text());
    expect([...named].sort()).toEqual([...filesOf(['src/boot/boot-with-launcher.ts'])].sort());
  });
});
