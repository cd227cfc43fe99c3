/** `robots.txt` (RFC 9309): what the site asks readers like this one to leave alone, how long to wait, and where its sitemaps are. */
import { fitsPattern } from './address-pattern.js';

export interface Robots {
  readonly rules: readonly Rule[];
  /** Between two requests; 0: the site names none. */
  readonly delayMs: number;
  /** As written. */
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly allows: boolean;
  readonly pattern: string;
}

/** The name that the site may name. It is the one that requests carry. */
export const ROBOT = 'service-chat';
export const NO_ROBOTS: Robots = { rules: [], delayMs: 0, sitemaps: [] };

const MOST_RULES = 1_000;
const MOST_SITEMAPS = 20;
const PATTERN_LENGTH = 500;
const LONGEST_DELAY_MS = 5_000;

interface Group {
  readonly names: string[];
  readonly rules: Rule[];
  delayMs: number;
}

export function readRobots(text: string): Robots {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let isNaming = false;
  let rules = 0;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n?|\n/)) {
    const pair = /^\s*([a-z-]{1,20})\s*:(.*)$/i.exec(line.split('#', 1)[0] as string);
    if (!pair) continue;
    const name = (pair[1] as string).toLowerCase();
    const value = (pair[2] as string).trim();
    if (name === 'sitemap' && sitemaps.length < MOST_SITEMAPS) sitemaps.push(value);
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ names: [], rules: [], delayMs: 0 });
      groups.at(-1)?.names.push(value.toLowerCase());
      isNaming = true;
      continue;
    }
    const group = groups.at(-1);
    if (!group || !['allow', 'disallow', 'crawl-delay'].includes(name)) continue;
    isNaming = false;
    if (name === 'crawl-delay') group.delayMs = delayOf(value);
    else if (value !== '' && value.length <= PATTERN_LENGTH && rules < MOST_RULES) {
      rules += 1;
      group.rules.push({ allows: name === 'allow', pattern: value });
    }
  }
  const own = groups.filter(({ names }) => names.includes(ROBOT));
  const used = own.length > 0 ? own : groups.filter(({ names }) => names.includes('*'));
  return {
    rules: used.flatMap((group) => group.rules),
    delayMs: Math.max(0, ...used.map(({ delayMs }) => delayMs)),
    sitemaps,
  };
}

const delayOf = (seconds: string): number => {
  const ms = Number(seconds) * 1_000;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, LONGEST_DELAY_MS) : 0;
};

/** The longest pattern that fits decides; of two, the one that allows. `key`: path and query. */
export function mayRead(key: string, { rules }: Robots): boolean {
  let longest = -1;
  let allows = true;
  for (const rule of rules) {
    const { length } = rule.pattern;
    if (length < longest || (length === longest && !rule.allows)) continue;
    const fits = rule.pattern.endsWith('$')
      ? fitsPattern(key, rule.pattern.slice(0, -1))
      : fitsPattern(key, `${rule.pattern}*`);
    if (!fits) continue;
    longest = length;
    allows = rule.allows;
  }
  return allows;
}
