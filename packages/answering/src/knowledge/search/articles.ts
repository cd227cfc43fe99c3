/** Everything about the articles of an inbox in one language that does not depend on a question: words, vectors, listed questions. */
import type { PassageTerms } from '@service/realtime-server/ports';
import { type Language, languageOf } from '../language/languages.js';
import type { Synonyms } from '../language/synonyms.js';
import { termsOf } from '../language/terms.js';
import { type TextVector, textVector } from '../meaning/text-vector.js';
import type { WordTable } from '../meaning/word-table.js';
import type { Piece } from '../reading/article.js';
import { type ArticleClassifier, trainArticleClassifier } from './learning/article-classifier.js';
import { type ListedQuestions, listedQuestions } from './learning/listed.js';
import { nearnessTo } from './nearness.js';
import { createParsingContext, type ParsingContext, parseQuestion } from './parse-query.js';
import { type TextTerms, textTermsOf, weightedTermsIn } from './query.js';
import { candidatesFor, questionTerms, type Vocabulary } from './vocabulary.js';

export interface Articles extends Vocabulary {
  /** Every term of each file. */
  readonly files: ReadonlyMap<string, ReadonlySet<string>>;
  /** The content hashes of the passages of each file. */
  readonly hashes: ReadonlyMap<string, readonly string[]>;
  /** By the passage's hash; empty for a language without a table of word meanings. */
  readonly vectors: ReadonlyMap<string, TextVector>;
  /** The questions that the articles list, parsed with these synonyms. Cached until the synonyms change. */
  questionIndex(synonyms: Synonyms): QuestionIndex;
  /** The terms of each piece of a passage. Cached, because every question needs them. */
  sentencesOf(hash: string, pieces: readonly Piece[]): readonly TextTerms[];
}

export interface QuestionIndex {
  /** Visitors' questions must be parsed in the same context. */
  readonly context: ParsingContext;
  readonly listed: ListedQuestions;
  /** Null when there are too few questions to train one, or no table of word meanings. */
  readonly classifier: ArticleClassifier | null;
}

/** Title and heading name the subject of a passage, so their words count more than those of the text. */
const TITLE_WEIGHT = 2;
const HEADING_WEIGHT = 2;

/** By language. */
export function articlesIn(passages: readonly PassageTerms[]): ReadonlyMap<string, Articles> {
  const byLanguage = new Map<string, PassageTerms[]>();
  for (const passage of passages) {
    const others = byLanguage.get(passage.language);
    if (others) others.push(passage);
    else byLanguage.set(passage.language, [passage]);
  }
  return new Map([...byLanguage].map(([code, list]) => [code, articlesOf(list, languageOf(code))]));
}

function articlesOf(all: readonly PassageTerms[], language: Language): Articles {
  const passages = all.filter(hasText);
  const table = language.table?.() ?? null;
  const sentences = new Map<string, readonly TextTerms[]>();
  const terms = new Map<string, number>();
  const files = new Map<string, Set<string>>();
  const hashes = new Map<string, string[]>();
  const vectors = new Map<string, TextVector>();
  const listed: { readonly file: string; readonly hash: string; readonly question: string }[] = [];
  for (const { file, hash, titleTerms, headingTerms, bodyTerms, questions } of passages) {
    for (const question of JSON.parse(questions) as string[]) listed.push({ file, hash, question });
    const inFile = files.get(file) ?? new Set();
    files.set(file, inFile);
    hashes.set(file, [...(hashes.get(file) ?? []), hash]);
    for (const term of new Set(`${titleTerms} ${headingTerms} ${bodyTerms}`.split(' '))) {
      if (term === '') continue;
      terms.set(term, (terms.get(term) ?? 0) + 1);
      inFile.add(term);
    }
    if (table) vectors.set(hash, vectorOfPassage(titleTerms, headingTerms, bodyTerms, table));
  }
  const leftToPeople = all
    .filter((each) => !hasText(each))
    .flatMap(({ questions }) => JSON.parse(questions) as string[]);
  const asked = questionTerms(
    listed.map(({ question }) => question),
    language,
    terms,
  );
  const vocabulary: Vocabulary = {
    passages: passages.length,
    terms,
    asked,
    candidates: candidatesFor({ terms, asked }, language),
    nearTo: nearnessTo(new Set([...terms.keys(), ...asked]), table),
  };
  const buildIndex = (synonyms: Synonyms): QuestionIndex => {
    const context = createParsingContext(language, synonyms, vocabulary, [
      ...listed.map(({ question }) => question),
      ...leftToPeople,
    ]);
    const withTerms = <T extends { readonly question: string }>(each: T) => {
      const parsed = parseQuestion(each.question, context);
      return { ...each, terms: weightedTermsIn(parsed, context), stems: parsed.stems };
    };
    const questions = listed.map(withTerms);
    const classifier =
      table &&
      trainArticleClassifier([...questions, ...leftToPeople.map((question) => withTerms({ file: null, question }))]);
    return { context, listed: listedQuestions(questions, classifier !== null), classifier };
  };
  let cache: { readonly synonyms: Synonyms; readonly questions: QuestionIndex } | null = null;
  return {
    ...vocabulary,
    files,
    hashes,
    vectors,
    questionIndex(synonyms) {
      if (cache?.synonyms !== synonyms) cache = { synonyms, questions: buildIndex(synonyms) };
      return cache.questions;
    },
    sentencesOf(hash, pieces) {
      const known = sentences.get(hash) ?? pieces.map(({ text }) => textTermsOf(termsOf(text, language).join(' ')));
      sentences.set(hash, known);
      return known;
    },
  };
}

/** False for the passage that lists questions left to people: it has no text that could be cited. */
export function hasText({
  titleTerms,
  headingTerms,
  bodyTerms,
}: Pick<PassageTerms, 'titleTerms' | 'headingTerms' | 'bodyTerms'>): boolean {
  return titleTerms !== '' || headingTerms !== '' || bodyTerms !== '';
}

function vectorOfPassage(title: string, heading: string, body: string, table: WordTable): TextVector {
  const part = (line: string, weight: number) => ({ terms: line.split(' '), weight });
  return textVector([part(title, TITLE_WEIGHT), part(heading, HEADING_WEIGHT), part(body, 1)], table);
}
