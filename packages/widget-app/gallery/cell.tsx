/**
 * One cell: the widget's document as in a page's frame, with the real components and styles, and a client with a fixed state. `?template=…&scheme=…&surface=…&state=…`
 */
import { resolveTheme, type Scheme, TEMPLATES, type Template, type WidgetTheme } from '@service/protocol';
import { render } from 'preact';
import '../src/boot/boot.css';
import '../src/boot/opener/launcher.css';
import { createLauncher } from '../src/boot/opener/launcher.js';
import type { Opener } from '../src/boot/opener/opener.js';
import '../src/boot/opener/prompt-input.css';
import { createPromptInput } from '../src/boot/opener/prompt-input.js';
import { Panel } from '../src/panel/panel.js';
import '../src/panel/styles/panel.css';
import '../src/panel/styles/templates.css';
import '../src/panel/consent/consent-gate.css';
import '../src/transcript/styles/transcript.css';
import { ConsentGate } from '../src/panel/consent/consent-gate.js';
import { LiveScreen } from '../src/panel/conversation/live-screen.js';
import type { PanelController } from '../src/panel/model.js';
import { reducePanel } from '../src/panel/state.js';
import { applyTheme } from '../src/theme/apply-theme.js';
import { loadAllTexts } from '../test/support/load-all-texts.js';
import { context, panelState, scriptedClient } from '../test/support/panel-fixtures.js';
import { STATES } from './states/states.js';
import { SURFACES, type Surface } from './surfaces.js';

const asked = new URLSearchParams(location.search);
const oneOf = <T extends string>(name: string, allowed: readonly T[]): T =>
  allowed.find((each) => each === asked.get(name)) ?? (allowed[0] as T);

const template: Template = oneOf('template', TEMPLATES);
const scheme: Scheme = oneOf('scheme', ['light', 'dark']);
const surface: Surface = oneOf('surface', Object.keys(SURFACES) as Surface[]);
const state = STATES[oneOf('state', Object.keys(STATES))] ?? {};
const { mode, shape, width, height } = SURFACES[surface];

const language = state.language ?? 'en';
const texts = await loadAllTexts({ language, locale: language });
const theme: WidgetTheme = { template, headerTitle: 'Havn & Hei', ...state.theme };
const client = scriptedClient(state.chat, state.pictures, () => state.searches?.found ?? null);
const nothing = (): void => undefined;

const { body, documentElement } = document;
documentElement.lang = language;
const applied = resolveTheme(theme, scheme);
applyTheme(documentElement, applied.tokens);
const opener = drawOpener();
if (opener) body.classList.add('floating');
opener?.applyTheme(applied.tokens);
opener?.setTexts(texts);
opener?.setPlaceholder(
  language === 'ar' ? 'اسأل عن أي شيء في متجرنا…' : 'Ask anything about our shop…',
  state.unread !== undefined,
);

/** An open panel fills its frame: the page has drawn the launcher. */
function drawOpener(): Opener | null {
  if (mode === 'chat-widget' && state.panel?.open === false) return createLauncher(document, nothing, nothing);
  document.getElementById('launcher')?.remove();
  if (mode !== 'prompt-input') return null;
  return createPromptInput(document, { maxLength: 8_000, onAsk: nothing, onOpen: nothing, onNear: nothing });
}

const base = context({
  name: 'Havn & Hei',
  agentTitle: 'AI assistant, answers from our help articles',
  greeting:
    state.greeting ??
    'Hei. I’m the shop’s assistant. Ask me about orders, sizes, returns or how to care for your shoes.',
  privacyUrl: 'https://shop.example/privacy',
  people: { hours: 'Monday to Friday, 9:00 to 17:00 (CET)', ...(state.opening && { opening: state.opening }) },
});
let panel = panelState({
  openedBy: 'page',
  questions: ['Can I return shoes I wore once?', 'How long does delivery take?', 'Which size should I order?'],
  ...state.panel,
  scheme,
  viewport: { width: shape === 'fullscreen' ? width : 1_280, height },
});
const listeners = new Set<() => void>();
const controller: PanelController = {
  context: {
    ...base,
    connect: { ...base.connect, config: { ...base.connect.config, mode, hideHeader: state.hideHeader === true } },
    theme: applied,
    texts,
    opener,
  },
  getState: () => panel,
  subscribe(listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  dispatch(action) {
    panel = reducePanel(panel, action);
    for (const listener of [...listeners]) listener();
  },
  hasHistory: false,
  client: () => (panel.live === 'loaded' ? client : null),
  screen: () => LiveScreen,
  send: nothing,
  ConsentGate: panel.consent === 'not-needed' ? null : ConsentGate,
  withdraw: nothing,
  close: nothing,
};
if (mode !== 'embedded' && panel.open) body.dataset.shape = shape;
opener?.setOpen(panel.open);
opener?.setUnread(state.unread ?? 0);
const root = document.createElement('div');
root.id = 'panel-root';
root.dir = texts.dir;
body.prepend(root);
render(<Panel controller={controller} />, root);
// Rare parts of an answer load on their own; a screenshot is taken after this.
await import('../src/content/markdown.js');
await new Promise((settled) => setTimeout(settled, state.settlesMs ?? 0));
const soon = (ms: number): Promise<unknown> => new Promise((done) => setTimeout(done, ms));
const click = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();
const write = (selector: string, text: string): void => {
  const field = document.querySelector<HTMLInputElement>(selector);
  if (!field) return;
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
};
if (state.searches) {
  write('[type="search"]', state.searches.text);
  await soon(500);
}
switch (state.does) {
  case 'opens-menu':
    click('.menu > button');
    break;
  case 'opens-emoji':
    click('.emoji');
    break;
  case 'writes-in-prompt':
    write('#prompt input', 'Can I return shoes I wore once, and how long does that take?');
    break;
  case 'drags-files': {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['boot'], 'boot.jpg', { type: 'image/jpeg' }));
    document.dispatchEvent(new DragEvent('dragenter', { dataTransfer, cancelable: true }));
  }
}
if (state.does) await soon(300);
if (state.fills) {
  for (const form of document.querySelectorAll('form.form')) (form as HTMLFormElement).requestSubmit();
  await new Promise((settled) => setTimeout(settled, 50));
}
requestAnimationFrame(() => requestAnimationFrame(() => body.setAttribute('data-drawn', '')));
