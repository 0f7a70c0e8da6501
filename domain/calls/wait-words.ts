import type { LanguageCode } from '../core/languages.ts'
import { fold } from '../lib/fold.ts'

type WaitWords = {
  minute: readonly string[]
  hour: readonly string[]
  day: readonly string[]
  /** The beginning of the next day's calling hours; several words may make one name. */
  morning: readonly string[]
}

/** How waits are written, in each language. The console writes them by `call-policies:waits`, which must be among these. */
export const waitWords: Readonly<Record<LanguageCode, WaitWords>> = {
  fr: {
    minute: ['min', 'm', 'mn', 'minute', 'minutes'],
    hour: ['h', 'heure', 'heures'],
    day: ['j', 'jour', 'jours'],
    morning: ['matin', 'lendemain matin', 'le lendemain matin', 'demain matin', 'lendemain', 'le lendemain'],
  },
  en: {
    minute: ['min', 'm', 'mins', 'minute', 'minutes'],
    hour: ['h', 'hr', 'hrs', 'hour', 'hours'],
    day: ['d', 'day', 'days'],
    morning: ['morning', 'next morning', 'the next morning', 'tomorrow morning'],
  },
  de: {
    minute: ['Min', 'm', 'Minute', 'Minuten'],
    hour: ['Std', 'h', 'Stunde', 'Stunden'],
    day: ['T', 'd', 'Tag', 'Tage'],
    morning: ['morgens', 'Morgen', 'nächster Morgen', 'am nächsten Morgen', 'morgen früh'],
  },
  it: {
    minute: ['min', 'm', 'minuto', 'minuti'],
    hour: ['h', 'ora', 'ore'],
    day: ['g', 'giorno', 'giorni'],
    morning: ['mattina', 'mattino', 'domattina', 'la mattina dopo', 'domani mattina'],
  },
  es: {
    minute: ['min', 'm', 'minuto', 'minutos'],
    hour: ['h', 'hora', 'horas'],
    day: ['d', 'día', 'días'],
    morning: ['mañana', 'la mañana siguiente', 'mañana por la mañana'],
  },
  ru: {
    minute: ['мин', 'м', 'минута', 'минуты', 'минут'],
    hour: ['ч', 'час', 'часа', 'часов'],
    day: ['дн', 'д', 'день', 'дня', 'дней'],
    morning: ['утро', 'утром', 'следующее утро', 'на следующее утро', 'завтра утром'],
  },
}

const all = Object.values(waitWords)
const unitsOf = (unit: 'minute' | 'hour' | 'day', minutes: number): [string, number][] =>
  all.flatMap((words) => words[unit].map((word): [string, number] => [fold(word), minutes]))

/** Minutes of a unit, by its folded word. */
export const unitMinutes: ReadonlyMap<string, number> = new Map([
  ...unitsOf('day', 24 * 60),
  ...unitsOf('hour', 60),
  ...unitsOf('minute', 1),
])

/** Folded names of the next morning, longer ones first. */
const mornings = [...new Set(all.flatMap(({ morning }) => morning.map(fold)))].toSorted(
  (one, other) => other.length - one.length,
)

/** The folded text with each name of the next morning as one word. */
export const joinMornings = (text: string): string =>
  mornings.reduce((joined, name) => joined.replaceAll(` ${apart(name)} `, ' morning '), ` ${apart(text)} `)

/** With two spaces between words, so that neighbours share none. */
const apart = (text: string): string => text.split(' ').join('  ')
