/**
 * What a page may say about its visitor. It is a claim by the page, not an identity: the people who answer see it marked
 * as unverified, and it never joins two visitors into one.
 */
export interface UserContext {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly userId?: string;
  readonly company?: string;
  readonly customAttributes?: Readonly<Record<string, string | number | boolean | null>>;
}

export const USER_FIELDS = ['name', 'email', 'phone', 'userId', 'company'] as const;

export const USER_LIMITS = { fieldLength: 256, attributes: 32, attributeName: 64, attributeLength: 512 } as const;
