/** What the script tag's attributes become. */
import { describe, expect, it } from 'vitest';
import { readScriptTag } from '../src/script-tag/read-script-tag.js';

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
      'data-unknown': 'ignored',
    });
    expect(readScriptTag(script)).toEqual({
      origin: 'https://chat.example',
      address: 'https://chat.example/embed/v1.js',
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
      },
    });
  });

  it('without an inbox starts nothing, but defines the server', () => {
    const script = tag({ src: SRC, 'data-position': 'left' });
    expect(readScriptTag(script)).toMatchObject({ origin: 'https://chat.example', config: null });
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
    expect(readScriptTag(null)).toEqual({ origin: null, address: '', config: null });
    expect(readScriptTag(tag({})).origin).toBeNull();
    expect(readScriptTag(document.createElement('img'))).toEqual({ origin: null, address: '', config: null });
  });
});
