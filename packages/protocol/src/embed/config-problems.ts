/**
 * The sentences for what is wrong in a configuration: what to write instead, and what is used now. Apart from the reader,
 * because a page that is right never needs them.
 */

import { CONFIG_LIMITS, LAUNCHER_LIMITS, USER_LIMITS } from '../limits.js';
import { COLOR_SCHEMES, type ConfigProblem, MODES, POSITIONS, type ProblemKind } from './config.js';
import { LAUNCHER_ICONS, PREFETCH_CHOICES } from './launcher/launcher.js';
import { START_PROBLEMS } from './start-problems.js';

const CHOICES: Readonly<Record<string, readonly [words: readonly string[], byDefault: string]>> = {
  mode: [MODES, 'chat-widget'],
  position: [POSITIONS, 'right'],
  colorScheme: [COLOR_SCHEMES, 'light'],
  prefetch: [PREFETCH_CHOICES, 'idle'],
};
const LENGTHS: Readonly<Record<string, number>> = CONFIG_LIMITS;
/** The longest text of a field. */
function lengthOf(field: string): number | undefined {
  if (field === 'questions') return CONFIG_LIMITS.questionLength;
  if (field.startsWith('user.customAttributes.')) return USER_LIMITS.attributeLength;
  return field.startsWith('user.') ? USER_LIMITS.fieldLength : LENGTHS[field];
}
/** Fields that hold a number: from, to. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  'launcher.offset.x': [0, LAUNCHER_LIMITS.mostOffset],
  'launcher.offset.y': [0, LAUNCHER_LIMITS.mostOffset],
  'launcher.size': [LAUNCHER_LIMITS.leastSize, LAUNCHER_LIMITS.mostSize],
  'launcher.zIndex': [0, LAUNCHER_LIMITS.mostZIndex],
};
/** How many entries a field holds; others: the visitor's attributes. */
const COUNTS: Readonly<Record<string, number>> = {
  questions: CONFIG_LIMITS.questions,
  'launcher.hideOn': LAUNCHER_LIMITS.hiddenPaths,
};

const WORDS: Readonly<Record<ProblemKind, (field: string) => string>> = {
  'not an object': () => 'must be an object.',
  'not an array': () => 'must be an array.',
  'not a text': () => 'must be a string.',
  'not a flag': () => 'use true or false; the default is used now.',
  'not one of them'(field) {
    const [words, byDefault] = CHOICES[field] ?? [[], ''];
    return `use one of ${words.join(', ')}; "${byDefault}" is used now.`;
  },
  'not an inbox': () => START_PROBLEMS.inboxId,
  'not an origin': () => START_PROBLEMS.baseUrl,
  'not a link': () => 'must be an https:// address.',
  'not a language': () => 'must be a language tag such as "de" or "pt-BR".',
  'not an attribute': () => 'must be a text, number or boolean with a short name.',
  'not a question': () => 'an entry that is not a text was left out.',
  'not an icon': () =>
    `use one of ${LAUNCHER_ICONS.join(', ')}, or the data of one SVG path (at most ${LAUNCHER_LIMITS.iconLength} characters).`,
  'not a path': () => 'an entry that does not begin with one "/" was left out.',
  'not an element': () => 'must be an element or its id.',
  'not a consent': () => 'must be the grant that consentWording() gives; without it the visitor is asked.',
  'not a class': () => 'must be a class such as the global WebSocket, which is used now.',
  'not a storage': () => 'use one of local, session, memory; "local" is used now.',
  'out of range': (field) => `use a number from ${RANGES[field]?.join(' to ')}; the default is used now.`,
  'too long': (field) => `${field === 'questions' ? 'an entry ' : ''}was cut to ${lengthOf(field)} characters.`,
  'too many': (field) => `only the first ${COUNTS[field] ?? USER_LIMITS.attributes} are used.`,
  unknown: () => 'there is no such option, so it is ignored.',
  throws: () => START_PROBLEMS.throws,
};

/** The problem as a sentence, the field's name first. */
export function explainProblem({ field, kind }: ConfigProblem): string {
  return `${field}: ${WORDS[kind](field)}`;
}
