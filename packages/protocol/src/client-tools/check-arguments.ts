/**
 * Checks a value against a JSON Schema. It interprets the schema and never compiles it, because a page's
 * Content-Security-Policy may forbid eval. On the server the schema comes from a stranger, so steps and depth are bounded and
 * `pattern` is skipped: a hostile regular expression could block the server for hours. @cfworker/json-schema has neither
 * bound, its messages aren't written for a model, and it weighs 5.7 KB (brotli) against 1.5.
 *
 * Supported: type, enum, const, properties, required, additionalProperties, items, anyOf, oneOf, allOf, $ref within the
 * schema, and the limits of numbers, texts and lists. Other keywords are ignored. Values are never coerced: "3" is not 3.
 */
import type { ToolIssue } from '../errors/tool-errors.js';

type Schema = Readonly<Record<string, unknown>>;

/** Nesting of schemas, and of `$ref`s that lead to each other. */
const DEPTH = 32;
/**
 * Steps of one check: nested `anyOf` could otherwise take exponential time. Each step costs about the same: entries of `enum`
 * and `required` count as well, and whatever is as long as the schema or the value is computed once.
 */
const STEPS = 20_000;
/** A model corrects a few issues at a time. */
const ISSUES = 8;

export interface CheckOptions {
  /** Whether `pattern` is checked: only where its author can slow down no machine but their own. Default false. */
  readonly patterns?: boolean;
}

/** What is wrong with `value`, in words a model can correct it by; empty when it fits. Never throws. */
export function checkArguments(schema: unknown, value: unknown, options: CheckOptions = {}): readonly ToolIssue[] {
  let steps = 0;
  const spelled = new Map<unknown, string>();
  const textOf = (some: unknown): string => once(spelled, some, () => JSON.stringify(some));
  const lengths = new Map<string, number>();
  const lengthOf = (text: string): number => once(lengths, text, () => [...text].length);
  const same = (a: unknown, b: unknown): boolean =>
    a === b || (typeof a === 'object' && typeof b === 'object' && textOf(a) === textOf(b));

  const check = (at: unknown, given: unknown, path: string, depth: number): ToolIssue[] => {
    const wrong = (message: string): ToolIssue[] => [{ path, message }];
    // Count schemas that accept everything, too: there may be thousands, checked again and again.
    if (depth > DEPTH || ++steps > STEPS) return wrong('can’t be checked, because its schema is too deep');
    if (at === true || at === undefined) return [];
    if (at === false) return wrong('must not be given');
    if (!isSchema(at)) return wrong('can’t be checked, because its schema is not an object');
    steps += listOf(at.enum).length + listOf(at.required).length;
    const next = (sub: unknown, child: unknown, where: string): ToolIssue[] => check(sub, child, where, depth + 1);

    if (typeof at.$ref === 'string') {
      const target = resolve(schema, at.$ref);
      return target === undefined
        ? wrong(`has a schema that refers to ${at.$ref}, which is not there`)
        : next(target, given, path);
    }
    if (at.type !== undefined) {
      const types = [at.type].flat();
      if (!types.some((type) => isOfType(type, given))) return wrong(`must be ${types.join(' or ')}`);
    }
    if (Array.isArray(at.enum) && !at.enum.some((each) => same(each, given)))
      return wrong(`must be one of ${textOf(at.enum).slice(1, -1)}`);
    if ('const' in at && !same(at.const, given)) return wrong(`must be ${textOf(at.const)}`);

    const issues: ToolIssue[] = [];
    if (typeof given === 'string') issues.push(...textIssues(at, given, lengthOf, path, options));
    if (typeof given === 'number') issues.push(...numberIssues(at, given, path));
    if (Array.isArray(given)) {
      issues.push(...countIssues(at.minItems, at.maxItems, given.length, 'entries', path));
      const heads = [at.prefixItems, at.items].find(Array.isArray) as readonly unknown[] | undefined;
      const rest = Array.isArray(at.items) ? at.additionalItems : at.items;
      given.forEach((item, i) => {
        if (issues.length < ISSUES)
          issues.push(...next(heads && i < heads.length ? heads[i] : rest, item, `${path}/${i}`));
      });
    } else if (isSchema(given)) issues.push(...fieldIssues(at, given, path, next));
    for (const part of listOf(at.allOf)) issues.push(...next(part, given, path));
    const fits = (options: readonly unknown[]): number =>
      options.filter((option) => next(option, given, path).length === 0).length;
    const any = listOf(at.anyOf);
    if (any.length > 0 && fits(any) === 0)
      issues.push(...(any.length === 1 ? next(any[0], given, path) : wrong('fits none of the allowed forms')));
    const one = listOf(at.oneOf);
    if (one.length > 0 && fits(one) !== 1) issues.push(...wrong('must fit exactly one of the allowed forms'));
    if (at.not !== undefined && next(at.not, given, path).length === 0)
      issues.push(...wrong('has a form that is not allowed'));
    return issues;
  };

  return check(schema, value, '', 0).slice(0, ISSUES);
}

function fieldIssues(
  at: Schema,
  given: Schema,
  path: string,
  next: (sub: unknown, child: unknown, where: string) => ToolIssue[],
): ToolIssue[] {
  const properties = isSchema(at.properties) ? at.properties : {};
  const issues: ToolIssue[] = listOf(at.required)
    .filter((name) => typeof name === 'string' && !Object.hasOwn(given, name))
    .map((name) => ({ path: `${path}/${String(name)}`, message: 'is missing' }));
  for (const [name, child] of Object.entries(given)) {
    if (issues.length >= ISSUES) break;
    const where = `${path}/${name}`;
    if (Object.hasOwn(properties, name)) issues.push(...next(properties[name], child, where));
    else if (at.additionalProperties === false) issues.push({ path: where, message: 'is not a known argument' });
    else issues.push(...next(at.additionalProperties, child, where));
  }
  const count = Object.keys(given).length;
  return [...issues, ...countIssues(at.minProperties, at.maxProperties, count, 'fields', path)];
}

function textIssues(
  at: Schema,
  given: string,
  lengthOf: (text: string) => number,
  path: string,
  { patterns }: CheckOptions,
): ToolIssue[] {
  const issues =
    at.minLength === undefined && at.maxLength === undefined
      ? []
      : countIssues(at.minLength, at.maxLength, lengthOf(given), 'characters', path);
  if (!patterns || typeof at.pattern !== 'string') return issues;
  try {
    if (!new RegExp(at.pattern, 'u').test(given)) issues.push({ path, message: `must match ${at.pattern}` });
  } catch {
    // A pattern that no browser can read says nothing about the value.
  }
  return issues;
}

function numberIssues(at: Schema, given: number, path: string): ToolIssue[] {
  const rules: readonly [unknown, (limit: number) => boolean, string][] = [
    [at.minimum, (limit) => given >= limit, 'at least'],
    [at.maximum, (limit) => given <= limit, 'at most'],
    [at.exclusiveMinimum, (limit) => given > limit, 'more than'],
    [at.exclusiveMaximum, (limit) => given < limit, 'less than'],
    [at.multipleOf, (limit) => Math.abs(given / limit - Math.round(given / limit)) < 1e-9, 'a multiple of'],
  ];
  return rules.flatMap(([limit, fits, words]) =>
    typeof limit === 'number' && !fits(limit) ? [{ path, message: `must be ${words} ${limit}` }] : [],
  );
}

function countIssues(least: unknown, most: unknown, count: number, what: string, path: string): ToolIssue[] {
  if (typeof least === 'number' && count < least) return [{ path, message: `must have at least ${least} ${what}` }];
  if (typeof most === 'number' && count > most) return [{ path, message: `must have at most ${most} ${what}` }];
  return [];
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isSchema(value);
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

/** `#/definitions/…` and `#/$defs/…`, step by step over own properties only. */
function resolve(schema: unknown, ref: string): unknown {
  if (ref !== '#' && !ref.startsWith('#/')) return undefined;
  let found: unknown = schema;
  for (const part of ref.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (!isSchema(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return found;
}

function once<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  return made;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
