/** What the script tag's attributes become. */
import { describe, expect, it } from 'vitest';
import { readScriptTag } from '../src/script-tag/read-script-tag.js';
import { launcherOptions } from '../src/start/launcher-options.js';
import { readStartConfig } from '../src/widget/configuration.js';

function tag(attributes: Readonly<Record<string, string>>): HTMLScriptElement {
  const script = document.createElement('script');
  for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
  return script;
}
const SRC = 'https://chat.example/embed/v1.js?x=1';

describe('the script tag', () => {
  it('becomes a configuration, attribute by attribute', () => {
    const script = tag({
      src: SRC,
      'data-inbox-id': 'demo',
      'data-mode': 'embedded',
      'data-position': 'left',
      'data-color-scheme': 'auto',
      'data-locale': 'pt-BR',
      'data-container-id': 'chat',
      'data-privacy-url': 'https://shop.example/privacy',
      'data-require-consent': '',
      'data-hide-header': 'true',
      'data-placeholder': 'Ask',
      'data-agent-name': 'Ada',
      'data-agent-title': 'Support',
      'data-base-url': 'https://other.example',
      'data-prefetch': 'intent',
      'data-unknown': 'ignored',
    });
    expect(readScriptTag(script)).toEqual({
      origin: 'https://chat.example',
      address: 'https://chat.example/embed/v1.js',
      pinned: false,
      config: {
        inboxId: 'demo',
        mode: 'embedded',
        position: 'left',
        colorScheme: 'auto',
        locale: 'pt-BR',
        containerId: 'chat',
        privacyUrl: 'https://shop.example/privacy',
        requireConsent: true,
        hideHeader: true,
        placeholder: 'Ask',
        agentName: 'Ada',
        agentTitle: 'Support',
        baseUrl: 'https://other.example',
        prefetch: 'intent',
      },
    });
  });

  it.each([
    ['https://shop.example/chat/embed/v1.js', 'https://shop.example/chat'],
    ['https://shop.example/a/b/embed/v1/demo.js', 'https://shop.example/a/b'],
    ['https://shop.example/embed/0.1.0/loader.js', 'https://shop.example'],
    ['http://[::1]:4600/embed/v1.js?x', 'http://[::1]:4600'],
  ])('%s is of %s: init refuses a server below a path, in words', (src, origin) => {
    expect(readScriptTag(tag({ src, 'data-inbox-id': 'demo' })).origin).toBe(origin);
    const { problems } = readStartConfig({ inboxId: 'demo' }, 'https://page.example', origin);
    const refused = [
      { code: 'config_invalid', message: 'baseUrl: must be an origin without a path: "https://chat.example.com".' },
    ];
    expect(problems).toEqual(new URL(origin).pathname === '/' ? [] : refused);
  });

  it('without an inbox starts nothing, but defines the server', () => {
    const script = tag({ src: SRC, 'data-position': 'left' });
    expect(readScriptTag(script)).toMatchObject({ origin: 'https://chat.example', config: { position: 'left' } });
  });

  it.each([
    ['false', false],
    ['yes', 'yes'],
  ])('reads data-require-consent="%s" as %o, and leaves the judgement to init', (value, expected) => {
    expect(readScriptTag(tag({ src: SRC, 'data-inbox-id': 'demo', 'data-require-consent': value })).config).toEqual({
      inboxId: 'demo',
      requireConsent: expected,
    });
  });

  it('is absent for a module, for an inline script, and for an element that shadows it', () => {
    expect(readScriptTag(null)).toEqual({ origin: '', address: '', pinned: false, config: {} });
    expect(readScriptTag(tag({})).origin).toBe('');
    expect(readScriptTag(document.createElement('img'))).toEqual({
      origin: '',
      address: '',
      pinned: false,
      config: {},
    });
  });

  it('is pinned by its integrity', () => {
    expect(readScriptTag(tag({ src: SRC, integrity: 'sha384-x' })).pinned).toBe(true);
  });
});

describe('the attributes of the launcher', () => {
  const launcherOf = (attributes: Readonly<Record<string, string>>): unknown =>
    launcherOptions(readScriptTag(tag({ src: SRC, ...attributes })).config.launcher);

  it('become its options', () => {
    const options = {
      'data-launcher-offset-x': '24',
      'data-launcher-offset-y': '80',
      'data-launcher-size': '64',
      'data-launcher-icon': 'help',
      'data-launcher-z-index': '40',
      'data-launcher-hide-on': '/checkout, /cart/*',
      'data-launcher-element': 'ask-us',
    };
    expect(launcherOf(options)).toEqual({
      offset: { x: 24, y: 80 },
      size: 64,
      icon: 'help',
      zIndex: 40,
      hideOn: ['/checkout', '/cart/*'],
      element: 'ask-us',
    });
  });

  it.each([
    [{}, undefined],
    [{ 'data-launcher': '' }, undefined],
    [{ 'data-launcher': 'false' }, false],
    [{ 'data-launcher': 'false', 'data-launcher-size': '64' }, false],
    [{ 'data-launcher-offset-y': '8' }, { offset: { y: 8 } }],
  ])('%j mean %j', (attributes, expected) => {
    expect(launcherOf(attributes)).toEqual(expected);
  });

  it('stay texts where they are no numbers, for the frame to report', () => {
    expect(launcherOf({ 'data-launcher-size': 'large', 'data-launcher-offset-x': '-4' })).toEqual({
      size: 'large',
      offset: { x: '-4' },
    });
  });

  it('leave the options of init as they are', () => {
    const options = { offset: { x: 1 }, size: 50, hideOn: ['/a'], element: true };
    expect(launcherOptions(options)).toEqual(options);
    for (const other of [false, undefined, 'left', 7]) expect(launcherOptions(other)).toBe(other);
  });
});
