/** The fields that another person has changed, in words: "the name and the greeting". `names`: what a field is called here. */
export function changedFields(names: Readonly<Record<string, string>>, fields: readonly string[] = []): string {
  const changed = [...new Set(fields.map((field) => names[field] ?? 'other settings'))];
  return changed.length === 0 ? 'this' : new Intl.ListFormat('en').format(changed);
}
