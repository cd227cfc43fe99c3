import { describe, expect, it } from 'vitest';
import { type FormDraft, finishForm, NEW_FORM } from '../src/forms/form-draft.js';

describe('finishForm', () => {
  const field = { key: 1, type: 'text', label: 'Name', required: true, options: '' } as const;
  const draft = (...fields: FormDraft['fields']): FormDraft => ({ title: 'Where to?', fields });

  it('returns a form of the protocol when the draft is complete', () => {
    const choice = { ...field, key: 2, type: 'choice', label: ' Why ', required: false, options: ' a \n\nb' } as const;
    expect(finishForm(draft(field, choice))).toEqual({
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
  ])('says what is missing: %s', (_, unfinished, problem) => {
    const finished = finishForm(unfinished);
    expect(finished.ok ? '' : finished.problem).toMatch(problem);
  });
});
