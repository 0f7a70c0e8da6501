import { createAtom } from '@xstate/store'

/** Counts up each time that sessions of one's own may have ended: their lists are read again. */
export const sessionsRound = createAtom(0)

export const sessionsEnded = (): void => sessionsRound.set(sessionsRound.get() + 1)

/** In their order: most browsers also say that they are the ones below them. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** `Firefox · Windows`: what a browser says of itself in the words of its maker, the same in every language; null where it says neither. */
export const deviceName = (userAgent: string | null): string | null => {
  const names = [nameIn(browsers, userAgent ?? ''), nameIn(systems, userAgent ?? '')].filter(
    (name) => name !== null,
  )
  return names.length === 0 ? null : names.join(' · ')
}

export const isPhone = (userAgent: string | null): boolean =>
  /\bMobi|\biPhone\b|\bAndroid\b/.test(userAgent ?? '')

const nameIn = (table: typeof browsers, text: string): string | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null
