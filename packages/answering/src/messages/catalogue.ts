/**
 * The server's own messages to visitors: one file per language, complete by this type. Everything else in an answer is
 * quoted, or a model's. No message names the exact failure: the log has it.
 */
export interface MessageCatalogue {
  /** Between two sentences. */
  readonly space: string;
  readonly quote: (text: string) => string;
  /** Added where the visitor can be passed to a person. */
  readonly toPerson: string;
  readonly toPersonForThat: string;
  readonly ifNotPerson: string;
  readonly whenStuckPerson: string;
  /** Added where no person is available. */
  readonly tryLater: string;
  readonly askAgain: string;
  readonly otherWords: string;
  readonly ifNotOtherWords: string;
  readonly tomorrow: string;

  readonly unknown: string;
  readonly near: string;
  readonly nothingAbout: (parts: string) => string;
  /** Above the titles of other articles, under an answer. */
  readonly seeAlso: string;
  /** Above the hours at which people answer. */
  readonly hours: string;
  readonly closed: string;
  readonly inTimeZone: (zone: string) => string;
  readonly languages: (names: string) => string;
  readonly unreadable: string;
  readonly greeting: (business: string) => string;
  readonly thanks: string;
  readonly goodbye: string;
  readonly identity: (business: string) => string;
  readonly person: string;
  /** Below an answer with which the visitor is passed to a person. */
  readonly handingOver: string;
  readonly noPerson: string;

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
