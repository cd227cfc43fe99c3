/** Which of the widget's files a document names, so that all that surely loads arrives in one round trip after it. */
import { LOCALES, type Locale, type Mode, type PublicInbox } from '@service/protocol';
import type { BuiltApp, FirstFiles } from '../files/built-app.js';

/** Who shows the chat's button: the page, with its own; the document, in its corner; the line on the page, which needs none. */
export type Kind = 'panel' | 'launcher' | 'prompt-input';

/** The settings that need a file of their own, with its source. Most inboxes have none of them. */
const NEEDED_FOR = {
  requireConsent: 'src/panel/consent/consent.ts',
  welcomes: 'src/panel/client/page-path.ts',
  paused: 'src/panel/conversation/paused.tsx',
} as const satisfies Partial<Record<keyof PublicInbox, string>>;
type Need = keyof typeof NEEDED_FOR;
const NEEDS = Object.keys(NEEDED_FOR) as readonly Need[];

export interface WidgetFiles {
  readonly first: Readonly<Record<Kind, FirstFiles>>;
  /** What works a theme out, for a page whose own was too long for the frame's address. */
  readonly themeRule: readonly string[];
  /** What a visitor waits for until they can write, the first files left out. */
  panel(language: Locale, inbox: Pick<PublicInbox, Need>): readonly string[];
  /** What a conversation is then shown with. */
  conversation(language: Locale): readonly string[];
}

/** What a page asks for draws a launcher only if nothing else is asked for: released loaders know no such question. */
export function kindOf(mode: Mode, pageDrawsLauncher: boolean): Kind {
  if (mode === 'prompt-input') return 'prompt-input';
  return mode === 'embedded' || pageDrawsLauncher ? 'panel' : 'launcher';
}

/** @throws saying what to run when a file was not built. */
export function widgetFiles({ scripts, beginningWith }: Pick<BuiltApp, 'scripts' | 'beginningWith'>): WidgetFiles {
  const byLanguage = (more = '') =>
    Object.fromEntries(
      LOCALES.map((locale) => [locale, scripts(`src/i18n/${locale.toLowerCase()}.ts${more}`)]),
    ) as Readonly<Record<Locale, readonly string[]>>;
  const [texts, topics] = [byLanguage(), byLanguage('?topics')];
  const panel = scripts('src/panel/panel-controller.tsx');
  const live = scripts('src/panel/live.ts');
  const needed = Object.fromEntries(NEEDS.map((need) => [need, scripts(NEEDED_FOR[need])])) as Readonly<
    Record<Need, readonly string[]>
  >;
  return {
    first: {
      panel: beginningWith('src/boot/boot.ts'),
      launcher: beginningWith('src/boot/boot-with-launcher.ts'),
      'prompt-input': beginningWith('src/boot/boot-prompt-input.ts'),
    },
    themeRule: scripts('src/theme/resolve-theme.ts'),
    panel: (language, inbox) => [
      ...panel,
      ...texts[language],
      ...NEEDS.flatMap((need) => (inbox[need] ? needed[need] : [])),
    ],
    conversation: (language) => [...live, ...topics[language]],
  };
}
