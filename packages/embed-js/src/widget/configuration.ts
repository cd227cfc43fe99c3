/**
 * From what a page passed to `init` to what the chat starts with, or to the reasons why it does not start. Only what the
 * script itself needs is judged here; the rest crosses into the frame as plain data and is judged there, so that a page
 * carries neither the rules nor their sentences. Never throws: a getter that does, a proxy, a function where a text
 * belongs, all end as an error with the field's name.
 */
import {
  COLOR_SCHEMES,
  type ColorScheme,
  INBOX_ID,
  isWebOrigin,
  MODES,
  type Mode,
  NOT_TRANSFERABLE,
  POSITIONS,
  type Position,
  PREFETCH_CHOICES,
  type Prefetch,
  START_PROBLEMS,
  type StartErrorCode,
} from '@service/protocol';

/** Plain data by field name. */
export type PlainFields = Readonly<Record<string, unknown>>;

export interface StartConfig {
  readonly inboxId: string;
  readonly baseUrl: string;
  /** The element to mount in, or its id; null: the body. */
  readonly containerId: string | HTMLElement | null;
  readonly mode: Mode;
  readonly position: Position;
  readonly colorScheme: ColorScheme;
  readonly prefetch: Prefetch;
  /** The element that is `launcher.element`, if the page has passed the element itself. `given` has an empty object in its place. */
  readonly button: ReadonlySet<Element>;
  /** What is not at its default and not above, a word that can't be used included: the frame tells the page about it. */
  readonly given: PlainFields;
}

export interface StartProblem {
  readonly code: StartErrorCode;
  readonly message: string;
}

export interface StartResult {
  /** Null when the chat can't start. */
  readonly config: StartConfig | null;
  readonly problems: readonly StartProblem[];
}

/**
 * `pageOrigin`: `null` where the page has none. `defaultBaseUrl` is where the script came from, null when it is not known.
 */
export function readStartConfig(input: unknown, pageOrigin: string, defaultBaseUrl?: string | null): StartResult {
  const problems: StartProblem[] = [];
  const problem = (code: StartErrorCode, message = ''): StartResult => {
    problems.push({ code, message });
    return { config: null, problems };
  };
  if (!/^https?:/.test(pageOrigin)) return problem('unsupported_origin');

  const given: Record<string, unknown> = {};
  const button = new Set<Element>();
  try {
    for (const field in input as object) {
      try {
        const part = (input as PlainFields)[field];
        // Functions stay what they are, and as a set they are as good as any others: a page makes them anew at will.
        const value =
          field === 'tools'
            ? new Set(part as readonly unknown[])
            : isElement(part) && field === 'containerId'
              ? part
              : plainCopy(part, field === 'launcher' ? button : null);
        // A default that is written down says the same as one that isn't.
        if (value != null && (value !== false || field === 'launcher')) given[field] = value;
      } catch {
        problem('config_invalid', `${field}: ${START_PROBLEMS.throws}`);
      }
    }
  } catch {
    // Not even its fields can be named: then it has no inboxId either.
  }
  const take = (field: string): unknown => {
    const value = given[field];
    delete given[field];
    return value;
  };
  const choose = <T>(field: string, allowed: readonly [T, ...T[]], otherwise: T = allowed[0]): T =>
    allowed.includes(given[field] as T) ? (take(field) as T) : otherwise;

  const inboxId = take('inboxId');
  if (typeof inboxId !== 'string' || !INBOX_ID.test(inboxId))
    return problem('config_invalid', `inboxId: ${START_PROBLEMS.inboxId}`);
  const baseUrl = String(take('baseUrl') ?? defaultBaseUrl ?? '').replace(/\/+$/, '');
  if (!baseUrl) return problem('base_url_missing');
  if (!isWebOrigin(baseUrl)) return problem('config_invalid', `baseUrl: ${START_PROBLEMS.baseUrl}`);
  if (baseUrl === pageOrigin) return problem('insecure_self_host');
  const { containerId: container } = given;
  const containerId =
    typeof container === 'string' || isElement(container) ? (take('containerId') as string | HTMLElement) : null;
  const mode = choose('mode', MODES);
  const position = choose<Position>('position', POSITIONS, 'right');
  const colorScheme = choose('colorScheme', COLOR_SCHEMES);
  const prefetch = choose('prefetch', PREFETCH_CHOICES);
  return { config: { inboxId, baseUrl, containerId, mode, position, colorScheme, prefetch, button, given }, problems };
}

/** Also of another document, such as that of a window which the page has opened. */
const isElement = (value: unknown): boolean => (value as Node | null)?.nodeType === 1;

/** More parts than any usable value has; where an object that holds itself ends. */
const MOST_PARTS = 2_000;

/**
 * A copy that can cross into the frame: every part read once, `NOT_TRANSFERABLE` in the place of what is no data. The
 * browser's own copying would refuse the whole value for a function or a proxy in it, and both are everyday things on a page.
 * An element of the page is added to `elements`, with an empty object in its place. Throws when reading throws.
 */
export function plainCopy(given: unknown, elements: Set<Element> | null = null): unknown {
  let room = MOST_PARTS;
  const copy = (value: unknown): unknown => {
    if (!room--) throw Error('too large');
    if (elements && value instanceof Element) return elements.add(value) && {};
    if (typeof value === 'object' && value)
      return Array.isArray(value)
        ? value.map(copy)
        : Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copy(part)]));
    return /function|symbol|bigint/.test(typeof value) ? NOT_TRANSFERABLE : value;
  };
  return copy(given);
}
