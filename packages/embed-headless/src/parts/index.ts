/** Answers to choose from, cards and forms, for a screen of one's own. Apart from the client, which only carries them. */
export {
  type AnswerValue,
  type Autofill,
  type CardLink,
  createFormAnswer,
  type FieldProblem,
  type FilledForm,
  type FillResult,
  FORM_LIMITS,
  type Form,
  type FormAnswer,
  type FormField,
  type FormFieldBase,
  type FormValues,
  fillForm,
  formAnswerToText,
  type Part,
  type QuickReply,
  readFormAnswer,
  readParts,
} from '@service/protocol';
export { type EntryWithParts, type FormStatus, getFormStatus } from './form-status.js';
