/** What answers a form, how an answer reads, and what no form may ask for. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORM_LIMITS, MESSAGE_LIMITS } from '../../src/limits.js';
import { asksForSecret } from '../../src/message-parts/asks-for-secret.js';
import { createFormAnswer, fillForm, formAnswerToText, parseNumber } from '../../src/message-parts/fill-form.js';
import type { Form, FormField } from '../../src/message-parts/form.js';
import { readFormAnswer } from '../../src/message-parts/read-parts.js';
import { filledFormSchema, formSchema } from '../../src/schema/parts.js';

const FORM: Form = {
  type: 'form',
  title: 'Where to?',
  fields: [
    { type: 'text', name: 'who', label: 'Your name', required: true },
    { type: 'email', name: 'mail', label: 'Email' },
    { type: 'number', name: 'size', label: 'Size', min: 34, max: 50 },
    { type: 'choice', name: 'why', label: 'Why', options: ['Too big', 'Too small'] },
    { type: 'checkbox', name: 'terms', label: 'I agree', required: true },
    { type: 'multi-line', name: 'more', label: 'More' },
  ],
};
const RIGHT = { who: 'Kim', terms: true };

describe('what was filled in', () => {
  it('is tidied: what was left empty is not there, lines stay where they were asked for', () => {
    const given = { ...RIGHT, who: '  Kim \n Berg ', mail: ' ', size: '42,5', more: ' a\r\nb \n', why: 'Too big' };
    const filled = fillForm(FORM, given);
    expect(filled).toEqual({
      ok: true,
      values: { who: 'Kim Berg', size: 42.5, why: 'Too big', terms: true, more: 'a\nb' },
    });
    // A checked answer passes a second check: the server checks after the screen.
    expect(filled.ok && fillForm(FORM, filled.values)).toEqual(filled);
  });

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['nothing', {}, { who: 'required', terms: 'required' }],
    ['blanks', { who: ' \n', terms: false }, { who: 'required', terms: 'required' }],
    ['no address', { ...RIGHT, mail: 'kim at shop' }, { mail: 'email' }],
    ['an address without a dot', { ...RIGHT, mail: 'kim@shop' }, { mail: 'email' }],
    ['no number', { ...RIGHT, size: 'about 40' }, { size: 'number' }],
    ['too small', { ...RIGHT, size: 33 }, { size: 'too_small' }],
    ['too large', { ...RIGHT, size: '50.5' }, { size: 'too_large' }],
    ['what was not to choose from', { ...RIGHT, why: 'too big' }, { why: 'choice' }],
    ['a box that is neither', { ...RIGHT, terms: 'yes' }, { terms: 'required' }],
    ['a number for a name', { ...RIGHT, who: 7 }, { who: 'required' }],
    ['too much', { ...RIGHT, who: 'x'.repeat(201) }, { who: 'too_long' }],
    ['what was not asked', { ...RIGHT, constructor: 'x' }, {}],
    ['infinitely much', { ...RIGHT, size: Number.POSITIVE_INFINITY }, { size: 'number' }],
  ])('is refused, with what is wrong: %s', (_, given, problems) =>
    expect(fillForm(FORM, given)).toEqual({ ok: false, problems }),
  );

  it('is never an exception, whatever arrives, and what it accepts can be logged as it is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('who', 'mail', 'size', 'why', 'terms'), fc.anything()), (given) => {
        const filled = fillForm(FORM, given);
        if (!filled.ok) return;
        const answer = createFormAnswer(FORM, 3, filled.values);
        expect(readFormAnswer(JSON.stringify([answer]))).toEqual(answer);
        expect(filledFormSchema.safeParse({ form: 3, values: filled.values }).success).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads as a message, which it always fits into', () => {
    const filled = fillForm(FORM, { ...RIGHT, size: '42', why: 'Too small' });
    expect(filled.ok && formAnswerToText(createFormAnswer(FORM, 3, filled.values))).toBe(
      'Where to?\nYour name: Kim\nSize: 42\nWhy: Too small\nI agree: ✓',
    );
    const label = 'l'.repeat(FORM_LIMITS.label);
    const field = (i: number): FormField => ({ type: i < 3 ? 'multi-line' : 'email', name: `f${i}`, label });
    const largest: Form = {
      type: 'form',
      title: 't'.repeat(FORM_LIMITS.title),
      fields: Array.from({ length: FORM_LIMITS.fields }, (_, i) => field(i)),
    };
    expect(formSchema.safeParse(largest).success).toBe(true);
    const most = (type: FormField['type']): string =>
      type === 'multi-line' ? 'x'.repeat(FORM_LIMITS.answer[type]) : `${'x'.repeat(60)}@${'y'.repeat(189)}.com`;
    const whole = fillForm(largest, Object.fromEntries(largest.fields.map(({ name, type }) => [name, most(type)])));
    expect(whole.ok && formAnswerToText(createFormAnswer(largest, 1, whole.values)).length).toBeGreaterThan(7_000);
    expect(whole.ok && formAnswerToText(createFormAnswer(largest, 1, whole.values)).length).toBeLessThanOrEqual(
      MESSAGE_LIMITS.textLength,
    );
  });

  it.each([
    ['42', 42],
    [' -3,5 ', -3.5],
    ['٤٢', 42],
    ['۴۲٫۵', 42.5],
    ['４２', 42],
    ['−7', -7],
    ['1e5', Number.NaN],
    ['0x1f', Number.NaN],
    ['1.000.000', Number.NaN],
    ['1 500', Number.NaN],
    ['1,500', Number.NaN],
    ['12.000', Number.NaN],
    ['0,125', 0.125],
    ['1500,125', 1_500.125],
    ['1,500.00', Number.NaN],
    ['', Number.NaN],
  ])('a number is read as people type it: %j', (text, number) => expect(parseNumber(text)).toBe(number));
});

describe('a field', () => {
  it.each([
    'Your password',
    'Pass-word',
    'Passcode',
    'PIN',
    'Card number',
    'CVV',
    'One-time code',
    'Passwort',
    'Ihre Kartennummer',
    'Mot de passe',
    'Contraseña',
    'Senha do banco',
    'كلمة المرور',
    'パスワード',
    '请输入验证码',
    'Ｐａｓｓｗｏｒｄ',
    'pass\u200bword',
    // What passed in the second review of security.
    'Pаssword',
    'Passw0rd',
    'p a s s w o r d',
    'P.I.N.',
    'Your P-I-N, please',
    'SMS code',
    'The code from the SMS',
    'API key',
    '16 digits on your card',
    'Ваш пароль',
    '비밀번호',
    'Ditt lösenord',
    'Adgangskode',
    'Wachtwoord',
    'Twoje hasło',
    'pass\ufe0fword',
    'ρаѕѕwοгd',
    'P4$$w0rd',
    'P1N',
    'páššwórd',
    'C V V',
    'Numero della carta',
    'סיסמה',
  ])('that asks for %j asks for a secret', (label) => {
    expect(asksForSecret({ type: 'text', name: 'a', label })).toBe(true);
    expect(asksForSecret({ type: 'multi-line', name: 'a', label: 'Please', hint: label })).toBe(true);
  });

  it('with the name of a secret asks for one', () => {
    expect(asksForSecret({ type: 'text', name: 'userPassword', label: 'The usual' })).toBe(true);
    expect(asksForSecret({ type: 'text', name: 'card_number', label: 'The usual' })).toBe(true);
  });

  it.each([
    'Your name',
    'Your opinion',
    'Shopping list',
    'Order number',
    'Gift card',
    'Postcode',
    'Tan or brown?',
    'Discount code',
    'Article no. 4 of 10',
    'A. B. Smith or similar',
    'Ваше имя',
    'Номер заказа',
    '주문 번호',
    'Adresse de livraison (n° et rue)',
    'Which spin class?',
    'How did you pass the time?',
    'Token of thanks',
    'Size: 1, 2 or 3',
    'Spinning wheel',
  ])('that asks for %j asks for none', (label) =>
    expect(asksForSecret({ type: 'text', name: 'a', label })).toBe(false),
  );

  it('with a checkbox or a choice may mention one', () => {
    expect(asksForSecret({ type: 'checkbox', name: 'a', label: 'I forgot my password' })).toBe(false);
  });
});
