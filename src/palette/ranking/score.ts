import type { Tier } from './rank.ts'

/** What rows are scored by, of 100: how much of the text they explain, less what they leave over. */
export const weights = {
  /** A row that reads the whole text, by the quality of its match. */
  tier: { exact: 96, prefix: 88, initials: 80, words: 76, fuzzy: 30 } satisfies Record<Tier, number>,
  /** A command of which the text is a keyword; less with its distance from the screen. */
  keyword: 92,
  /** The same where the text is a status, which is a filter. */
  status: 75,
  /** A phrase that means a command on the record in hand, before a filter by the same words. */
  here: 97,
  /** A command of values by a word that is no value. */
  withoutValue: 70,
  /** A row that explains every word but reads the text in no known order. */
  whole: 90,
  /** Share of a word that is left over, taken off. */
  leftOver: 0.5,
  /** A number, telephone or code says more than a word. */
  exact: 2,
  word: 1,
  /** A word that no language of the console knows, and one that only asks to look. */
  unknown: 0.6,
  looking: 0.3,
  /** A row that finds nothing, after all others. */
  nothing: -1,
  /** Most that a row may have that leaves more over than it explains. */
  poor: 4,
  /** Taken off a row of the text with slips corrected, and with abbreviations written out. */
  slip: 12,
  /** A record whose request has words that were not read, and what each of them takes off. */
  openedAside: 25,
  unread: 10,
  /** Taken off a command that is only in the key sheet. */
  hidden: 14,
  /** A record beside the words of a command. */
  besideAction: 80,
  short: 3,
} as const

/** The score of a row by the weights of the words that it explains and of all words of the text. */
export const scoreOf = (explained: number, all: number): number =>
  all === 0 ? 0 : (weights.whole * (explained - weights.leftOver * Math.max(0, all - explained))) / all
