import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fold, foldedWords } from '../../../domain/lib/fold.ts'
import { isOneTypoFrom } from '../../../domain/lib/typo.ts'
import { entryVersion } from '../../../domain/search/searchable.ts'

describe('folding', () => {
  it.each([
    ['Cœur d’Abidjan', 'coeur d abidjan'],
    ["COEUR D'ABIDJAN", 'coeur d abidjan'],
    ['Koné', 'kone'],
    ['Kone\u0301', 'kone'],
    ['Straße Łódź Øre', 'strasse lodz ore'],
    ['İstanbul ışık', 'istanbul isik'],
    ['Ёлка Йод', 'елка иод'],
    ['ﬁn ½ ²', 'fin 1 2 2'],
    ['  rue   12, lot/7 ', 'rue 12 lot 7'],
    ['100 % _ \\ \' "', '100'],
    ['', ''],
  ])('makes %j %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
    expect(fold(folded)).toBe(folded)
  })

  it('gives words, and none of nothing', () => {
    expect(foldedWords('N’Guessan Awa')).toEqual(['n', 'guessan', 'awa'])
    expect(foldedWords(' … ')).toEqual([])
  })
})

describe('a typo', () => {
  it.each([
    ['kouasi', 'kouassi', 'missing'],
    ['kouasssi', 'kouassi', 'too many'],
    ['kouazsi', 'kouassi', 'wrong'],
    ['kouaissi', 'kouassi', 'put in'],
    ['okuassi', 'kouassi', 'swapped at the start'],
    ['kouasis', 'kouassi', 'swapped at the end'],
    ['tarore', 'traore', 'swapped'],
    ['beatir', 'beatrice', 'swapped in a beginning'],
    ['xouassi', 'kouassi', 'wrong at the start'],
    ['kouass', 'kouassi', 'the last one missing'],
  ])('%s is one from %s: a letter %s', (typed, word) => {
    expect(isOneTypoFrom(typed, word)).toBe(true)
  })

  it.each([
    ['kouamme', 'kouassi'],
    ['ssiouak', 'kouassi'],
    ['abcde', 'abxye'],
    ['kouassi', 'kou'],
  ])('%s is not one from %s', (typed, word) => {
    expect(isOneTypoFrom(typed, word)).toBe(false)
  })
})

/** By code point if invisible or ambiguous. */
const same: readonly (readonly [what: string, one: string, other: string])[] = [
  ['a letter apostrophe', 'N\u02bcGuessan', "N'Guessan"],
  ['a turned comma', '\u02bbAbd', "'Abd"],
  ['teh marbuta and heh', 'خديجة', 'خديجه'],
  ['teh marbuta and heh, a place', 'المدينة', 'المدينه'],
  ['alef maksura and yeh', 'ليلى', 'ليلي'],
  ['alef maksura and yeh, a word', 'مصطفى', 'مصطفي'],
  ['alef with hamza above', 'أنور', 'انور'],
  ['alef with hamza below', 'إبراهيم', 'ابراهيم'],
  ['alef with madda', 'آمنة', 'امنه'],
  ['alef wasla', '\u0671\u0644\u062d\u0633\u0646', 'الحسن'],
  ['a hamza apart from its alef', 'ا\u0654نور', 'أنور'],
  ['waw with hamza', 'مؤمن', 'مومن'],
  ['yeh with hamza', 'وائل', 'وايل'],
  ['yeh with hamza before teh', 'عائشة', 'عايشه'],
  ['the hamza on the line', 'علاء', 'علا'],
  ['the hamza within a word', 'قراءة', 'قراه'],
  ['tatweel', 'مـــحمد', 'محمد'],
  ['tatweel at the end', 'سالمـ', 'سالم'],
  ['vowels', 'مُحَمَّد', 'محمد'],
  ['nunation', 'شكرًا', 'شكرا'],
  ['a dagger alef', 'رحم\u0670ن', 'رحمن'],
  ['a Koranic mark', 'نور\u06da', 'نور'],
  ['Persian kaf', '\u06a9ريم', 'كريم'],
  ['Persian yeh', 'عل\u06cc', 'علي'],
  ['Persian yeh within a word', 'یوسف', 'يوسف'],
  ['gaf for kaf', 'گمال', 'كمال'],
  ['the Tunisian gaf', 'ڨفصة', 'قفصه'],
  ['veh for feh', 'ڤاطمة', 'فاطمه'],
  ['peh for beh', 'پاريس', 'باريس'],
  ['Maghrebi feh and qaf', '\u06a2ا\u06a7', 'فاق'],
  ['heh goal', '\u06c1ند', 'هند'],
  ['heh doachashmee', '\u06beند', 'هند'],
  ['Urdu yeh barree', 'عل\u06d2', 'علي'],
  ['the ligature of lam and alef', '\ufefb', 'لا'],
  ['lam and alef with hamza', '\ufef7مل', 'لأمل'],
  ['letters in their presentation forms', '\ufee3\ufea4\ufee4\ufeaa', 'محمد'],
  ['a presentation form of teh marbuta', 'خديج\ufe94', 'خديجه'],
  ['the ligature of Allah', '\ufdf2', 'الله'],
  ['a vowel in its isolated form', 'نو\ufe7eر', 'نور'],
  ['a mark of direction within a word', 'سا\u200fلم', 'سالم'],
  ['a zero-width non-joiner', 'می\u200cنا', 'مينا'],
  ['Arabic digits', 'شارع ٤٢', 'شارع 42'],
  ['Persian digits', 'شارع ۴۲', 'شارع ٤٢'],
  ['N’Ko digits', '\u07c1\u07c5', '15'],
  ['full-width digits and letters', 'ＬＯＴ ７', 'lot 7'],
  ['digits of two kinds in one number', '٠٧08۹', '07089'],
  ['a soft hyphen', 'Ventila\u00adteur', 'ventilateur'],
  ['a zero-width space', 'Kou\u200bassi', 'kouassi'],
  ['a byte order mark', '\ufeffKoné', 'kone'],
  ['a direction override', '\u202aSoro\u202c', 'soro'],
  ['ligatures of Latin', 'Œuvre Straße Łódź', 'oeuvre strasse lodz'],
  ['a Latin ligature of print', 'o\ufb03ce', 'office'],
  ['accents apart from their letters', 'Ze\u0301le\u0301', 'zélé'],
]

/** Letters that differ in meaning, however alike they look. */
const different = [
  ['سعيد', 'شعيد'],
  ['حسن', 'خسن'],
  ['علي', 'عمر'],
  ['دار', 'ذار'],
  ['طارق', 'تارق'],
  ['صالح', 'سالح'],
  ['٤٢', '٢٤'],
  ['فاطمة', 'فاطم'],
] as const

describe('folding of other scripts', () => {
  it.each(same)('takes %s for the same: %j and %j', (_, one, other) => {
    expect(fold(one)).toBe(fold(other))
    expect(fold(one)).not.toBe('')
    expect(fold(fold(one))).toBe(fold(one))
  })

  it.each(different)('tells %j from %j', (one, other) => expect(fold(one)).not.toBe(fold(other)))
})

/** Characters known to all Node versions, alone and between two others. */
const ranges = [
  [0x20, 0x17f],
  [0x370, 0x377],
  [0x386, 0x3ff],
  [0x400, 0x4ff],
  [0x5d0, 0x5ea],
  [0x620, 0x6ff],
  [0x1e00, 0x1eff],
  [0x2000, 0x2027],
  [0x2150, 0x215f],
  [0xfb00, 0xfb06],
  [0xfb50, 0xfbb1],
  [0xfe70, 0xfe74],
  [0xff10, 0xff5a],
] as const

it('has the entry version of its letters', () => {
  const hash = createHash('sha256')
  for (const [first, last] of ranges)
    for (let code = first; code <= last; code++) {
      const letter = String.fromCodePoint(code)
      hash.update(`${fold(letter)}|${fold(`a${letter}1`)}\n`)
    }
  // If this hash changes, raise `entryVersion`, since stored entries are folded.
  expect({ entryVersion, letters: hash.digest('hex').slice(0, 16) }).toEqual({
    entryVersion: 2,
    letters: '464a0b3012d06a5f',
  })
})
