import { cleanText } from '@service/protocol';

/** `order_id` and `orderId` as a person would write them. */
export function readableName(name: string): string {
  const spaced = cleanText(name)
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
