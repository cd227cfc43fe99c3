// @vitest-environment node
/** The types are the reference: each one that a user meets can be imported and has a comment. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDeclarations } from './declarations.js';

const { exports: entries } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8')) as {
  exports: Record<string, unknown>;
};
const { named, hidden } = readDeclarations(
  Object.keys(entries)
    .filter((entry) => entry !== './package.json')
    .map((entry) => entry.slice(2) || 'index'),
);
const names = (all: readonly { readonly name: string }[]): readonly string[] => all.map(({ name }) => name);

/**
 * What others are made of by the compiler: lists and tables whose names are the members of a union, and the steps from a
 * JSON Schema to the type of its values. No user writes one of them.
 */
const MADE_OF: readonly string[] = [
  ...['AUTOFILLS', 'COLOR_SCHEMES', 'FONT_SIZES', 'MESSAGE_STYLES', 'MODES', 'POSITIONS', 'TEMPLATES', 'LOCALES'],
  ...['LAUNCHER_ICONS', 'OWN_TEXTS', 'PREFETCH_CHOICES'],
  ...[
    'FRAME_ERRORS',
    'FRAME_LOST_ERRORS',
    'IDENTITY_ERRORS',
    'LINK_ERRORS',
    'MODAL_ERRORS',
    'START_ERRORS',
    'TOOL_CONFIRMS',
    'TOOL_EFFECTS',
    'TOOL_ERRORS',
  ],
  ...['LinkErrorCode', 'PageErrorCode', 'StartErrorCode'],
  ...['FromSchema', 'RequiredOf', 'Simplify', 'Words'],
];

describe('the public types', () => {
  it('hold nothing that cannot be imported: no frame, no part of the client behind its interface', () => {
    expect(hidden).toEqual([...MADE_OF].sort());
  });

  it('document each name and each member', () => {
    expect(named.length).toBeGreaterThan(300);
    expect(names(named.filter(({ comment }) => comment === ''))).toEqual([]);
  });

  it('document the default of each option', () => {
    const options = named.filter(
      ({ name, isOption }) => isOption && /(?:Options|Config|Behaviour|Props|Tool)\./.test(name),
    );
    expect(options.length).toBeGreaterThan(30);
    expect(names(options.filter(({ comment }) => !/\bdefault|\bnone\b|without/i.test(comment)))).toEqual([]);
  });

  it('document the unit of each number', () => {
    const numbers = named.filter(({ isNumber, isFunction }) => isNumber && !isFunction);
    expect(numbers.length).toBeGreaterThan(15);
    expect(
      names(
        numbers.filter(
          ({ name, comment }) =>
            !/Ms$|Px$/.test(name) &&
            !/milliseconds|seconds|bytes|number|pixels|how (?:many|far|often)|count/i.test(comment),
        ),
      ),
    ).toEqual([]);
  });

  it('document the failure of each function', () => {
    // Components of `/ui` throw nothing, as its own comment says.
    const functions = named.filter(
      ({ name, isFunction }) => isFunction && !name.includes('.') && !name.startsWith('/ui '),
    );
    expect(functions.length).toBeGreaterThan(15);
    expect(names(functions.filter(({ comment }) => !/throw|reject|null\b|never|error/i.test(comment)))).toEqual([]);
  });
});
