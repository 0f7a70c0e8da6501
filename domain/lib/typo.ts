/** Shorter words have too many neighbours at distance one. */
export const shortestForgiven = 5

/**
 * Whether `word`, or a prefix of it, is within one edit (substitution, omission, insertion, swap) of `typed`. Both are folded.
 */
export const isOneTypoFrom = (typed: string, word: string): boolean =>
  [typed.length - 1, typed.length, typed.length + 1].some(
    (length) => length <= word.length && isOneSlip(typed, word.slice(0, length)),
  )

/** Whether `typed` is within one edit of the whole `word`. */
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

/** For short words only swaps of neighbouring letters are tried: `kar` may be `kra`. */
export const swapsOf = (word: string): string[] => {
  if (word.length < shortestSwapped || word.length >= shortestForgiven || !/^\p{L}+$/u.test(word)) return []
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  ).filter((other) => other !== word)
}

/** Whether `word` starts with one of `swapsOf(typed)`, which are not made for it. */
const startsSwapped = (typed: string, word: string): boolean => {
  if (typed.length < shortestSwapped || typed.length >= shortestForgiven || word.length < typed.length)
    return false
  const at = sharedStart(typed, word)
  return (
    at < typed.length - 1 &&
    typed[at] === word[at + 1] &&
    typed[at + 1] === word[at] &&
    word.startsWith(typed.slice(at + 2), at + 2) &&
    /^\p{L}+$/u.test(typed)
  )
}

/** Whether `word` is one of `swapsOf(typed)`. */
export const isSwapped = (typed: string, word: string): boolean =>
  word.length === typed.length && startsSwapped(typed, word)

/** Whether `word` starts with `typed`, allowing one edit. Both are folded. */
export const isAlmostBegun = (typed: string, word: string): boolean =>
  word.startsWith(typed) ||
  (typed.length >= shortestForgiven ? isOneTypoFrom(typed, word) : startsSwapped(typed, word))

/**
 * Edit distance with swaps (optimal string alignment); null if above `most`. Computes only a band of the table: linear time.
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
