/**
 * The tools that are ours and not the page's. They change nothing in the world; they tell us what the model wants: a person,
 * or something under its answer besides words.
 */
import { AUTOFILLS, FORM_LIMITS, PART_LIMITS, type Part, truncate } from '@service/protocol';
import { partSchema } from '@service/protocol/schema';
import type { OfferedTool, ToolCall, ToolResult } from '@service/realtime-server/ports';

/** The model's way to ask for a person: a function, never a word in its text that a prompt could break. */
export const OFFER_PERSON: OfferedTool = {
  name: 'offer_person',
  description:
    'Shows the visitor a button that fetches a person of the team. Call it when the visitor wants a person, is upset, or when you can’t help.',
  parameters: {
    type: 'object',
    properties: { reason: { type: 'string', description: 'In a few words, for the team.' } },
    additionalProperties: false,
  },
};

const text = (maxLength: number, description?: string) => ({
  type: 'string',
  maxLength,
  ...(description && { description }),
});
const object = (required: readonly string[], properties: object) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** What can stand under an answer, by the function that puts it there. A part is typed: what does not fit is not shown. */
const PARTS = {
  offer_replies: {
    type: 'quick-replies',
    description:
      'Shows answers to choose from under your answer. One click says it for the visitor. Only for short answers to your own question.',
    parameters: object(['replies'], {
      replies: {
        type: 'array',
        minItems: 1,
        maxItems: PART_LIMITS.quickReplies,
        items: object(['label'], {
          label: text(PART_LIMITS.replyLabel),
          text: text(PART_LIMITS.replyText, 'The message that is sent, when it is more than the label.'),
        }),
      },
    }),
  },
  show_card: {
    type: 'card',
    description:
      'Shows a card with a title, a text and links under your answer. Links only to addresses that you were given.',
    parameters: object(['title'], {
      title: text(PART_LIMITS.cardTitle),
      text: text(PART_LIMITS.cardText),
      links: {
        type: 'array',
        minItems: 1,
        maxItems: PART_LIMITS.cardLinks,
        items: object(['label', 'url'], { label: text(PART_LIMITS.replyLabel), url: text(PART_LIMITS.cardUrl) }),
      },
    }),
  },
  ask_form: {
    type: 'form',
    description:
      'Asks the visitor to fill in a short form under your answer; what they fill in is their next message. Ask only for what you need. Never for passwords, codes or card numbers: such a form is refused.',
    parameters: object(['title', 'fields'], {
      title: text(FORM_LIMITS.title),
      text: text(FORM_LIMITS.text),
      fields: {
        type: 'array',
        minItems: 1,
        maxItems: FORM_LIMITS.fields,
        items: object(['type', 'name', 'label'], {
          type: { type: 'string', enum: ['text', 'multi-line', 'email', 'number', 'choice', 'checkbox'] },
          name: text(FORM_LIMITS.name, 'Letters, digits, - and _; another one for each field.'),
          label: text(FORM_LIMITS.label),
          hint: text(FORM_LIMITS.hint),
          required: { type: 'boolean' },
          options: {
            type: 'array',
            items: text(FORM_LIMITS.option),
            maxItems: FORM_LIMITS.options,
            description: 'Only and always with the type choice.',
          },
          min: { type: 'number', description: 'Only with the type number.' },
          max: { type: 'number', description: 'Only with the type number.' },
          autofill: {
            type: 'string',
            enum: [...AUTOFILLS],
            description: 'Only with the type text: what the browser may fill in.',
          },
        }),
      },
    }),
  },
} as const;
type PartTool = keyof typeof PARTS;

/** The functions for the kinds that an inbox lets its model show. */
export const partToolsFor = (kinds: readonly Part['type'][]): readonly OfferedTool[] =>
  Object.entries(PARTS).flatMap(([name, { type, description, parameters }]) =>
    kinds.includes(type) ? [{ name, description, parameters }] : [],
  );

const OURS: ReadonlySet<string> = new Set([OFFER_PERSON.name, ...Object.keys(PARTS)]);

/** Whether a name is one of ours: a page's function that is called so is not offered. */
export const isOurs = (name: string): boolean => OURS.has(name);

/** The part that a call asks for, or what is wrong with it; null when the call is none of these. */
export function partIn({ name, args }: ToolCall): { readonly part: Part } | { readonly wrong: string } | null {
  if (!Object.hasOwn(PARTS, name)) return null;
  const read = partSchema.safeParse({ ...(args as object), type: PARTS[name as PartTool].type });
  if (read.success) return { part: read.data };
  return { wrong: read.error.issues.map(({ path, message }) => `${path.join('.') || name}: ${message}`).join('; ') };
}

export const offered = (id: string): ToolResult => ({
  id,
  ok: true,
  value: 'The button is below your answer now. The visitor decides.',
});

export const shown = (id: string): ToolResult => ({
  id,
  ok: true,
  value: 'It is below your answer now. Don’t repeat in words what it shows.',
});

/** @param wrong what the schema says, field by field: names and limits, never anybody’s data. */
export const notShown = (id: string, wrong: string): ToolResult => ({
  id,
  ok: false,
  error: {
    code: 'invalid_arguments',
    outcome: 'not_started',
    retryable: true,
    message: `This can’t be shown: ${truncate(wrong, 500)}. Correct it, or say it in words.`,
  },
});
