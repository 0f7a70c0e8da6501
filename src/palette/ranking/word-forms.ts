import { isOneTypoFrom as isNearlyBegun, shortestForgiven } from '../../../domain/lib/typo.ts'

/** What plural, gender, case and the infinitive add to a word, in the five languages of Latin letters. */
const latin = /(?:ieren|ern|are|ere|ire|ees|ies|en|er|ar|ir|es|ee|os|as|s|e|i|o|a|x|y)$/

/** What case, number, gender and the infinitive add to a Russian word; folded, so that `й` is `и` and `ё` is `е`. */
const russian =
  /(?:иями|ами|ями|ого|его|ому|ему|ыми|ими|иях|ить|ать|еть|ять|ов|ев|еи|ам|ям|ах|ях|ом|ем|ои|ыи|ии|ая|яя|ое|ее|ую|юю|ые|ие|ых|их|ым|им|ия|а|я|ы|и|у|ю|е|о|ь)$/

/** Shorter than this, what is left says too little. */
const shortest = { latin: 4, russian: 3 } as const

/** A folded word without its ending: `livraisons` and `livraison`, `заказам` and `заказы` are one word in two forms. */
export function stemOf(word: string): string {
  const isRussian = /\p{Script=Cyrillic}/u.test(word)
  const stem = word.replace(isRussian ? russian : latin, '')
  return stem.length < (isRussian ? shortest.russian : shortest.latin) ? word : stem
}

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
