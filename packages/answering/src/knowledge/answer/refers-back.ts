/**
 * Whether a quote can't be understood without what comes before it. "No. They are taken back within 30 days." answers a title that
 * asks, and says nothing under another question; "In addition, you need a form." says half without the sentence before.
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

/** By language: words that join a sentence to the one before. */
const JOINTS: Readonly<Record<string, RegExp>> = {
  en: joints(
    'also|additionally|as a result|because of this|besides(?=,)|but|consequently|finally|for example|for instance|for this reason|furthermore|hence|however|if so|in addition|in contrast|in that case|in this case|in this way|instead|likewise|moreover|nevertheless|on the other hand|otherwise|similarly|so|that is why|then|therefore|thus',
  ),
  de: joints(
    'aber|allerdings|also|andernfalls|auch|außerdem|daher|dann|danach|darüber hinaus|dazu|deshalb|deswegen|doch|ebenso|folglich|in diesem fall|jedoch|sonst|so|stattdessen|trotzdem|zudem|zum beispiel|zusätzlich',
  ),
  fr: joints(
    "ainsi|alors|aussi|au contraire|cependant|c'est pourquoi|dans ce cas|de même|de plus|donc|en conséquence|en effet|en outre|en revanche|ensuite|mais|néanmoins|par conséquent|par contre|par exemple|pour cela|pourtant|sinon|toutefois",
  ),
  es: joints(
    'además|ahora bien|asimismo|así|aun así|de lo contrario|después|en cambio|en ese caso|en este caso|entonces|luego|no obstante|pero|por ejemplo|por eso|por lo tanto|por tanto|sin embargo|también',
  ),
  pt: joints(
    'além disso|assim|caso contrário|contudo|depois|em vez disso|então|entretanto|mas|nesse caso|neste caso|no entanto|por exemplo|por isso|porém|portanto|também|todavia',
  ),
  ja: /^(?:また|しかし|ただし|そのため|したがって|なお|例えば|たとえば|さらに|一方|その場合|そして|それから|なので|ですから|ほかにも|加えて)/u,
  zh: /^(?:此外|另外|但是?|不过|然而|因此|所以|例如|比如|同时|而且|并且|否则|这样|同样|其次|最后|在这种情况下)/u,
};

/** Whether a sentence goes on from the one before it. */
export function goesOn(sentence: string, language: string): boolean {
  return refersBack(sentence, language) || (JOINTS[language]?.test(sentence) ?? false);
}

function joints(words: string): RegExp {
  return new RegExp(`^["'“«„(]*(?:${words})(?![\\p{L}\\p{N}’'-])`, 'iu');
}

/** Whether a quote needs the title above it. */
export function refersBack(quote: string, language: string): boolean {
  return OPENINGS[language]?.test(quote) ?? false;
}

function openings(answers: string, pronouns: string): RegExp {
  return new RegExp(`^["'“«„(]*(?:(?:${answers})(?:[.!;,:]| [–—-])|(?:${pronouns})(?![\\p{L}\\p{N}’']))`, 'iu');
}
