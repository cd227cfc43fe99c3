/** So many of them are read: a browser names a handful. */
const LANGUAGES = 8;

/** The languages of an `Accept-Language` header, the most wanted first. `*` and what isn't wanted (`q=0`) are left out. */
export function acceptedLanguages(header: string): readonly string[] {
  return header
    .split(',', LANGUAGES)
    .map((part) => {
      const [tag = '', ...weights] = part.split(';').map((piece) => piece.trim());
      const weight = weights.map((each) => /^q=([01](?:\.\d{0,3})?)$/i.exec(each)?.[1]).find((each) => each);
      return { tag, weight: Number(weight ?? 1) };
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
