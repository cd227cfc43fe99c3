/** Which colour is drawn on which, with the contrast that each pair needs. */
import { BLACK, parseColour } from './colours/colour.js';
import { CONTROL_CONTRAST, contrast, TEXT_CONTRAST } from './colours/contrast.js';
import type { ThemeTokens } from './theme.js';

type Token = keyof ThemeTokens;
type Pairs = readonly (readonly [front: Token, backs: readonly Token[]])[];

const ON_THE_PAGE: readonly Token[] = ['background', 'surface', 'agentBubble'];

export const TEXT_PAIRS: Pairs = [
  ['text', ON_THE_PAGE],
  ['mutedText', ON_THE_PAGE],
  ['placeholderText', ON_THE_PAGE],
  ['disabledText', ON_THE_PAGE],
  ['link', ON_THE_PAGE],
  ['danger', ON_THE_PAGE],
  ['onAgentBubble', ['agentBubble']],
  ['onUserBubble', ['userBubble']],
  ['onPrimary', ['primary']],
  ['onHeader', ['header']],
];

export const CONTROL_PAIRS: Pairs = [
  ['focusRing', ON_THE_PAGE],
  ['controlBorder', ON_THE_PAGE],
];

export interface ThemePair {
  /** Such as `text on surface`. */
  readonly what: string;
  /** Rounded down to two places. */
  readonly ratio: number;
  readonly wanted: number;
}

/** Every pair of a resolved theme. */
export function themePairs(tokens: ThemeTokens): readonly ThemePair[] {
  const colour = (token: Token) => parseColour(String(tokens[token]), BLACK) ?? BLACK;
  const measured = (pairs: Pairs, wanted: number): readonly ThemePair[] =>
    pairs.flatMap(([front, backs]) =>
      backs.map((back) => ({
        what: `${front} on ${back}`,
        ratio: Math.floor(100 * contrast(colour(front), colour(back))) / 100,
        wanted,
      })),
    );
  return [...measured(TEXT_PAIRS, TEXT_CONTRAST), ...measured(CONTROL_PAIRS, CONTROL_CONTRAST)];
}
