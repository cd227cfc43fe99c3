/**
 * The languages whose words the search can bring together: a stemmer and the words that carry no meaning, for each. In
 * any other language words are compared as they are written, which finds less but nothing wrong.
 */
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stopwords as arabicStops } from '@orama/stopwords/arabic';
import { stopwords as danishStops } from '@orama/stopwords/danish';
import { stopwords as dutchStops } from '@orama/stopwords/dutch';
import { stopwords as englishStops } from '@orama/stopwords/english';
import { stopwords as finnishStops } from '@orama/stopwords/finnish';
import { stopwords as frenchStops } from '@orama/stopwords/french';
import { stopwords as germanStops } from '@orama/stopwords/german';
import { stopwords as italianStops } from '@orama/stopwords/italian';
import { stopwords as japaneseStops } from '@orama/stopwords/japanese';
import { stopwords as mandarinStops } from '@orama/stopwords/mandarin';
import { stopwords as norwegianStops } from '@orama/stopwords/norwegian';
import { stopwords as portugueseStops } from '@orama/stopwords/portuguese';
import { stopwords as russianStops } from '@orama/stopwords/russian';
import { stopwords as spanishStops } from '@orama/stopwords/spanish';
import { stopwords as swedishStops } from '@orama/stopwords/swedish';
import { foldGerman, words } from '@service/realtime-server/text';

export interface Language {
  /** Primary subtag of BCP 47, as in `lang="de"`. */
  readonly code: string;
  /** Undoes what writers of this language do for lack of keys: `fuesse` for `füße`. Of a text in lower case without marks. */
  fold(text: string): string;
  /** What forms of a word have in common. Of a folded word. */
  stem(word: string): string;
  /** Folded words that carry no meaning of their own. */
  readonly stops: ReadonlySet<string>;
}

const asItIs = (text: string): string => text;

function language(
  code: string,
  stem: (word: string) => string,
  stops: readonly string[],
  { fold = asItIs, asked = '' } = {},
): Language {
  return {
    code,
    fold,
    stem,
    stops: new Set([...stops, ...asked.split(/\s+/)].flatMap((word) => words(word).map(fold))),
  };
}

/** `asked`: words that questions are full of and articles are not; a question isn't about them. */
const KNOWN: readonly Language[] = [
  language('en', english, englishStops, {
    asked:
      'how what where when who which why can could do does did is are will would may must should please hello hi need want get got know ' +
      'tell let say still also us im ive dont cant doesnt isnt u a anyone anything else ever every gets getting give go going just like look ' +
      'looking make many maybe much now ok okay one per really see someone something soon sure take thank thanks thing things try ' +
      'use way well yes yet',
  }),
  language('de', german, germanStops, {
    fold: foldGerman,
    asked:
      'wie wo was wann warum wieso welche welcher welches wer wem wen kann kannst koennt könnt koennen möchte moechte will wollen brauche ' +
      'brauchen bitte hallo gibt gibts geht gehen habe haben hast macht machen etwas noch auch schon immer mal eigentlich denn ' +
      'euch euer eure eurer ihnen ihr ihre lange viel viele mehr darf muss müssen sollte soll sollen werde werden wird nehmen nehmt nimmt ' +
      'bekomme bekommen bekommt ganz ja nein danke gerne man mein meine meinen meinem meiner ob wurde war bzw passiert finde finden',
  }),
  language('fr', french, frenchStops, {
    asked:
      'comment où quand pourquoi quel quelle quels quelles combien est-ce puis-je puis peux peut pouvez pouvons veux voudrais voulez ' +
      'faire fait faut avez avoir être bonjour merci svp plaît si temps dois doit existe y a-t-il cela ça sont-ils sont-elles acceptez-vous ' +
      'acceptez prenez déjà encore aussi très tout tous toute toutes non oui serai sera seront serait choisir trouver',
  }),
  language('es', spanish, spanishStops, {
    asked:
      'cómo dónde cuándo cuánto cuánta cuántos cuál cuáles qué quién puedo puede pueden quiero hola gracias favor hay tengo hacer',
  }),
  language('it', italian, italianStops, {
    asked:
      'come dove quando quanto quanta quanti quale quali perché posso può potete vorrei voglio ciao grazie favore fare devo',
  }),
  language('pt', portuguese, portugueseStops, {
    asked:
      'como onde quando quanto quanta quantos qual quais quem posso pode podem quero olá obrigado obrigada favor há tenho fazer',
  }),
  language('nl', dutch, dutchStops, {
    asked:
      'hoe waar wat wanneer waarom welke wie kan kunnen kunt wil graag hallo bedankt alstublieft lang veel moet mag krijg krijgen',
  }),
  language('sv', swedish, swedishStops, {
    asked:
      'hur var vad när varför vilken vilket vilka vem kan vill skulle hej tack snälla länge mycket måste får finns',
  }),
  language('da', danish, danishStops, {
    asked:
      'hvordan hvor hvad hvornår hvorfor hvilken hvilket hvem kan vil gerne hej tak længe meget skal må får findes',
  }),
  language('no', norwegian, norwegianStops, {
    asked: 'hvordan hvor hva når hvorfor hvilken hvilket hvem kan vil gjerne hei takk lenge mye skal må får finnes',
  }),
  language('fi', finnish, finnishStops, {
    asked: 'miten missä milloin miksi mikä kuka voinko voiko kiitos hei',
  }),
  language('ru', russian, russianStops, {
    asked: 'как где когда почему какой какая какие сколько кто можно могу хочу привет спасибо',
  }),
  language('ar', arabic, arabicStops),
  language('ja', asItIs, japaneseStops),
  language('zh', asItIs, mandarinStops),
];

const BY_CODE = new Map(KNOWN.map((each) => [each.code, each]));
/** Norwegian has three names. */
const ALIAS: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

/** The rules for a language; for one that isn't known, rules that change nothing. */
export function languageOf(code: string): Language {
  return BY_CODE.get(code) ?? { code, fold: asItIs, stem: asItIs, stops: new Set() };
}

/** The primary subtag of a tag such as `pt-BR` or `de_AT`; null when it isn't one. */
export function languageCode(tag: string): string | null {
  const code = /^([a-z]{2,3})(?:[-_][a-z0-9-_]*)?$/i.exec(tag.trim())?.[1]?.toLowerCase();
  return code ? (ALIAS[code] ?? code) : null;
}

export const LANGUAGES: readonly Language[] = KNOWN;
