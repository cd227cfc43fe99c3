/**
 * The rule that the widget draws by, for a screen of one's own: a theme as a site writes it in, and colours that can be read
 * out. Apart from the client, because it weighs a third of it.
 */
export {
  type AppliedTheme,
  type FontSize,
  type MessageStyle,
  type ResolvedTheme,
  resolveTheme,
  type Scheme,
  type Template,
  type ThemeChange,
  type ThemeTokens,
  type WidgetTheme,
} from '@service/protocol';
