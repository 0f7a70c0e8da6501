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
