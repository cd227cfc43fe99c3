/** How far one turn may go. Without these, a model that keeps calling would do so all night, at the business's cost. */
export const TURN_LIMITS = {
  /** Times the model is asked within one answer. The last time it is offered nothing and has to answer in words. */
  steps: 6,
  /** Calls in one answer. */
  calls: 8,
  /** Passages a model is given. */
  passages: 6,
  passageLength: 2_000,
  quoteLength: 500,
  /** Citations the log takes. */
  citations: 32,
  descriptionLength: 1_024,
  /** Code units that are left for our own last words in an answer. */
  reserve: 400,
} as const;
