import { isOneTypoFrom as isNearlyBegun, shortestForgiven } from '../../../domain/lib/typo.ts'

/**
 * Whether `typed` is the beginning of `word`, but for one slip: a letter missing, too many, wrong, or two swapped. The
 * first letter must be right, or swapped with the second, and there must be five: people seldom miss the first, and
 * short words resemble too many.
 */
export const isOneTypoFrom = (typed: string, word: string): boolean => {
  if (typed.length < shortestForgiven) return false
  const isSwapped = typed[0] === word[1] && typed[1] === word[0]
  return (typed[0] === word[0] || isSwapped) && isNearlyBegun(typed, word)
}
