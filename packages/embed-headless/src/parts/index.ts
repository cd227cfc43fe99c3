/** Quick replies, cards and forms for a custom UI. Not in the client's bundle, which only transports them. */
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
