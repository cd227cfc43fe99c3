/** The console's rules: what goes next, and how an answer reads without its marks. */
import { describe, expect, it } from 'vitest';
import { type FormDraft, finish, NEW_FORM } from '../src/form-draft.js';
import { readable } from '../src/readable.js';
import { next, put, refuse, type Tray, without } from '../src/tray.js';

const letter = (clientId: string) => ({ clientId, conversation: 'cnv', deed: 'messages', text: clientId }) as const;

describe('the tray', () => {
  const both: Tray = put(put([], letter('first')), letter('second'));

  it('lets the next one go only when the one before is confirmed', () => {
    expect(next(both)?.clientId).toBe('first');
    expect(next(without(both, 'first'))?.clientId).toBe('second');
    expect(next([])).toBeNull();
  });

  it('is not held up by one that the server will not have, and keeps it to be seen', () => {
    const refused = refuse(both, 'first', 'Too long.');
    expect(next(refused)?.clientId).toBe('second');
    expect(refused[0]).toMatchObject({ text: 'first', refused: 'Too long.' });
  });
});

describe('a form that is put together', () => {
  const field = { key: 1, type: 'text', label: 'Name', required: true, options: '' } as const;
  const draft = (...fields: FormDraft['fields']): FormDraft => ({ title: 'Where to?', fields });

  it('is a form of the contract when it is whole', () => {
    const choice = { ...field, key: 2, type: 'choice', label: ' Why ', required: false, options: ' a \n\nb' } as const;
    expect(finish(draft(field, choice))).toEqual({
      ok: true,
      form: {
        type: 'form',
        title: 'Where to?',
        fields: [
          { type: 'text', name: 'field1', label: 'Name', required: true },
          { type: 'choice', name: 'field2', label: 'Why', options: ['a', 'b'] },
        ],
      },
    });
  });

  it.each<[string, FormDraft, RegExp]>([
    ['a title', NEW_FORM, /title/],
    ['a label', draft({ ...field, label: ' ' }), /label/],
    ['what there is to choose from', draft({ ...field, type: 'choice' }), /choose from/],
    ['another question than for a secret', draft({ ...field, label: 'Password' }), /asks for a secret/],
    ['words to choose from that differ', draft({ ...field, type: 'choice', options: 'a\na' }), /twice/],
  ])('says what it still needs: %s', (_, unfinished, why) => {
    const finished = finish(unfinished);
    expect(finished.ok ? '' : finished.why).toMatch(why);
  });
});

describe('an answer', () => {
  it.each([
    ['**Your data**: in *My account*', 'Your data: in My account'],
    ['## Returns\n\n- one\n- `two`', 'Returns\n\n• one\n• two'],
    ['See [the form](https://shop.test/form "Form").', 'See the form (https://shop.test/form).'],
    ['2 * 3 * 4 and snake_case_name and a*b', '2 * 3 * 4 and snake_case_name and a*b'],
    ['**not closed', '**not closed'],
  ])('%s reads %s', (markdown, text) => expect(readable(markdown)).toBe(text));

  it('M8: shows nothing that is not seen: no switched direction, no hidden words', () => {
    expect(readable('gpj.\u202eexe\u200b\u{e0041}')).toBe('gpj.exe');
  });

  it.each([
    '['.repeat(32_000),
    '[a]('.repeat(8_000),
    `[a](${'x'.repeat(32_000)}`,
    `[a](x ${'y'.repeat(32_000)}`,
    '**a'.repeat(10_000),
    '_a*'.repeat(10_000),
    '`'.repeat(32_000),
    `${' '.repeat(32_000)}-`,
    '# '.repeat(16_000),
  ])('M7: reads %.8s… in no time, however much of it there is', (text) => {
    const before = process.cpuUsage();
    readable(text);
    expect(process.cpuUsage(before).user / 1_000, 'milliseconds of work').toBeLessThan(250);
  });
});
