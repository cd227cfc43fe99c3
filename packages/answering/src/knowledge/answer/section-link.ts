/** Longer addresses are cut off by some that read them, and the protocol's limit is 2,048. */
const LONGEST = 1_000;

/**
 * The address of a section: browsers scroll to the text of its heading. An address that names a place already, and one of an article
 * without headings, stay as they are.
 */
export function linkToSection(url: string, heading: string): string {
  if (heading === '' || url.includes('#')) return url;
  // A hyphen divides the parts of such a fragment.
  const text = encodeURIComponent(heading.replace(/[*_`]/g, '')).replace(/-/g, '%2D');
  const link = `${url}#:~:text=${text}`;
  return link.length <= LONGEST ? link : url;
}
