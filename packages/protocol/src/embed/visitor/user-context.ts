/**
 * What a page may say about its visitor. It is a claim by the page, not an identity: the people, models and services that answer
 * get it marked as unverified, and it never joins two visitors into one.
 */
export interface UserContext {
  /** At most 256 characters, like each of these texts. Default: none. */
  readonly name?: string | undefined;
  /** Default: none. */
  readonly email?: string | undefined;
  /** Default: none. */
  readonly phone?: string | undefined;
  /** Your own id of them. Proves nothing (see docs/identity). Default: none. */
  readonly userId?: string | undefined;
  /** Default: none. */
  readonly company?: string | undefined;
  /** At most 32, names of 64 characters and texts of 512. Default: none. */
  readonly customAttributes?: Readonly<Record<string, string | number | boolean | null>> | undefined;
}

export const USER_FIELDS = ['name', 'email', 'phone', 'userId', 'company'] as const;
