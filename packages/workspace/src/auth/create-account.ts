import type { AuthRows, UserRow } from './auth-rows.js';

export interface NewAccount {
  readonly id: string;
  readonly name: string;
  /** Its form has been checked. */
  readonly email: string;
  /** As `Passwords` made it: hash before a transaction begins, because it takes a tenth of a second. */
  readonly passwordHash: string;
  readonly at: Date;
}

/** One spelling of an address, so that two spellings are one account. */
export const normalEmail = (email: string): string => email.trim().toLowerCase();

/**
 * Makes an account that signs in by its password. Its address counts as verified, because only who received a link can make one.
 * @throws the database's error when there is an account with this address
 */
export async function createAccount(rows: AuthRows, account: NewAccount): Promise<UserRow> {
  const { id, name, email, passwordHash, at } = account;
  const user = await rows.create('user', {
    id,
    name,
    email: normalEmail(email),
    emailVerified: true,
    image: null,
    createdAt: at,
    updatedAt: at,
  });
  await rows.create('account', {
    id: `acc_${id}`,
    userId: id,
    accountId: id,
    providerId: 'credential',
    password: passwordHash,
    createdAt: at,
    updatedAt: at,
  });
  return user;
}
