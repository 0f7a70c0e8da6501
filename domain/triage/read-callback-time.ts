import { languages } from '../core/languages.ts'
import { fold } from '../lib/fold.ts'
import { plainDigits } from '../lib/typed/clean-text.ts'
import { dayOf, isRealDay, midnightAt, shiftDay } from '../lib/zone-clock.ts'

const minute = 60_000
const dayMinutes = 24 * 60

/** Latest promised call, in days. */
const farthest = 60

/** Hour of a day that is typed without one. */
const morning = { hour: 9, minute: 0 }

/**
 * Parses a typed time in a time zone, with the words of all six languages: `14:30`, `14h30`, `1430`, `9h` (tomorrow's if passed
 * today), `5pm`, `+45` minutes, `+2h`, `in 2 hours`, `demain 10h`, `montag 15`, `28/11 at 10:00`, `24/11`. Null if invalid,
 * passed, or too far away.
 */
export const readCallbackTime = (text: string, now: Date, timeZone: string): Date | null => {
  const said = readTokens(tokensOf(text))
  const at = said && instantOf(said, now, timeZone)
  if (!at) return null
  const ahead = at.getTime() - now.getTime()
  return ahead > 0 && ahead <= farthest * dayMinutes * minute ? at : null
}

type Clock = { hour: number; minute: number }
type Part = { hour: number; isLate: boolean }

/** What a text says; each at most once. */
type Said = {
  /** Minutes from now. */
  span?: number
  /** Days from today. */
  days?: number
  /** 0: Sunday. */
  weekday?: number
  /** `year` only if typed. */
  date?: { day: number; month: number; year?: number }
  clock?: Clock
  half?: 'am' | 'pm'
  part?: Part
}

const instantOf = (said: Said, now: Date, timeZone: string): Date | null => {
  const { span, part } = said
  const clock = said.clock && withHalf(said.clock, said)
  if (clock === null) return null
  const isOfDays = span !== undefined && span % dayMinutes === 0 && span > 0
  if (span !== undefined && !isOfDays) return clock ? null : new Date(now.getTime() + span * minute)
  const today = dayOf(now, timeZone)
  const day = isOfDays ? shiftDay(today, span / dayMinutes) : dayNamed(said, today)
  if (day === null) return null
  const time = clock ?? (part && { hour: part.hour, minute: 0 }) ?? (day === today ? undefined : morning)
  if (day === undefined) {
    if (time === undefined) return null
    const at = timeIn(today, time, timeZone)
    return at > now ? at : timeIn(shiftDay(today, 1), time, timeZone)
  }
  const at = time && timeIn(day, time, timeZone)
  if (at === undefined) return null
  return said.weekday !== undefined && at <= now ? timeIn(shiftDay(day, 7), time!, timeZone) : at
}

/** Null: no such day; undefined: none was named. */
const dayNamed = ({ date, weekday, days }: Said, today: string): string | null | undefined => {
  if (date !== undefined) {
    const of = (year: number) => `${year}-${twoDigits(date.month)}-${twoDigits(date.day)}`
    const year = Number(today.slice(0, 4))
    const day = of(date.year ?? (of(year) < today ? year + 1 : year))
    return isRealDay(day) ? day : null
  }
  if (weekday !== undefined) {
    const now = new Date(`${today}T00:00:00Z`).getUTCDay()
    return shiftDay(today, (weekday - now + 7) % 7)
  }
  return days === undefined ? undefined : shiftDay(today, days)
}

const withHalf = (clock: Clock, { half, part }: Said): Clock | null => {
  const isLate = half === 'pm' || (half === undefined && part?.isLate === true)
  const hour =
    clock.hour < 12 && isLate ? clock.hour + 12 : clock.hour === 12 && half === 'am' ? 0 : clock.hour
  return hour > 23 || clock.minute > 59 ? null : { ...clock, hour }
}

const timeIn = (day: string, { hour, minute }: Clock, timeZone: string): Date =>
  midnightAt(Date.parse(`${day}T${twoDigits(hour)}:${twoDigits(minute)}:00Z`), timeZone)

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Numbers with their separators, folded words, and `+`. */
const tokensOf = (text: string): string[] => {
  const found = plainDigits(text).match(/\d+(?:[:./-]\d+)*|[\p{L}\p{M}]+|\+|[^\s,.'’()-]/gu) ?? []
  let joined = ` ${found.map((token) => (/[\d+]/.test(token) ? token : fold(token) || token)).join(' ')} `
  for (const [phrase, word] of phrases) joined = joined.replaceAll(` ${phrase} `, ` ${word} `)
  return joined.trim().split(' ')
}

/** Each token is read in its turn; an unknown one makes the text unreadable. */
const readTokens = (tokens: readonly string[]): Said | null => {
  const said: Said = {}
  let at = 0
  while (at < tokens.length) {
    const size = readSpan(tokens, at, said) || readNumber(tokens, at, said) || readWord(tokens, at, said)
    if (size === 0) return null
    at += size
  }
  return said
}

/** `+45`, `in 2 hours`, `dans une heure`, `через час`, `30 min`. Returns how many tokens it took. */
const readSpan = (tokens: readonly string[], from: number, said: Said): number => {
  if (said.span !== undefined) return 0
  const sign = tokens[from]!
  const isSigned = sign === '+' || words().in.has(sign)
  let at = from + (isSigned ? 1 : 0)
  if (isSigned) while (at < tokens.length && isJoin(tokens[at]!)) at += 1
  const number = wholeAt(tokens[at]) ?? (isSigned ? words().number.get(tokens[at] ?? '') : undefined)
  if (number !== undefined) at += 1
  const isHalf = isSigned && words().half.has(tokens[at] ?? '')
  if (isHalf) at += isJoin(tokens[at + 1] ?? '') ? 2 : 1
  const unit = words().unit.get(tokens[at] ?? '')
  if (unit === undefined) {
    if (sign !== '+' || number === undefined) return 0
    said.span = number
    return at - from
  }
  // `9h` and `14 heures` are times of a day.
  if (!isSigned && (number === undefined || unit.isClock)) return 0
  at += 1
  const rest = unit.minutes === 60 ? wholeAt(tokens[at]) : undefined
  if (rest !== undefined) {
    at += 1
    if (words().unit.get(tokens[at] ?? '')?.minutes === 1) at += 1
  }
  said.span = (isHalf ? 0.5 : (number ?? 1)) * unit.minutes + (rest ?? 0)
  return at - from
}

/** A date or a time of the day. */
const readNumber = (tokens: readonly string[], at: number, said: Said): number => {
  const token = tokens[at]!
  if (!/^\d/.test(token)) return 0
  const next = tokens[at + 1] ?? ''
  const month = words().month.get(next)
  const day = wholeAt(token)
  if (day !== undefined && month !== undefined && said.date === undefined) {
    said.date = { day, month }
    return 2
  }
  const isTime = words().unit.get(next)?.isClock === true
  const date = isTime ? null : dateOf(token)
  if (date !== null) {
    if (said.date !== undefined) return 0
    said.date = date
    return 1
  }
  const clock = clockOf(token)
  if (clock === null || said.clock !== undefined) return 0
  said.clock = clock
  if (!isTime) return 1
  const rest = /^\d+$/.test(token) && /^\d{2}$/.test(tokens[at + 2] ?? '') ? Number(tokens[at + 2]) : null
  if (rest !== null) said.clock = { ...clock, minute: rest }
  return rest === null ? 2 : 3
}

const readWord = (tokens: readonly string[], at: number, said: Said): number => {
  const word = tokens[at]!
  const isBeforeNumber = /^\d/.test(tokens[at + 1] ?? '')
  const isAfterClock = said.clock !== undefined && said.half === undefined
  if (isAfterClock && (word === 'am' || word === 'pm')) {
    // German `15 am Montag`.
    if (word === 'pm' || said.clock!.hour <= 12) said.half = word
    return 1
  }
  const hasDay = said.days !== undefined || said.weekday !== undefined || said.date !== undefined
  const days = words().day.get(word)
  if (days !== undefined && !hasDay) {
    said.days = days
    return 1
  }
  const weekday = words().weekday.get(word)
  if (weekday !== undefined && !hasDay) {
    said.weekday = weekday
    return 1
  }
  // `mañana` and `morgen` after a day are its morning.
  const part = words().part.get(word) ?? (days === 1 ? { hour: morning.hour, isLate: false } : undefined)
  if (part !== undefined && said.part === undefined) {
    said.part = part
    return 1
  }
  if (isJoin(word)) return 1
  // `in the evening`, `ore 15`.
  return (isBeforeNumber ? words().unit.get(word)?.isClock : words().in.has(word)) ? 1 : 0
}

const isJoin = (word: string): boolean => words().join.has(word)

const wholeAt = (token: string | undefined): number | undefined =>
  token !== undefined && /^\d{1,3}$/.test(token) ? Number(token) : undefined

/** `28/11`, `28.11.26`, `2026-11-28`; null for `14.30`, which is a time. */
const dateOf = (token: string): Said['date'] | null => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(token)
  const [, day, month, year] =
    /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/.exec(token) ??
    (iso === null ? [] : [iso[0], iso[3], iso[2], iso[1]])
  if (day === undefined || Number(month) > 12 || Number(month) < 1) return null
  const whole = year && Number(year.length === 2 ? `20${year}` : year)
  return { day: Number(day), month: Number(month), ...(whole ? { year: whole } : {}) }
}

/** `9`, `1430`, `14:30`, `14.30`. */
const clockOf = (token: string): Clock | null => {
  const [, hour, minutes = '0'] =
    /^(\d{1,2})(\d{2})$/.exec(token) ?? /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(token) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minutes) > 59) return null
  return { hour: Number(hour), minute: Number(minutes) }
}

/** Of several words, the one that the reader knows. Folded. */
const phrases: readonly (readonly [string, string])[] = [
  ['day after tomorrow', 'ubermorgen'],
  ['apres demain', 'ubermorgen'],
  ['pasado manana', 'ubermorgen'],
  ['dopo domani', 'ubermorgen'],
  ['apres midi', 'nachmittag'],
  ['d ici', 'dans'],
  ['aujourd hui', 'heute'],
  ['a m', 'am'],
  ['p m', 'pm'],
  ['полчаса', 'через half час'],
]

const wordLists = {
  in: 'in dans en tra fra entro dentro через',
  half: 'half demi demie halb halbe halben mezz mezza mezzo media medio пол',
  join: `at on the this next by around o clock a an de d le la les l au du vers ce cet prochain prochaine am um den dem der
    diesen nachsten nachster gegen alle il lo ai di del della questo questa prossimo prossima verso las los el por proximo
    este esta sobre в во на к около ближайший следующий следующую`,
}

const valueLists = {
  number: [
    [1, 'one a an un une ein eine einer einem uno una один одну'],
    [2, 'two deux zwei due dos два две'],
    [3, 'three trois drei tre tres три'],
    [4, 'four quatre vier quattro cuatro четыре'],
    [5, 'five cinq funf cinque cinco пять'],
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
  join: new Set(listOf(wordLists.join)),
  number: mapOf<number>(valueLists.number),
  day: mapOf<number>(valueLists.day),
  unit: mapOf(
    unitLists.map(([minutes, isClock, text]): [{ minutes: number; isClock: boolean }, string] => [
      { minutes, isClock },
      text,
    ]),
  ),
  part: mapOf(partLists.map(([hour, isLate, text]): [Part, string] => [{ hour, isLate }, text])),
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

const words = (): ReturnType<typeof makeWords> => {
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
