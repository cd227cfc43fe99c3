/**
 * Checks a value against a JSON Schema. It interprets the schema and never compiles it, because a page's
 * Content-Security-Policy may forbid eval. On the server the schema comes from a stranger, so work and depth are bounded and
 * `pattern` is skipped: a hostile regular expression could block the server for hours. @cfworker/json-schema has neither
 * bound, its messages aren't written for a model, and it weighs 5.7 KB (brotli) against 1.5.
 *
 * Supported: type, enum, const, properties, required, additionalProperties, items, anyOf, oneOf, allOf, $ref within the
 * schema, and the limits of numbers, texts and lists. Other keywords are ignored. Values are never coerced: "3" is not 3.
 */
import type { ToolIssue } from '../errors/tool-errors.js';
import { truncate } from '../message-parts/text/truncate.js';

type Schema = Readonly<Record<string, unknown>>;

/** Nesting of schemas, and of `$ref`s that lead to each other. */
const DEPTH = 32;
/**
 * Units of work in one check, each far below a microsecond. Nested `anyOf` could otherwise take exponential time. What is gone
 * through is charged before it is gone through: a schema, a field, an entry of `type`, `enum` or `required`, and `UNIT_LENGTH`
 * characters of a text are one unit each. 16 KB of arguments against a schema of a few forms need 10,000.
 */
const WORK = 30_000;
const UNIT_LENGTH = 32;
/** A model corrects a few issues at a time, and each costs tokens. */
const ISSUES = 8;
const MESSAGE_LENGTH = 500;
const PATH_LENGTH = 200;

export interface CheckOptions {
  /** Whether `pattern` is checked: only where its author can slow down no machine but their own. Default false. */
  readonly patterns?: boolean;
}

/** What is wrong with `value`, in words a model can correct it by; empty when it fits. Never throws. */
export function checkArguments(schema: unknown, value: unknown, options: CheckOptions = {}): readonly ToolIssue[] {
  try {
    return new Check(schema, options).issuesOf(schema, value, '', 0).slice(0, ISSUES).map(shortened);
  } catch {
    // Whatever the schema says, a check that could not be finished allows nothing.
    return [{ path: '', message: 'can’t be checked, because the schema or the arguments are too large' }];
  }
}

class Check {
  private work = 0;
  private readonly texts = new Map<unknown, string>();
  private readonly lengths = new Map<string, number>();
  private readonly targets = new Map<string, unknown>();

  constructor(
    private readonly schema: unknown,
    private readonly options: CheckOptions,
  ) {}

  issuesOf(at: unknown, given: unknown, path: string, depth: number): ToolIssue[] {
    const wrong = (message: string): ToolIssue[] => [{ path, message }];
    // Count schemas that accept everything, too: there may be thousands, checked again and again.
    this.charge(1);
    if (depth > DEPTH) return wrong('can’t be checked, because its schema is too deep');
    if (at === true || at === undefined) return [];
    if (at === false) return wrong('must not be given');
    if (!isSchema(at)) return wrong('can’t be checked, because its schema is not an object');
    const next = (sub: unknown, child: unknown, where: string): ToolIssue[] =>
      this.issuesOf(sub, child, where, depth + 1);

    if (typeof at.$ref === 'string') {
      const target = this.targetOf(at.$ref);
      return target === undefined
        ? wrong(`has a schema that refers to ${at.$ref}, which is not there`)
        : next(target, given, path);
    }
    const problem = this.problemOf(at, given);
    if (problem !== null) return wrong(problem);

    const issues: ToolIssue[] = [];
    if (typeof given === 'string') issues.push(...this.textIssues(at, given, path));
    if (typeof given === 'number') issues.push(...numberIssues(at, given, path));
    if (Array.isArray(given)) issues.push(...itemIssues(at, given, path, next));
    else if (isSchema(given)) issues.push(...this.fieldIssues(at, given, path, next));
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
  }

  /** Charged before the work is done. @throws when there is no more. */
  private charge(units: number): void {
    this.work += units;
    if (this.work > WORK) throw new Error('too much work');
  }

  private chargeText(text: string): void {
    this.charge(text.length / UNIT_LENGTH);
  }

  /** What `type`, `enum` and `const` say against it; null: nothing. */
  private problemOf(at: Schema, given: unknown): string | null {
    const { type, enum: allowed } = at;
    if (Array.isArray(type)) {
      this.charge(type.length);
      if (!type.some((each) => isOfType(each, given))) return `must be one of ${this.listText(type)}`;
    } else if (type !== undefined && !isOfType(type, given)) return `must be ${type}`;
    if (Array.isArray(allowed)) {
      this.charge(allowed.length);
      if (!allowed.some((each) => this.same(each, given))) return `must be one of ${this.listText(allowed)}`;
    }
    return 'const' in at && !this.same(at.const, given) ? `must be ${this.textOf(at.const)}` : null;
  }

  private fieldIssues(at: Schema, given: Schema, path: string, next: Next): ToolIssue[] {
    const properties = isSchema(at.properties) ? at.properties : {};
    const required = listOf(at.required);
    this.charge(required.length);
    const issues: ToolIssue[] = required
      .filter((name) => typeof name === 'string' && !Object.hasOwn(given, name))
      .map((name) => ({ path: `${path}/${String(name)}`, message: 'is missing' }));
    const names = Object.keys(given);
    this.charge(names.length);
    for (const name of names) {
      if (issues.length >= ISSUES) break;
      const where = `${path}/${name}`;
      if (Object.hasOwn(properties, name)) issues.push(...next(properties[name], given[name], where));
      else if (at.additionalProperties === false) issues.push({ path: where, message: 'is not a known argument' });
      else issues.push(...next(at.additionalProperties, given[name], where));
    }
    return [...issues, ...countIssues(at.minProperties, at.maxProperties, names.length, 'fields', path)];
  }

  private textIssues(at: Schema, given: string, path: string): ToolIssue[] {
    const { minLength, maxLength, pattern } = at;
    const isMeasured = minLength !== undefined || maxLength !== undefined;
    const issues = isMeasured ? countIssues(minLength, maxLength, this.lengthOf(given), 'characters', path) : [];
    if (!this.options.patterns || typeof pattern !== 'string') return issues;
    try {
      if (!new RegExp(pattern, 'u').test(given)) issues.push({ path, message: `must match ${pattern}` });
    } catch {
      // A pattern that no browser can read says nothing about the value.
    }
    return issues;
  }

  private same(a: unknown, b: unknown): boolean {
    if (isNested(a) && isNested(b)) return this.equal(this.textOf(a), this.textOf(b));
    return typeof a === 'string' && typeof b === 'string' ? this.equal(a, b) : a === b;
  }

  /** Only texts of one length are compared character by character. */
  private equal(a: string, b: string): boolean {
    if (a.length !== b.length) return false;
    this.chargeText(a);
    return a === b;
  }

  /** As JSON. */
  private textOf(some: unknown): string {
    if (typeof some === 'string') this.chargeText(some);
    return once(this.texts, some, () => {
      const text = JSON.stringify(some);
      this.chargeText(text);
      return text;
    });
  }

  private listText(list: readonly unknown[]): string {
    return this.textOf(list).slice(1, -1);
  }

  private lengthOf(text: string): number {
    this.chargeText(text);
    return once(this.lengths, text, () => [...text].length);
  }

  private targetOf(ref: string): unknown {
    this.chargeText(ref);
    return once(this.targets, ref, () => resolve(this.schema, ref));
  }
}

type Next = (sub: unknown, child: unknown, where: string) => ToolIssue[];

function itemIssues(at: Schema, given: readonly unknown[], path: string, next: Next): ToolIssue[] {
  const issues = countIssues(at.minItems, at.maxItems, given.length, 'entries', path);
  const heads = [at.prefixItems, at.items].find(Array.isArray) as readonly unknown[] | undefined;
  const rest = Array.isArray(at.items) ? at.additionalItems : at.items;
  for (const [i, item] of given.entries()) {
    if (issues.length >= ISSUES) break;
    issues.push(...next(heads && i < heads.length ? heads[i] : rest, item, `${path}/${i}`));
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

function shortened({ path, message }: ToolIssue): ToolIssue {
  return { path: truncate(path, PATH_LENGTH), message: truncate(message, MESSAGE_LENGTH) };
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
