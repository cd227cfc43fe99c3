/**
 * What a page may say about its visitor. It is a claim by the page, not an identity: the people who answer see it marked
 * as unverified, and it never joins two visitors into one.
 */
export interface UserContext {
  /** At most 256 characters, like each of these texts. Default: not said. */
  readonly name?: string;
  /** Default: not said. */
  readonly email?: string;
  /** Default: not said. */
  readonly phone?: string;
  /** Your own id of them: shown to your people, believed by nobody (see docs/identity). Default: not said. */
  readonly userId?: string;
  /** Default: not said. */
  readonly company?: string;
  /** At most 32, names of 64 characters and texts of 512. Default: none. */
  readonly customAttributes?: Readonly<Record<string, string | number | boolean | null>>;
}

export const USER_FIELDS = ['name', 'email', 'phone', 'userId', 'company'] as const;
