import { fold } from '../fold.ts'

/** Numbers in words, folded, in six languages. */
const words: Readonly<Record<number, string>> = {
  1: 'un une one ein eins eine einen einem einer uno una один одну одна',
  2: 'deux two zwei due dos два две двух',
  3: 'trois three drei tre tres три трех',
  4: 'quatre four vier quattro cuatro четыре',
  5: 'cinq five funf cinque cinco пять пяти',
  6: 'six sechs sei seis шесть',
  7: 'sept seven sieben sette siete семь',
  8: 'huit eight acht otto ocho восемь',
  9: 'neuf nine neun nove nueve девять',
  10: 'dix ten zehn dieci diez десять десяти',
  11: 'onze eleven elf undici once одиннадцать',
  12: 'douze twelve zwolf dodici doce двенадцать',
  13: 'treize thirteen dreizehn tredici trece тринадцать',
  14: 'quatorze fourteen vierzehn quattordici catorce четырнадцать',
  15: 'quinze fifteen funfzehn quindici quince пятнадцать',
  18: 'dix-huit eighteen achtzehn diciotto dieciocho восемнадцать',
  20: 'vingt twenty zwanzig venti veinte двадцать двадцати',
  25: 'vingt-cinq twenty-five funfundzwanzig venticinque veinticinco',
  30: 'trente thirty dreissig trenta treinta тридцать тридцати',
  40: 'quarante forty vierzig quaranta cuarenta сорок',
  50: 'cinquante fifty funfzig cinquanta cincuenta пятьдесят',
  60: 'soixante sixty sechzig sessanta sesenta шестьдесят',
  100: 'cent hundred hundert cento cien сто',
}

const known = new Map(
  Object.entries(words).flatMap(([number, some]) =>
    some.split(' ').map((word) => [word, Number(number)] as const),
  ),
)

/** Whole words for thousands; compounds end in those of German and Italian. */
const thousands = /^(?:mille|mil|mila|thousand|tausend|тысяч[аиу]?|тыс|тыщ[аиу]?)$/u
const compound = /^(\p{L}{2,16})(?:tausend|mila)$/u

/** Smaller ones are words of names: `deux colonnes`. */
const LEAST = 13

/**
 * Writes numbers in digits: `vingt mille` is `20000`, `dreißigtausend` is `30000`, `quinze jours` is `15 jours`. Numbers up to
 * twelve only before thousands, or with `all`.
 */
export const inDigits = (text: string, all = false): string => {
  const parts = text.split(/(\s+)/)
  const written: string[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const word = fold(parts[at] ?? '')
    const many = known.get(compound.exec(word)?.[1] ?? '')
    const number = known.get(word)
    const isThousand = number !== undefined && thousands.test(fold(parts[at + 2] ?? ''))
    if (many !== undefined) written.push(String(many * 1000))
    else if (isThousand) {
      written.push(String(number * 1000))
      at += 2
    } else if (number !== undefined && number !== 100 && (all || number >= LEAST))
      written.push(String(number))
    else written.push(parts[at] ?? '')
  }
  return written
    .join('')
    .replace(halfMillion, '500000')
    .replace(oneMillion, '1000000')
    .replace(millions, (_, digits: string) => String(Math.round(Number(digits.replace(',', '.')) * 1e6)))
}

/** `half a million`, `mezzo milione`, `полмиллиона`. */
const halfMillion =
  /(?<!\p{L})(?:un\s)?(?:demi[- ]millions?|half\sa\smillion|(?:eine\s)?halbe\smillion|mezzo\smilione|medio\smill[oó]n|полмиллиона|пол[- ](?:миллиона|ляма)|поллимона)(?!\p{L})/giu
const oneMillion =
  /(?<![\p{L}\d]|\d\s)(?:(?:un|a|one|eine|una?)\s(?:millions?|million|milione|mill[oó]n)|миллиона?)(?!\p{L})/giu

const millions =
  /(?<![\d.,])(\d{1,4}(?:[.,]\d{1,2})?)\s?(?:millions?|mln|mio|millionen|milion[ei]|mill[oó]n(?:es)?|миллион(?:а|ов)?|млн)(?!\p{L})/giu
