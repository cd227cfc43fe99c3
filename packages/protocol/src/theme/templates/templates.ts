/** The templates by name. Each has main colours (main-colours.ts) and what else a panel has (presets.ts). */
export const TEMPLATES = ['minimal', 'modern', 'corporate', 'playful', 'dark', 'custom'] as const;
/** A preset of the theme. */
export type Template = (typeof TEMPLATES)[number];
