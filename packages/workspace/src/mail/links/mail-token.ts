/**
 * The signed id of a mail, in the address that bounces go to and in `Message-ID`. An address has 64 characters before its `@`, and
 * mail servers on the way may write them all small: so it is short, of small letters and digits.
 */
import type { MailKey } from './mail-key.js';

export interface MailTokens {
  /** `mailId`: as `newId('eml')` makes it. */
  of(mailId: string): string;
  /** The first of our mails that is named in this text; null: none is, or its signature is forged. */
  mailIn(text: string): string | null;
}

const BASE = 36;
const ID_DIGITS = 25;
const SIGNATURE_BYTES = 12;
const SIGNATURE_DIGITS = 19;
const TOKEN = new RegExp(`(?<![0-9a-z])([0-9a-z]{${ID_DIGITS}})\\.([0-9a-z]{${SIGNATURE_DIGITS}})(?=@)`, 'g');

/** Characters, with the dot. */
export const TOKEN_LENGTH = ID_DIGITS + 1 + SIGNATURE_DIGITS;

/** Of one text, so many are looked at. */
const MOST_LOOKED_AT = 20;

export function mailTokens(key: MailKey): MailTokens {
  return {
    of(mailId) {
      const signature = key.sign('bounce', [mailId]).subarray(0, SIGNATURE_BYTES).toString('hex');
      return `${digitsOf(hexOf(mailId), ID_DIGITS)}.${digitsOf(signature, SIGNATURE_DIGITS)}`;
    },
    mailIn(text) {
      for (const [, id = '', signed = ''] of [...text.toLowerCase().matchAll(TOKEN)].slice(0, MOST_LOOKED_AT)) {
        const [mailHex, signature] = [readDigits(id, 16), readDigits(signed, SIGNATURE_BYTES)];
        if (mailHex === null || signature === null) continue;
        const mailId = idOf(mailHex);
        if (key.isSigned('bounce', [mailId], Buffer.from(signature, 'hex'), SIGNATURE_BYTES)) return mailId;
      }
      return null;
    },
  };
}

const hexOf = (mailId: string): string => mailId.replace(/^eml_/, '').replaceAll('-', '');
const idOf = (hex: string): string => `eml_${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;

const digitsOf = (hex: string, digits: number): string => BigInt(`0x${hex}`).toString(BASE).padStart(digits, '0');

/** As hexadecimal digits; null: it is too large for so many bytes. */
function readDigits(digits: string, bytes: number): string | null {
  let value = 0n;
  for (const digit of digits) value = value * BigInt(BASE) + BigInt(Number.parseInt(digit, BASE));
  const hex = value.toString(16).padStart(bytes * 2, '0');
  return hex.length === bytes * 2 ? hex : null;
}
