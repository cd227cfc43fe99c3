/**
 * What a person has typed and not sent, by its place. It survives opening another page and a reload of the tab, and is gone when it
 * is sent, at sign-out, and with the tab. Pure; the effects are in use-draft.ts.
 */
export interface Draft {
  /** The account that typed it: another one never sees it. */
  readonly account: string;
  readonly place: string;
  readonly text: string;
}

/** The one written last is at the end. */
export type Drafts = readonly Draft[];

export const DRAFT_LIMITS = {
  count: 50,
  /** Characters of all of them: a browser stores about five million for a page. */
  length: 1_000_000,
} as const;

export const draftIn = (drafts: Drafts, account: string, place: string): string =>
  drafts.find((each) => each.account === account && each.place === place)?.text ?? '';

/** An empty text removes the draft. Beyond the limits the oldest ones go. */
export function withDraft(drafts: Drafts, draft: Draft): Drafts {
  const others = drafts.filter(({ account, place }) => account !== draft.account || place !== draft.place);
  const all = draft.text === '' ? others : [...others, draft];
  let length = 0;
  return all.slice(-DRAFT_LIMITS.count).reduceRight<Draft[]>((stored, each) => {
    length += each.text.length;
    return length <= DRAFT_LIMITS.length ? [each, ...stored] : stored;
  }, []);
}
