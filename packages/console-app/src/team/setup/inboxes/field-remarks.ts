/** Remarks at the fields of an inbox: what is wrong, and what the chat makes of it. */
import { isWebOrigin, resolveTheme, type WidgetTheme } from '@service/protocol';

const parsed = (address: string): URL | null => (URL.canParse(address) ? new URL(address) : null);

/** `https://Shop.example/` is the site `https://shop.example`. What names no site stays as it is written. */
export function originOf(address: string): string {
  const url = parsed(address);
  return url && url.href === `${url.origin}/` && isWebOrigin(url.origin) ? url.origin : address;
}

/** What is wrong with the addresses of a site. Null: nothing that is known here. */
export function originsProblem(origins: readonly string[]): string | null {
  const wrong = origins.find((each) => !isWebOrigin(each));
  if (wrong === undefined) return null;
  if (!wrong.includes(':')) return `“${wrong}” needs https:// before it.`;
  const origin = parsed(wrong)?.origin ?? '';
  return isWebOrigin(origin) ? `“${wrong}” is one page. Write ${origin}: the chat can be on each page of it.` : null;
}

type Theme = WidgetTheme | null | undefined;

/** Null: the colour can be used, or there is none. */
export function colourProblem(theme: Theme): string | null {
  const { changes } = resolveTheme(theme ?? null, 'light');
  const unknown = changes.find(({ field, why }) => field === 'primaryColor' && why === 'not-a-colour');
  return unknown
    ? `“${unknown.from}” is no colour that the chat knows. Write it as #0f766e, rgb(15 118 110), or a name of CSS such as teal.`
    : null;
}

/** Which words are drawn in another colour, so that they can be read. Null: none. */
export function colourRemark(theme: Theme): string | null {
  if (!theme?.primaryColor || colourProblem(theme)) return null;
  const [light, dark] = [resolveTheme(theme, 'light').tokens, resolveTheme(theme, 'dark').tokens];
  const links = [
    ...(light.link === light.primary ? [] : [`${light.link} on light pages`]),
    ...(dark.link === dark.primary ? [] : [`${dark.link} on dark pages`]),
  ];
  const moved = [
    ...(light.onPrimary === '#ffffff' ? [] : [`words on this colour are drawn in ${light.onPrimary}`]),
    ...(links.length === 0 ? [] : [`links in ${links.join(' and ')}`]),
  ];
  return moved.length === 0 ? null : `To be readable, ${moved.join(', and ')}.`;
}
