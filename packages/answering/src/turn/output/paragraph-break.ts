/** The line breaks that make what follows a new paragraph. */
export function paragraphBreakAfter(text: string): string {
  if (text === '' || text.endsWith('\n\n')) return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
}
