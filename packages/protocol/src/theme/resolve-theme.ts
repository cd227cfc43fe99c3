/** placeholder until the theme rules land in this very file */
import type { ResolvedTheme, Scheme, WidgetTheme } from './theme.js';
export declare function resolveTheme(theme: WidgetTheme | null, scheme: Scheme, agentName?: string): ResolvedTheme;
