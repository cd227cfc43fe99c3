/**
 * Questions about the visitor's own orders and data: "which size did I order last time?". Articles say how such things are
 * found out, and never what the answer is, however many of its words they share.
 */

const RECORDS: readonly RegExp[] = [
  // What was done or bought, by the one who asks.
  /\b(?:which|what|how (?:much|many|often)|when)\b[^?.!,]{0,40}?\b(?:did|have|had) (?:i|we|my \p{L}+)\b(?! (?:to|got to)\b)/iu,
  // The data stored about the visitor.
  /\b(?:which|what)\b[^?.!,]{0,40}?\b(?:do you have|have you|did you)\b[^?.!,]{0,30}?\b(?:of|for|about|on) me\b/iu,
  // One order, by its number.
  /\b(?:order|parcel|invoice|ticket|refund|return|case|customer)\s+(?:(?:number|no\.?|nr\.?)\s*)?#?\d{3,}\b/iu,
  /\b(?:bestellung|paket|rechnung|kundennummer|auftrag)\s+(?:(?:nummer|nr\.?)\s*)?#?\d{3,}\b/iu,
  /\b(?:commande|colis|facture)\s+(?:(?:numéro|n°|no)\s*)?#?\d{3,}\b/iu,
  // A card or an account, by its number.
  /\b\d(?:[ -]?\d){11,18}\b/u,
];

export function asksOwnRecord(question: string): boolean {
  return RECORDS.some((record) => record.test(question));
}
