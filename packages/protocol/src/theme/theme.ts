/** The theme as a site or an inbox writes it, and the tokens a screen draws with. The rule between them: resolve-theme.ts. */

export const TEMPLATES = ['minimal', 'modern', 'corporate', 'playful', 'dark', 'custom'] as const;
export type Template = (typeof TEMPLATES)[number];

export const FONT_SIZES = ['sm', 'base', 'lg'] as const;
export type FontSize = (typeof FONT_SIZES)[number];

export const MESSAGE_STYLES = ['plain', 'bubble'] as const;
export type MessageStyle = (typeof MESSAGE_STYLES)[number];

/** All optional: what is omitted comes from the template. Text colours are repaired to 4.5:1, never trusted. */
export interface WidgetTheme {
  /** Default `modern`. */
  readonly template?: Template;
  readonly primaryColor?: string;
  readonly backgroundColor?: string;
  readonly textColor?: string;
  /** Default: primaryColor. */
  readonly userBubbleColor?: string;
  /** Default: derived from the bubble. */
  readonly userBubbleTextColor?: string;
  /** Installed fonts and generic families only. Default: the system's. */
  readonly fontFamily?: string;
  /** Default `base`. */
  readonly fontSize?: FontSize;
  /** Default `plain`: answers without a bubble. */
  readonly messageStyle?: MessageStyle;
  readonly logoUrl?: string;
  /** Default: the agent's name. */
  readonly headerTitle?: string;
  /** Default true. */
  readonly poweredBy?: boolean;
}

/** A scheme after `auto` has been decided. */
export type Scheme = 'light' | 'dark';

/** What the screens use, all colours as `#rrggbb`, every text/background pair at 4.5:1 or more. */
export interface ThemeTokens {
  /** Of the background that is really there, whatever was asked for: what CSS's `color-scheme` must say. */
  readonly scheme: Scheme;
  readonly template: Template;
  readonly background: string;
  /** A step away from the background: cards, citations, code, the composer's field. */
  readonly surface: string;
  /** Lines between things; at least 3:1 where the line alone marks a control. */
  readonly border: string;
  readonly controlBorder: string;
  readonly text: string;
  readonly mutedText: string;
  readonly placeholderText: string;
  readonly link: string;
  /** Launcher, send button, header of some templates. */
  readonly primary: string;
  readonly onPrimary: string;
  readonly header: string;
  readonly onHeader: string;
  readonly userBubble: string;
  readonly onUserBubble: string;
  readonly agentBubble: string;
  readonly onAgentBubble: string;
  readonly danger: string;
  readonly focusRing: string;
  readonly disabledText: string;
  readonly fontFamily: string;
  /** Pixels. */
  readonly fontSizePx: number;
  /** Corner radius of the panel and of bubbles, pixels. */
  readonly radiusPx: number;
  readonly bubbleRadiusPx: number;
  readonly messageStyle: MessageStyle;
}

/** A value that was not used as written, for the site's developer to read. */
export interface ThemeChange {
  readonly field: string;
  readonly from: string;
  readonly to: string;
  readonly why: 'contrast' | 'not-a-colour' | 'not-a-font' | 'not-allowed' | 'stripped';
}

/** All that a screen needs of a theme. */
export interface Look {
  readonly tokens: ThemeTokens;
  readonly headerTitle: string | null;
  readonly logoUrl: string | null;
  readonly poweredBy: boolean;
}

export interface ResolvedTheme extends Look {
  readonly changes: readonly ThemeChange[];
}
