/** What it costs to look at an entry that the index gives, in entries of a trigram's list that are read. */
const lookingAt = 150

/**
 * The trigrams that find the entries with all of the words soonest. The index would read the lists of every trigram of every
 * word, and most say nothing new: each next one, the most sparing first, is read only where it spares more than it costs.
 * What one of a word has found, the next of the same word hardly narrows. `ofTrigram` is the share of the entries that hold
 * one, from 0 to 1. Empty where the words have none.
 */
export const soonestTrigrams = (
  words: readonly string[],
  ofTrigram: (trigram: string) => number,
): string[] => {
  const known = words.map(trigramsOf)
  const left = new Set(known.flatMap((trigrams) => [...trigrams]))
  const chosen: string[] = []
  let found = 1
  for (;;) {
    const [next] = [...left]
      .map((trigram) => {
        const own = ofTrigram(trigram)
        const before = chosen.filter((one) => known.some((word) => word.has(one) && word.has(trigram))).length
        const narrows = own ** (1 / 2 ** before)
        return { trigram, narrows, spares: lookingAt * found * (1 - narrows) - own }
      })
      .toSorted((a, b) => b.spares - a.spares)
    if (next === undefined || (chosen.length > 0 && next.spares <= 0)) return chosen
    chosen.push(next.trigram)
    left.delete(next.trigram)
    found *= next.narrows
  }
}

/**
 * Three trigrams of at least six digits, the last ones of a telephone number first, which fewest share: as far from each other
 * as there is room. Of any digits each is about as frequent, and after three of them hardly an entry is left to look at.
 */
export const spreadTrigrams = (digits: string): string[] => {
  const last = digits.length - 3
  return [last, last - 3, Math.max(last - 6, last === 3 ? 1 : 0)].map((start) =>
    digits.slice(start, start + 3),
  )
}

/** Those that the index certainly has as they are: of letters and digits that every locale calls so. */
export const trigramsOf = (text: string): Set<string> => {
  const found = new Set<string>()
  let plain = 0
  for (let end = 1; end <= text.length; end++) {
    plain = isPlain(text.charCodeAt(end - 1)) ? plain + 1 : 0
    if (plain >= 3) found.add(text.slice(end - 3, end))
  }
  return found
}

/** `a` to `z` and `0` to `9`: texts are folded. */
const isPlain = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
