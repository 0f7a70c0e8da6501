/** English has no rules of its own, so it equals the Unicode root locale, which `Intl` cannot name. */
const { compare } = new Intl.Collator('en', { usage: 'sort', sensitivity: 'variant', caseFirst: 'false' })

/**
 * Sort order of names in all languages: letters, then accents, then case, as the server's lists sort
 * (`server/db/alphabetical.ts`). Ties are broken by code points.
 */
export const byAlphabet = (one: string, other: string): number =>
  compare(one, other) || (one < other ? -1 : Number(one > other))
