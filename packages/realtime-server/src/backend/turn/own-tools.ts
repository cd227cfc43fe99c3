/** The tools that are ours and not the page's. They change nothing in the world; they tell us what the model wants. */
import type { OfferedTool, ToolResult } from '../client-tool-calls.js';

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

export const offered = (id: string): ToolResult => ({
  id,
  ok: true,
  value: 'The button stands below your answer now. The visitor decides.',
});
