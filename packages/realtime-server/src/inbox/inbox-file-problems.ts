/** What is wrong in an `inbox.json`, in sentences for the operator who wrote it: the field, and what to write instead. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** One sentence for each wrong field. `written` is what the file holds, to tell a missing field from a wrong one. */
export function describeProblems(issues: readonly Issue[], written: unknown): readonly string[] {
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map(
        (key) => `${[...issue.path, key].join('.')} is not a setting: remove it, or check how it is spelt`,
      );
    }
    return `${issue.path.join('.') || 'the file'} ${advice(issue, written)}`;
  });
}

function advice(issue: Issue, written: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return at(written, issue.path) === undefined
        ? `is missing: add it as ${kind(issue.expected)}`
        : `must be ${kind(issue.expected)}`;
    case 'too_small':
      return issue.origin === 'array'
        ? `must have at least ${issue.minimum} ${issue.minimum === 1 ? 'entry' : 'entries'}`
        : 'must not be empty';
    case 'too_big':
      return issue.origin === 'array'
        ? `has too many entries: keep at most ${issue.maximum}`
        : `is too long: keep at most ${issue.maximum} characters`;
    case 'invalid_value':
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    default:
      return issue.message;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  array: 'a list in [ ]',
  object: 'an object in { }',
  boolean: 'true or false',
};

function kind(expected: string): string {
  return KINDS[expected] ?? `a ${expected}`;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((inside, key) => (inside as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key], value);
}
