/** The document for a page that draws the launcher itself: without one, and with all named that a visitor waits for. */
import { resolveTheme } from '@service/protocol';
import { describe, expect, it } from 'vitest';
import { bootIn, namedIn, pages, SHOP } from '../test-app.js';

describe('the document for a page that draws the launcher itself', () => {
  const PATH = `/widget/demo?o=${SHOP}&launcher=page`;
  const htmlOf = async (inbox: object = {}, path = PATH, headers: Record<string, string> = {}) =>
    (await pages({ ...inbox }).request(path, { headers })).text();

  it('draws none, and tells the frame what the page needs to draw it', async () => {
    const theme = { primaryColor: '#0a5c36' };
    const html = await htmlOf({ theme });
    expect(html).not.toContain('id="launcher"');
    expect(bootIn(html).launcher).toEqual({
      saved: true,
      colors: {
        light: { button: '#0a5c36', icon: resolveTheme(theme, 'light').tokens.onPrimary },
        dark: { button: '#0a5c36', icon: resolveTheme(theme, 'dark').tokens.onPrimary },
      },
    });
    expect(bootIn(await htmlOf()).launcher).toMatchObject({ saved: false });
  });

  it('names all that is needed until a visitor can write, and behind it what a conversation needs', async () => {
    expect(namedIn(await htmlOf())).toEqual([
      'boot-abc.js',
      'start-def.js',
      'panel-ghi.js',
      'runtime-jkl.js',
      'en.js',
      'low live-mno.js',
      'low search-pqr.js',
      'low en-topics.js',
    ]);
  });

  it('names the consent as well, where the inbox asks for it', async () => {
    expect(namedIn(await htmlOf({ requireConsent: true }))).toEqual(
      expect.arrayContaining(['consent-abc.js', 'marker-stu.js']),
    );
  });

  it('names the rule for themes as well, where the page’s own did not fit into the address', async () => {
    expect(namedIn(await htmlOf({}, `${PATH}&theme=%7B`))).toContain('resolve-theme-abc.js');
    expect(namedIn(await htmlOf({ theme: {} }, `${PATH}&theme=%7B`))).not.toContain('resolve-theme-abc.js');
  });

  it.each([
    ['the page’s', '&lang=de-AT', 'fr', 'de'],
    ['the browser’s, where the page names none', '&lang=', 'nl, fr;q=0.8, de;q=0.9', 'de'],
    ['the browser’s, where the page’s has no texts', '&lang=nl', 'pt-PT,pt;q=0.9', 'pt-br'],
    ['English, where there is no other', '', 'nl,*;q=0.5', 'en'],
    ['English, where the header is none', '', `,;q=,${'x'.repeat(5_000)};q=9,de;q=0`, 'en'],
  ])('names the texts of one language: %s', async (_, query, accepted, file) => {
    const named = namedIn(await htmlOf({}, `${PATH}${query}`, { 'accept-language': accepted }));
    expect(named.filter((name) => name.includes(`${file}.js`) || name.includes(`${file}-topics`))).toEqual([
      `${file}.js`,
      `low ${file}-topics.js`,
    ]);
    expect(named).toHaveLength(8);
  });

  it('says that it depends on the browser’s languages, and is stored nowhere', async () => {
    const { headers } = await pages().request(PATH);
    expect(headers.get('vary')).toBe('Accept-Encoding, Accept-Language');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('is the same whether or not the page draws a launcher, where the mode has none', async () => {
    for (const mode of ['embedded', 'prompt-input']) {
      const path = `/widget/demo?o=${SHOP}&mode=${mode}`;
      expect(await htmlOf({}, `${path}&launcher=page`)).toBe(await htmlOf({}, path));
    }
    const [embedded, line] = await Promise.all(
      ['embedded', 'prompt-input'].map(async (mode) =>
        namedIn(await htmlOf({}, `/widget/demo?o=${SHOP}&mode=${mode}`)),
      ),
    );
    expect(embedded).toEqual(namedIn(await htmlOf()));
    expect(line).toEqual(['boot-prompt-input-abc.js', 'start-def.js']);
  });

  it.each(['', '=', '=Page', '=frame', '=frame&launcher=page'])(
    'is only for a page that says so; any other gets one that draws it: launcher%s',
    async (query) => {
      const asked = await htmlOf({}, `/widget/demo?o=${SHOP}&launcher${query}`);
      expect(asked).toBe(await htmlOf({}, `/widget/demo?o=${SHOP}`));
    },
  );
});
