/** Cost of checking an entry, in posting list entries read. */
const lookingAt = 150

/**
 * Chooses trigrams that find all words fastest. Each further posting list is read only if it saves more than it costs, most
 * selective first; trigrams of a word already used hardly narrow further. `ofTrigram`: share of entries with a trigram. Empty
 * if the words have none.
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

/** Three trigrams of at least six digits, spread from the end of the number, which is most selective. */
export const spreadTrigrams = (digits: string): string[] => {
  const last = digits.length - 3
  return [last, last - 3, Math.max(last - 6, last === 3 ? 1 : 0)].map((start) =>
    digits.slice(start, start + 3),
  )
}

/** Trigrams of letters and digits that every locale classifies alike, so that the index has them. */
export const trigramsOf = (text: string): Set<string> => {
  const found = new Set<string>()
  let plain = 0
  for (let end = 1; end <= text.length; end++) {
    plain = isPlain(text.charCodeAt(end - 1)) ? plain + 1 : 0
    if (plain >= 3) found.add(text.slice(end - 3, end))
  }
  return found
}

/** ASCII only: texts are folded. */
const isPlain = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
