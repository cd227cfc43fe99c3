/** Which of the widget's files a document names, so that all that surely loads arrives in one round trip after it. */
import { LOCALES, type Locale, type Mode } from '@service/protocol';
import type { BuiltApp, FirstFiles } from '../files/built-app.js';

/** Who shows the chat's button: the page, with its own; the document, in its corner; the line on the page, which needs none. */
export type Kind = 'panel' | 'launcher' | 'prompt-input';

export interface WidgetFiles {
  readonly first: Readonly<Record<Kind, FirstFiles>>;
  /** What works a theme out, for a page whose own was too long for the frame's address. */
  readonly themeRule: readonly string[];
  /** What a visitor waits for until they can write, the first files left out. */
  panel(language: Locale, asksConsent: boolean): readonly string[];
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
  const consent = scripts('src/panel/consent/consent.ts');
  return {
    first: {
      panel: beginningWith('src/boot/boot.ts'),
      launcher: beginningWith('src/boot/boot-with-launcher.ts'),
      'prompt-input': beginningWith('src/boot/boot-prompt-input.ts'),
    },
    themeRule: scripts('src/theme/resolve-theme.ts'),
    panel: (language, asksConsent) => [...panel, ...texts[language], ...(asksConsent ? consent : [])],
    conversation: (language) => [...live, ...topics[language]],
  };
}
