/** Words and letters for thousands after a number, in six languages: `40k`, `30mila`, `50 mille`, `30 тыс.`. */
const behindDigit =
  /(?<=\d)\s?(?:k|к|mila|mille|mil|tausend|tsd|thousand|ты(?:с(?:яч[аиу]?)?|щ[аиу]?))\.?(?![\p{L}\d])/giu
const here = /\s?(?:k|к|mila|mille|mil|tausend|tsd|thousand|ты(?:с(?:яч[аиу]?)?|щ[аиу]?))\.?(?![\p{L}\d])/iuy

/** Length of such a word at a position; 0 for none. */
export const thousandsLength = (text: string, at: number): number => {
  here.lastIndex = at
  return here.exec(text)?.[0].length ?? 0
}

/** One letter for all such words. */
export const shortThousands = (text: string): string => text.replace(behindDigit, 'k')

/** Zeros instead of such words: for telling what a text is, not for its value. */
export const zerosForThousands = (text: string): string => text.replace(behindDigit, '000')

/** The number before such a word at the end; null without one. */
export const beforeThousands = (text: string): string | null => {
  let at = text.length
  while (at > 0 && !/\d/.test(text[at - 1]!)) at -= 1
  const size = at === 0 ? 0 : thousandsLength(text, at)
  return size > 0 && at + size === text.length ? text.slice(0, at) : null
}
