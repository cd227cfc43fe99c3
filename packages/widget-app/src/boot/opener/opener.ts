/** What opens the panel in a document that draws it: the launcher or the prompt input. Without one, the page opens the panel. */
import type { ThemeTokens } from '@service/protocol';
import type { Texts } from '../../i18n/texts.js';
import type { LauncherTexts } from './launcher-texts.js';

export interface Opener {
  applyTheme(tokens: ThemeTokens): void;
  setOpen(open: boolean): void;
  setUnread(count: number): void;
  /** Changes the language; English until then. `LauncherTexts` are enough before the chat is opened. */
  setTexts(texts: LauncherTexts | Texts): void;
  /** For the prompt input: its placeholder (null: the language's own), and whether there is a conversation to go back to. */
  setPlaceholder(placeholder: string | null, hasHistory: boolean): void;
  focus(): void;
}
