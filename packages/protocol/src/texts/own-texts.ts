/** The texts of the widget that a business may write itself. Names of buttons are not among them: screen readers and their users know those. */
import type { Locale } from './locales.js';

export const OWN_TEXTS = [
  /** Of the empty field. */
  'placeholder',
  /** Who answers, in the header: the assistant, a person who is asked for, a person. */
  'answersWithAi',
  'waitingForPerson',
  'withPerson',
  /** Above the consent, and what is shown to a visitor who has declined. */
  'consentTitle',
  'declined',
  'paused',
  /** The offer to fetch a person, and what is shown to a visitor who has asked for one. */
  'talkToPerson',
  'personRequested',
  'personSoon',
  'conversationClosed',
] as const;

/** A text of the widget that a business may write itself. */
export type OwnText = (typeof OWN_TEXTS)[number];

/** By language. What has none is in the widget’s own words. */
export type OwnTexts = Readonly<Partial<Record<Locale, Readonly<Partial<Record<OwnText, string>>>>>>;

/** What a visitor agrees to, in a business’s own words, by language. */
export type ConsentTexts = Readonly<Partial<Record<Locale, string>>>;
