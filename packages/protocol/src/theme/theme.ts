/** The theme as a site or an inbox writes it, and the tokens a screen draws with. The rule between them: resolve-theme.ts. */
import type { Template } from './templates/templates.js';

export const FONT_SIZES = ['sm', 'base', 'lg'] as const;
/** 14, 16 or 18 pixels. */
export type FontSize = (typeof FONT_SIZES)[number];

export const MESSAGE_STYLES = ['plain', 'bubble'] as const;
/** Whether answers stand in a bubble. */
export type MessageStyle = (typeof MESSAGE_STYLES)[number];

/** All optional: what is omitted comes from the template. Text colours are repaired to 4.5:1, never trusted. */
export interface WidgetTheme {
  /** Default `modern`. */
  readonly template?: Template | undefined;
  /** Launcher, send button, links. Default: the template’s. */
  readonly primaryColor?: string | undefined;
  /** Default: the template’s. */
  readonly backgroundColor?: string | undefined;
  /** Default: the template’s. */
  readonly textColor?: string | undefined;
  /** Default: primaryColor. */
  readonly userBubbleColor?: string | undefined;
  /** Default: derived from the bubble. */
  readonly userBubbleTextColor?: string | undefined;
  /** Installed fonts and generic families only. Default: the system's. */
  readonly fontFamily?: string | undefined;
  /** Default `base`. */
  readonly fontSize?: FontSize | undefined;
  /** Default `plain`: answers without a bubble. */
  readonly messageStyle?: MessageStyle | undefined;
  /** https only. Default: none. */
  readonly logoUrl?: string | undefined;
  /** Default: the agent's name. */
  readonly headerTitle?: string | undefined;
  /** Default true. */
  readonly poweredBy?: boolean | undefined;
}

/** A scheme after `auto` has been decided. */
export type Scheme = 'light' | 'dark';

/** What the screens use, all colours as `#rrggbb`, every text/background pair at 4.5:1 or more. */
export interface ThemeTokens {
  /** Of the background that is really there, whatever was asked for: what CSS's `color-scheme` must say. */
  readonly scheme: Scheme;
  /** What it was made from. */
  readonly template: Template;
  /** Of the whole panel. */
  readonly background: string;
  /** A step away from the background: cards, citations, code, the composer's field. */
  readonly surface: string;
  /** Lines between things; at least 3:1 where the line alone marks a control. */
  readonly border: string;
  /** Around fields and buttons. */
  readonly controlBorder: string;
  /** On `background` and `surface`. */
  readonly text: string;
  /** Less important words; also readable. */
  readonly mutedText: string;
  /** In an empty field. */
  readonly placeholderText: string;
  /** On `background` and `surface`. */
  readonly link: string;
  /** Launcher, send button, header of some templates. */
  readonly primary: string;
  /** Words on `primary`. */
  readonly onPrimary: string;
  /** Behind the title. */
  readonly header: string;
  /** Words on `header`. */
  readonly onHeader: string;
  /** Behind what the visitor wrote. */
  readonly userBubble: string;
  /** Words on `userBubble`. */
  readonly onUserBubble: string;
  /** Behind answers; the background, when they have no bubble. */
  readonly agentBubble: string;
  /** Words on `agentBubble`. */
  readonly onAgentBubble: string;
  /** Warnings and failures, as words. */
  readonly danger: string;
  /** Around what has the focus. */
  readonly focusRing: string;
  /** What can’t be used now. */
  readonly disabledText: string;
  /** For CSS’s `font-family`. */
  readonly fontFamily: string;
  /** Pixels. */
  readonly fontSizePx: number;
  /** Corner radius of the panel and of bubbles, pixels. */
  readonly radiusPx: number;
  /** Corner radius of bubbles, pixels. */
  readonly bubbleRadiusPx: number;
  /** Whether answers stand in a bubble. */
  readonly messageStyle: MessageStyle;
}

/** A value that was not used as written, for the site's developer to read. */
export interface ThemeChange {
  /** Of the theme, as it was written. */
  readonly field: string;
  /** As it was written. */
  readonly from: string;
  /** As it is used. */
  readonly to: string;
  /** Why it was not used as written. */
  readonly why: 'contrast' | 'not-a-colour' | 'not-a-font' | 'not-allowed' | 'stripped' | 'too-long';
}

/** All that a screen needs of a theme. */
export interface AppliedTheme {
  /** Colours and measures to draw with. */
  readonly tokens: ThemeTokens;
  /** Null: none was given. */
  readonly headerTitle: string | null;
  /** Null: none was given, or it can’t be used. */
  readonly logoUrl: string | null;
  /** Whether the service may be named. */
  readonly poweredBy: boolean;
}

/** A theme, worked out for one scheme. */
export interface ResolvedTheme extends AppliedTheme {
  /** What was not used as it was written; empty when all was well. */
  readonly changes: readonly ThemeChange[];
}
