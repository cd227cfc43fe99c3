/** Sentences with a number in them. Which form a number takes is the language's rule: Arabic has six, Japanese one. */

/** A form for each category that the language has; `#` stands for the number, written as the language writes it. */
export type Forms = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

export function counted(locale: string, forms: Forms): (count: number) => string {
  return (count) => {
    const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
    return form.replace('#', new Intl.NumberFormat(locale).format(count));
  };
}
