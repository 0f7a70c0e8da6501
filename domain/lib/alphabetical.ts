/** English has no rules of its own: its order is Unicode's root, which no tag of `Intl` names. */
const { compare } = new Intl.Collator('en', { usage: 'sort', sensitivity: 'variant', caseFirst: 'false' })

/**
 * The order of the alphabet for every language: letters first, then accents, then case, as lists of the server have it
 * (`server/db/alphabetical.ts`); what is equal so is told apart by its code points.
 */
export const byAlphabet = (one: string, other: string): number =>
  compare(one, other) || (one < other ? -1 : Number(one > other))
