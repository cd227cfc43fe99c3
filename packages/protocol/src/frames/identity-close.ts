/**
 * The close codes that only a client with an identified visitor has to tell apart; their duties and meanings stand in
 * close-codes.ts, against which a test holds them. In a file of its own: that table would travel with every client.
 */
export const IDENTITY_CLOSE = {
  sessionExpired: 4100,
  accessChanged: 4101,
  identityTooEarly: 4110,
  unauthorized: 4401,
  identityExpired: 4411,
  identityReplayed: 4412,
  identityRequired: 4413,
} as const;
