/** What is known of all articles of an inbox in one language, before anything is asked: their words and what they are about. */
import type { PassageTerms } from '@service/realtime-server/ports';
import { type Language, languageOf } from '../language/languages.js';
import type { Synonyms } from '../language/synonyms.js';
import { termsOf } from '../language/terms.js';
import { type Gist, gistOf } from '../meaning/centroid.js';
import type { WordTable } from '../meaning/word-table.js';
import type { Piece } from '../reading/article.js';
import { type Learned, learn } from './learned/learned.js';
import { type ListedQuestions, listedQuestions } from './learned/listed.js';
import { nearnessTo } from './nearness.js';
import { type Speech, speechOf, spokenIn } from './parse-query.js';
import { type TextTerms, textTermsOf, weightedTermsIn } from './query.js';
import { candidatesFor, termsAsked, type Vocabulary } from './vocabulary.js';

export interface Articles extends Vocabulary {
  /** Every term of each file. */
  readonly files: ReadonlyMap<string, ReadonlySet<string>>;
  /** The hashes of what the passages of each file say. */
  readonly hashes: ReadonlyMap<string, readonly string[]>;
  /** By the passage's hash; empty for a language without a table of word meanings. */
  readonly gists: ReadonlyMap<string, Gist>;
  /** The questions that they list, as these synonyms let them be understood. */
  asUnderstood(synonyms: Synonyms): UnderstoodQuestions;
  /** The terms of each piece of a passage. Cached, because every question needs them. */
  sentencesOf(hash: string, pieces: readonly Piece[]): readonly TextTerms[];
}

export interface UnderstoodQuestions {
  /** In which visitors' questions are understood too. */
  readonly speech: Speech;
  readonly listed: ListedQuestions;
  /** Null where there are too few questions to learn from, or no table of word meanings. */
  readonly learned: Learned | null;
}

/** A title says most of what a passage is about; then its own heading. */
const TITLE_WEIGHS = 2;
const HEADING_WEIGHS = 2;

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
  const passages = all.filter(saysSomething);
  const table = language.table?.() ?? null;
  const sentences = new Map<string, readonly TextTerms[]>();
  const terms = new Map<string, number>();
  const files = new Map<string, Set<string>>();
  const hashes = new Map<string, string[]>();
  const gists = new Map<string, Gist>();
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
    if (table) gists.set(hash, gistOfPassage(titleTerms, headingTerms, bodyTerms, table));
  }
  const left = all.filter((each) => !saysSomething(each)).flatMap(({ questions }) => JSON.parse(questions) as string[]);
  const asked = termsAsked(
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
  const understand = (by: Synonyms): UnderstoodQuestions => {
    const speech = speechOf(language, by, vocabulary, [...listed.map(({ question }) => question), ...left]);
    const understoodAs = <Asked extends { readonly question: string }>(each: Asked) => {
      const spoken = spokenIn(each.question, speech);
      return { ...each, things: weightedTermsIn(spoken, speech), stems: spoken.stems };
    };
    const lessons = listed.map(understoodAs);
    const learned = table && learn([...lessons, ...left.map((question) => understoodAs({ file: null, question }))]);
    return { speech, listed: listedQuestions(lessons, learned !== null), learned };
  };
  let understood: { readonly by: Synonyms; readonly questions: UnderstoodQuestions } | null = null;
  return {
    ...vocabulary,
    files,
    hashes,
    gists,
    asUnderstood(by) {
      // Once for all visitors, until a list of synonyms is another one.
      if (understood?.by !== by) understood = { by, questions: understand(by) };
      return understood.questions;
    },
    sentencesOf(hash, pieces) {
      const known = sentences.get(hash) ?? pieces.map(({ text }) => textTermsOf(termsOf(text, language).join(' ')));
      sentences.set(hash, known);
      return known;
    },
  };
}

/** What says nothing is no passage of an article: only questions that are left to people. */
export function saysSomething({
  titleTerms,
  headingTerms,
  bodyTerms,
}: Pick<PassageTerms, 'titleTerms' | 'headingTerms' | 'bodyTerms'>): boolean {
  return titleTerms !== '' || headingTerms !== '' || bodyTerms !== '';
}

function gistOfPassage(title: string, heading: string, body: string, table: WordTable): Gist {
  const part = (line: string, weight: number) => ({ terms: line.split(' '), weight });
  return gistOf([part(title, TITLE_WEIGHS), part(heading, HEADING_WEIGHS), part(body, 1)], table);
}
