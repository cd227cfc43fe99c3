/**
 * What this server says to a visitor in its own words, in one language: one file each, complete by this type. Everything
 * else in an answer is quoted, or somebody else's. None of it says what exactly went wrong: that is for the log.
 */
export interface MessageCatalogue {
  /** Between two sentences. */
  readonly space: string;
  readonly quote: (text: string) => string;
  /** Added where somebody can be fetched. */
  readonly toPerson: string;
  readonly toPersonForThat: string;
  readonly ifNotPerson: string;
  readonly whenStuckPerson: string;
  /** Added where nobody can. */
  readonly tryLater: string;
  readonly askAgain: string;
  readonly otherWords: string;
  readonly ifNotOtherWords: string;
  readonly tomorrow: string;

  readonly unknown: string;
  readonly near: string;
  readonly nothingAbout: (parts: string) => string;
  readonly unreadable: string;
  readonly greeting: (business: string) => string;
  readonly thanks: string;
  readonly goodbye: string;
  readonly identity: (business: string) => string;
  readonly person: string;
  readonly nobody: string;

  readonly failed: string;
  readonly down: string;
  readonly brokeOff: string;
  readonly empty: string;
  readonly refused: string;
  readonly tooLong: string;
  readonly tooMany: string;
  readonly spentHere: string;
  readonly spentInbox: string;
}
