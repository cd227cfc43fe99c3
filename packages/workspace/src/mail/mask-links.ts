const LINK = /\bhttps?:\/\/\S+/g;

/** The text without what opens an account: of each link, its site is left. */
export const maskLinks = (text: string): string =>
  text.replace(LINK, (link) => (URL.canParse(link) ? `${new URL(link).origin}/…` : '…'));
