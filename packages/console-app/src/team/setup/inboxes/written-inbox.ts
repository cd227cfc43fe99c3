/** What is written in an inbox's form, as the server takes it. */
import type { Inputs, Outputs } from '@service/workspace-client';

export type Inbox = Outputs['inboxes.list']['items'][number];
export type InboxChange = Omit<Inputs['inboxes.update'], 'orgId' | 'idempotencyKey' | 'inboxId' | 'version' | 'state'>;

export const TEMPLATES = ['minimal', 'modern', 'corporate', 'playful', 'dark', 'custom'] as const;

/** One entry a line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What the form does not show stays as it is. */
export function writtenIn(form: HTMLFormElement, inbox: Inbox): InboxChange {
  const fields = new FormData(form);
  const text = (name: string): string => String(fields.get(name) ?? '').trim();
  const orNull = (name: string): string | null => text(name) || null;
  const { primaryColor: _before, ...theme } = inbox.theme ?? {};
  const color = text('primaryColor');
  const template = TEMPLATES.find((each) => each === text('template'));
  const hasTheme = inbox.theme !== null || template !== undefined || color !== '';
  return {
    name: text('name'),
    agentName: text('agentName'),
    allowedOrigins: linesOf(text('allowedOrigins')),
    greeting: orNull('greeting'),
    questions: linesOf(text('questions')),
    theme: hasTheme ? { ...theme, ...(template && { template }), ...(color && { primaryColor: color }) } : null,
    people: fields.has('people') ? { opening: inbox.people?.opening ?? null, hours: orNull('hours') } : null,
    otherContact: orNull('otherContact'),
    requireConsent: fields.has('requireConsent'),
    privacyUrl: orNull('privacyUrl'),
  };
}

/** Of what is written, that which differs from the inbox as it was when the form opened: the rest may be another person's change. */
export const changesIn = (written: InboxChange, inbox: Inbox): InboxChange =>
  Object.fromEntries(
    Object.entries(written).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(inbox[name as keyof Inbox]),
    ),
  );
