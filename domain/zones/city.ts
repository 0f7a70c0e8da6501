import { foldedWords } from '../lib/fold.ts'

/** A city of a zone: `name` as its zone writes it, `spellings` with the name. */
export type City = { name: string; spellings: readonly string[] }

/** The parts of an entry of `cities`: `Yopougon = Yop, Poy` is the city Yopougon with three spellings. */
export const readCity = (entry: string): City => {
  const [name = '', others = ''] = entry.split(/=(.*)/s).map((part) => part.trim())
  return { name, spellings: [name, ...others.split(/[,;،]/).map((one) => one.trim())].filter(isSpelling) }
}

const isSpelling = (text: string): boolean => keyOfWords(foldedWords(text)) !== ''

/** A spelling without what people write differently: case, accents, apostrophes, hyphens, spaces, `11e` for 11. */
export const spellingKey = (text: string): string => keyOfWords(foldedWords(text))

/** The key of words as `foldedWords` gives them. */
export const keyOfWords = (words: readonly string[]): string => words.map(plainOrdinal).join('')

/** `11e`, `11ème` and `1er` are 11 and 1. */
export const plainOrdinal = (word: string): string =>
  /^(\d+)(?:e|er|ere|eme|ieme|nd|nde|th|st|rd)$/.exec(word)?.[1] ?? word

/** The spellings of the cities that two entries share, as they are written first; for a refusal. */
export const sharedSpellings = (cities: readonly string[], others: readonly string[]): string[] => {
  const taken = new Set(others.flatMap((entry) => readCity(entry).spellings.map(spellingKey)))
  return cities.flatMap((entry) => readCity(entry).spellings).filter((one) => taken.has(spellingKey(one)))
}

/** Whether an entry has nothing to recognise, or a spelling occurs twice among the entries. */
export const whyNotCities = (cities: readonly string[]): 'CITY_UNREADABLE' | 'CITY_TWICE' | null => {
  const read = cities.map(readCity)
  if (read.some(({ name }) => !isSpelling(name))) return 'CITY_UNREADABLE'
  const keys = read.flatMap(({ spellings }) => [...new Set(spellings.map(spellingKey))])
  return new Set(keys).size === keys.length ? null : 'CITY_TWICE'
}
