/** What is written in an inbox's form, as the server takes it. */
import { TEMPLATES } from '@service/protocol';
import type { Inputs, Outputs } from '@service/workspace-client';
import { originOf } from './field-remarks.js';

export type Inbox = Outputs['inboxes.list']['items'][number];
export type InboxChange = Omit<Inputs['inboxes.update'], 'orgId' | 'idempotencyKey' | 'inboxId' | 'version' | 'state'>;

/** One entry a line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What the controls of the form show of an inbox, by their names. */
export const controlsOf = (inbox: Inbox) => ({
  name: inbox.name,
  agentName: inbox.agentName,
  aiAgentId: inbox.aiAgentId ?? '',
  allowedOrigins: inbox.allowedOrigins.join('\n'),
  greeting: inbox.greeting ?? '',
  questions: inbox.questions.join('\n'),
  template: inbox.theme?.template ?? '',
  primaryColor: inbox.theme?.primaryColor ?? '',
  people: inbox.people !== null,
  hours: inbox.people?.hours ?? '',
  otherContact: inbox.otherContact ?? '',
  requireConsent: inbox.requireConsent,
  privacyUrl: inbox.privacyUrl ?? '',
});

export type Controls = ReturnType<typeof controlsOf>;

/** What the controls show now. One that isn't there, such as a choice that is still read, is as it was `before`. */
export function controlsIn(form: HTMLFormElement, before: Controls): Controls {
  const shown = Object.entries(before).map(([name, was]) => {
    const control = form.elements.namedItem(name) as HTMLInputElement | null;
    return [name, !control ? was : typeof was === 'boolean' ? control.checked : control.value];
  });
  return Object.fromEntries(shown) as Controls;
}

/** What others have changed is shown where this person has written nothing; what they have written stays. */
export function catchUp(form: HTMLFormElement, before: Inbox, now: Inbox): void {
  const shown = controlsOf(before);
  for (const [name, value] of Object.entries(controlsOf(now))) {
    const control = form.elements.namedItem(name) as HTMLInputElement | null;
    if (!control) continue;
    const was = shown[name as keyof Controls];
    if (typeof value === 'boolean') control.checked = control.checked === was ? value : control.checked;
    else if (control.value === was) control.value = value;
  }
}

/** A theme in which nothing is set is none, unless it was there before. The order of its fields makes no difference. */
function written<Theme extends object>(before: Theme | null, theme: Theme): Theme | null {
  if (before === null && Object.keys(theme).length === 0) return null;
  const [was, is] = [before ?? {}, theme].map((each) => JSON.stringify(Object.entries(each).sort()));
  return was === is ? before : theme;
}

/** What the form does not show stays as it is. */
export function writtenIn(form: HTMLFormElement, inbox: Inbox): InboxChange {
  const fields = new FormData(form);
  const text = (name: string): string => String(fields.get(name) ?? '').trim();
  const orNull = (name: string): string | null => text(name) || null;
  const { primaryColor: _colour, template: _template, ...theme } = inbox.theme ?? {};
  const color = text('primaryColor');
  const template = TEMPLATES.find((each) => each === text('template'));
  return {
    name: text('name'),
    agentName: text('agentName'),
    aiAgentId: fields.has('aiAgentId') ? orNull('aiAgentId') : inbox.aiAgentId,
    allowedOrigins: linesOf(text('allowedOrigins')).map(originOf),
    greeting: orNull('greeting'),
    questions: linesOf(text('questions')),
    theme: written(inbox.theme, { ...theme, ...(template && { template }), ...(color && { primaryColor: color }) }),
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
