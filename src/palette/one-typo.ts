/**
 * Whether `typed` is the beginning of `word`, but for one slip: a letter missing, too many, wrong, or two swapped. The
 * first letter must be right, and there must be five: people seldom miss the first, and short words resemble too many.
 */
export function isOneTypoFrom(typed: string, word: string): boolean {
  if (typed.length < 5 || typed[0] !== word[0]) return false
  const at = firstDifference(typed, word)
  if (at === typed.length) return true
  return (
    word.startsWith(typed.slice(at + 1), at) ||
    word.startsWith(typed.slice(at), at + 1) ||
    word.startsWith(typed.slice(at + 1), at + 1) ||
    (typed[at] === word[at + 1] && typed[at + 1] === word[at] && word.startsWith(typed.slice(at + 2), at + 2))
  )
}

const firstDifference = (one: string, other: string): number => {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}
