/** A file size in kilobytes or megabytes, in the language of the chat. */
export function fileSize(bytes: number, locale: string): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  const digits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(
    Math.max(value, 0.1),
  );
}
