/** Words shorter than this have too many neighbours one letter away. */
export const shortestForgiven = 5

/**
 * Whether `word`, or a beginning of it, is `typed` with one slip: a letter wrong, missing, doubled or too many, or two
 * swapped. Both are folded.
 */
export const isOneTypoFrom = (typed: string, word: string): boolean =>
  [typed.length - 1, typed.length, typed.length + 1].some(
    (length) => length <= word.length && isOneSlip(typed, word.slice(0, length)),
  )

/** Whether one edit turns `typed` into all of `word`. */
export const isOneSlip = (typed: string, word: string): boolean => {
  const difference = word.length - typed.length
  if (Math.abs(difference) > 1) return false
  const start = sharedStart(typed, word)
  const after = (text: string, from: number) => text.slice(from)
  if (difference === 1) return after(typed, start) === after(word, start + 1)
  if (difference === -1) return after(typed, start + 1) === after(word, start)
  if (start === typed.length) return false
  const isSwapped = typed[start] === word[start + 1] && typed[start + 1] === word[start]
  return (
    after(typed, start + 1) === after(word, start + 1) ||
    (isSwapped && after(typed, start + 2) === after(word, start + 2))
  )
}

const sharedStart = (one: string, other: string): number => {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at++
  return at
}

const shortestSwapped = 3

/** A short word with two neighbouring letters swapped: `kar` may be `kra`. Other slips would make too many words of it. */
export const swapsOf = (word: string): string[] => {
  if (word.length < shortestSwapped || word.length >= shortestForgiven || !/^\p{L}+$/u.test(word)) return []
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  ).filter((other) => other !== word)
}

/** Whether `typed` begins `word`, or would but for one slip. Both are folded. */
export const isAlmostBegun = (typed: string, word: string): boolean =>
  word.startsWith(typed) ||
  (typed.length >= shortestForgiven
    ? isOneTypoFrom(typed, word)
    : swapsOf(typed).some((other) => word.startsWith(other)))

/**
 * How many edits turn one text into the other, a swap of two neighbours being one; null where there are more than `most`.
 * Looks at a band of the table only, so that long texts cost no more than their length.
 */
export const editDistance = (one: string, other: string, most: number): number | null => {
  if (Math.abs(one.length - other.length) > most) return null
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const line: number[] = [row]
    const first = Math.max(1, row - most)
    const last = Math.min(other.length, row + most)
    let least = row
    for (let at = first; at <= last; at++) {
      const isSame = one[row - 1] === other[at - 1]
      const isSwap = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      const cost = Math.min(
        (above[at] ?? Number.POSITIVE_INFINITY) + 1,
        (line[at - 1] ?? Number.POSITIVE_INFINITY) + 1,
        (above[at - 1] ?? Number.POSITIVE_INFINITY) + Number(!isSame),
        isSwap ? (before[at - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY,
      )
      line[at] = cost
      least = Math.min(least, cost)
    }
    if (least > most) return null
    before = above
    above = line
  }
  const distance = above[other.length] ?? Number.POSITIVE_INFINITY
  return distance <= most ? distance : null
}
