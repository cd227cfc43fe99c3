/**
 * Whether a quote can't be understood without the title above it: "No. They are taken back within 30 days." answers a title that
 * asks, and says nothing under another question.
 */

/** By language: a mere yes or no, and words that stand for something named before. Other languages never need the title. */
const OPENINGS: Readonly<Record<string, RegExp>> = {
  en: openings('yes|no', 'it|they|he|she|this|these|that|those|such'),
  de: openings('ja|nein', 'er|sie|es|dies|dieser?|dieses|das|solche'),
  fr: openings('oui|non', 'il|elle|ils|elles|ce|cela|ça|ceci|cette|ces'),
  es: openings('sí|no', 'él|ella|ellos|ellas|esto|eso|este|esta|estos|estas'),
  it: openings('sì|no', 'lui|lei|loro|questo|questa|questi|queste'),
  pt: openings('sim|não', 'ele|ela|eles|elas|isto|isso|este|esta|estes|estas'),
  nl: openings('ja|nee', 'hij|zij|ze|het|dit|dat|deze'),
  sv: openings('ja|nej', 'den|det|de|denna|detta|dessa'),
  da: openings('ja|nej', 'den|det|de|denne|dette|disse'),
  no: openings('ja|nei', 'den|det|de|denne|dette|disse'),
  ru: openings('да|нет', 'он|она|оно|они|это|этот|эта|эти'),
  ar: openings('نعم|لا', 'هو|هي|هذا|هذه|هؤلاء'),
  ja: /^(?:(?:はい|いいえ)[。、!！]|それ|これ|その|この)/u,
  zh: /^(?:(?:是的|不是|不能|可以)[。，!！]|它|这|那)/u,
};

export function refersBack(quote: string, language: string): boolean {
  return OPENINGS[language]?.test(quote) ?? false;
}

function openings(answers: string, pronouns: string): RegExp {
  return new RegExp(`^["'“«„(]*(?:(?:${answers})(?:[.!;,:]| [–—-])|(?:${pronouns})(?![\\p{L}\\p{N}’']))`, 'iu');
}
