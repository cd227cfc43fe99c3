/** An article to read on: a line of its own, with its title as a link and its number behind it. */
const LISTED = /^- \[(?:[^\]\\]|\\.)*\]\(<[^>]*>\)\u00a0\[(\d+)\]$/gm;

/** The sources of an answer without those that its text lists as links: shown again, they would be there twice. */
export function unlistedSources<Source extends { readonly number: number }>(
  text: string,
  sources: readonly Source[],
): readonly Source[] {
  const listed = new Set([...text.matchAll(LISTED)].map(([, number]) => Number(number)));
  return sources.filter(({ number }) => !listed.has(number));
}
