import { languages } from '../core/languages.ts'
import { fold } from '../lib/fold.ts'

export const dayMinutes = 24 * 60

/** Its hour without a clock, and whether hours up to 12 are after noon in it. */
export type PartOfDay = { hour: number; isLate: boolean }

/** Of several words, the one that the reader knows. Folded. */
export const phrases: readonly (readonly [string, string])[] = [
  ['day after tomorrow', 'ubermorgen'],
  ['apres demain', 'ubermorgen'],
  ['pasado manana', 'ubermorgen'],
  ['dopo domani', 'ubermorgen'],
  ['apres midi', 'nachmittag'],
  ['d ici', 'dans'],
  ['aujourd hui', 'heute'],
  ['a m', 'am'],
  ['p m', 'pm'],
  ['полчаса', 'half час'],
  ['anderthalb stunden', '90 min'],
  ['eineinhalb stunden', '90 min'],
  ['полтора часа', '90 min'],
]

const wordLists = {
  in: 'in dans en tra fra entro dentro через',
  half: 'half demi demie halb halbe halben mezz mezza mezzo media medio пол',
  quarter: 'quarter quart quarts viertel quarto quarti cuarto cuartos четверть четверти',
  /** Behind an hour: more, and less. */
  and: 'and et e y и',
  less: 'moins meno menos',
  /** Behind minutes, before an hour. */
  past: 'past nach',
  to: 'to vor till para',
  join: `at on the this next by around of o clock a an de d le la les l au du vers ce cet prochain prochaine am um den dem der
    diesen nachsten nachster gegen alle il lo ai di del della questo questa prossimo prossima verso las los el por proximo
    este esta sobre в во на к около ближайший следующий следующую
    after from apres partir ab nach dopo dalle despues desde после с`,
}

const valueLists = {
  number: [
    // Articles; a numeral is written in digits.
    [1, 'a an un ein eine einer einem einen uno один одну'],
  ],
  ordinal: [
    [1, 'первого'],
    [2, 'второго'],
    [3, 'третьего'],
    [4, 'четвёртого'],
    [5, 'пятого'],
    [6, 'шестого шести'],
    [7, 'седьмого семи'],
    [8, 'восьмого восьми'],
    [9, 'девятого девяти'],
    [10, 'десятого'],
    [11, 'одиннадцатого одиннадцати'],
    [12, 'двенадцатого двенадцати'],
  ],
  /** Minutes of the hour under way, before the hour that it leads to. */
  towards: [
    [15, 'viertel четверть'],
    [30, 'halb пол половина половине половину'],
    [45, 'dreiviertel'],
  ],
  day: [
    [0, 'today aujourdhui heute oggi hoy сегодня'],
    [1, 'tomorrow demain morgen domani mañana завтра'],
    [2, 'surlendemain übermorgen uebermorgen dopodomani послезавтра'],
  ],
} as const

const unitLists = [
  [1, false, 'm min mins minute minutes minuten minuto minuti minutos м мин минут минута минуту минуты'],
  [60, true, 'h heure heures uhr ore hora horas ч час часа часов'],
  [15, false, 'viertelstunde'],
  [45, false, 'dreiviertelstunde'],
  [60, false, 'hour hours hr hrs stunde stunden std ora'],
  [dayMinutes, false, 'day days j jour jours tag tage tagen giorno giorni dia dias день дня дней'],
  [
    7 * dayMinutes,
    false,
    'week weeks semaine semaines woche wochen settimana settimane semana semanas неделя неделю недели недель',
  ],
] as const

const partLists = [
  [9, false, 'morning matin früh frueh vormittag vormittags morgens mattina mattino утром утра'],
  [12, true, 'noon midday midi mittag mittags mezzogiorno mediodía полдень'],
  [15, true, 'afternoon nachmittag nachmittags pomeriggio tarde днём дня'],
  [18, true, 'evening tonight soir abend abends sera stasera noche вечером вечера'],
] as const

/** The accusative, in which days are named; `Intl` has the nominative. */
const russianWeekdays = [
  [3, 'среду'],
  [5, 'пятницу'],
  [6, 'субботу'],
] as const

const listOf = (text: string): string[] => text.split(/\s+/).map((word) => fold(word))

const mapOf = <T>(lists: readonly (readonly [T, string])[]): ReadonlyMap<string, T> =>
  new Map(lists.flatMap(([value, text]) => listOf(text).map((word): [string, T] => [word, value])))

const makeWords = () => ({
  in: new Set(listOf(wordLists.in)),
  half: new Set(listOf(wordLists.half)),
  quarter: new Set(listOf(wordLists.quarter)),
  and: new Set(listOf(wordLists.and)),
  less: new Set(listOf(wordLists.less)),
  past: new Set(listOf(wordLists.past)),
  to: new Set(listOf(wordLists.to)),
  join: new Set(listOf(wordLists.join)),
  number: mapOf<number>(valueLists.number),
  ordinal: mapOf<number>(valueLists.ordinal),
  towards: mapOf<number>(valueLists.towards),
  day: mapOf<number>(valueLists.day),
  unit: mapOf(
    unitLists.map(([minutes, isClock, text]): [{ minutes: number; isClock: boolean }, string] => [
      { minutes, isClock },
      text,
    ]),
  ),
  part: mapOf(partLists.map(([hour, isLate, text]): [PartOfDay, string] => [{ hour, isLate }, text])),
  // 1 November 2026 is a Sunday.
  weekday: new Map([
    ...calendarNames(7, 'weekday', (weekday) => Date.UTC(2026, 10, 1 + weekday)),
    ...mapOf<number>(russianWeekdays),
  ]),
  month: new Map(
    calendarNames(12, 'month', (month) => Date.UTC(2026, month, 1)).map(([word, month]) => [word, month + 1]),
  ),
})

let made: ReturnType<typeof makeWords> | null = null

/** The words of a time in all six languages, folded; made on first use. */
export const words = (): ReturnType<typeof makeWords> => {
  made ??= makeWords()
  return made
}

/** Long and short names in every language, folded, with their index. */
const calendarNames = (
  count: number,
  type: 'weekday' | 'month',
  instant: (index: number) => number,
): [string, number][] =>
  Object.values(languages).flatMap(({ locale }) =>
    (['long', 'short'] as const).flatMap((length) => {
      // Beside a day, Russian months are in the genitive.
      const format = new Intl.DateTimeFormat(locale, { day: 'numeric', [type]: length, timeZone: 'UTC' })
      return Array.from({ length: count }, (_, index): [string, number] => {
        const name = format.formatToParts(instant(index)).find((part) => part.type === type)?.value ?? ''
        return [fold(name), index]
      })
    }),
  )
