/** Answers to choose from, cards and forms, for a screen of one's own. Apart from the client, which only carries them. */
export {
  type AnswerValue,
  type Asked,
  type Autofill,
  answerTo,
  type CardLink,
  type FieldProblem,
  type Filled,
  type FilledForm,
  FORM_LIMITS,
  type Form,
  type FormAnswer,
  type FormField,
  type FormValues,
  fillForm,
  inWords,
  type Part,
  type QuickReply,
  readFormAnswer,
  readParts,
} from '@service/protocol';
export { type EntryWithParts, type FormStanding, standingOf } from './form-status.js';
