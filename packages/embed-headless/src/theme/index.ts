/** The widget's theme resolver for a custom UI: a theme in, readable colours out. Not in the client's bundle: a third of its size. */
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
