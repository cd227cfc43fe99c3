/** Limits of one turn. Without them, a model could go on calling tools, at the business's cost. */
export const TURN_LIMITS = {
  /** Requests to the model within one answer. In the last one no tools are offered, so that it must answer in text. */
  steps: 6,
  /** Calls in one answer. */
  calls: 8,
  /** What a model may send in one step, in characters: one that repeats itself for ever is stopped, also where none of it is shown. */
  stepSize: 1_000_000,
  /** Passages a model is given. */
  passages: 6,
  /** As long as most can be: the part that answers may be at the end of one. */
  passageLength: 4_000,
  quoteLength: 500,
  /** Citations the log takes. */
  citations: 32,
  descriptionLength: 1_024,
  /** Code units that are reserved for our own note at the end of an answer. */
  reserve: 400,
} as const;
