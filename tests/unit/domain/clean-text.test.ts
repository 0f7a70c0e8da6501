import { describe, expect, it } from 'vitest'
import { cleanLine, cleanText, plainText } from '../../../domain/lib/typed/clean-text.ts'

describe('cleaning', () => {
  it.each([
    ['\u200bAwa Ko\u200bné\ufeff', 'Awa Koné'],
    ['\u202a+225 07 08 09 10 11\u202c', '+225 07 08 09 10 11'],
    ['\u2066Yao\u2069\u200e\u200f\u061c', 'Yao'],
    ['auf\u00adlauf\u2060end', 'auflaufend'],
    ['Kone\u0301', 'Koné'],
    ['Kone\u200b\u0301', 'Koné'],
    ['15\u202f000\u00a0F\u2009CFA\u3000', '15 000 F CFA'],
    ['Jean\u2011Pierre N\u2010Dri', 'Jean-Pierre N-Dri'],
    ['a\u0007b\u001bc\u009f', 'abc'],
    ['a\u115f\u3164\u2800', 'a'],
    ['photo\ufffc\ufffa', 'photo'],
    ['tag\u{e0041}\u{e007f}ged', 'tagged'],
    ['\ud83c\udff4\u{e0041}\u200bx\u{e0041}', '\ud83c\udff4\u{e0041}x'],
    ['7\ufe0f7', '77'],
    ['a\u200db\u200cc', 'abc'],
    ['\u200b\u2060\u00a0', ''],
  ])('takes out of %j what nobody sees: %j', (typed, cleaned) => {
    expect(cleanText(typed)).toBe(cleaned)
    expect(cleanText(cleaned)).toBe(cleaned)
  })

  it.each([
    ['a Persian non-joiner', 'می\u200cخواهم'],
    ['an Arabic joiner', 'ه\u200dه'],
    ['a conjunct that is not formed', 'क्\u200cष'],
    ['an old Malayalam chillu', 'അവന\u0d4d\u200d'],
    ['a family', '👨\u200d👩\u200d👧'],
    ['a skin and a gender', '🤷🏽\u200d♀\ufe0f'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['a heart', '❤\ufe0f'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['the flag of Wales', '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}'],
    ['a variant of an ideograph', '葛\u{e0100}'],
    ['lines', 'rue 12\nporte bleue\r\n\tsonner'],
    ['a dash between words', 'lundi – vendredi'],
    ['a dash within them', '8h–12h'],
    ['letters of every script', 'Ёлка Ærø فاطمة 中文'],
  ])('leaves %s as it is', (_, text) => {
    expect(cleanText(text)).toBe(text)
  })

  it('makes a hyphen of a dash within a word of one line', () => {
    expect(cleanLine('Jean–Pierre CMD−77—A')).toBe('Jean-Pierre CMD-77-A')
    expect(cleanLine('Cocody – Angré')).toBe('Cocody – Angré')
  })

  it('makes one line of a text that has several, where a field has one', () => {
    expect(cleanLine('Awa\u2028Bakakoko\r\n\tZadi')).toBe('Awa Bakakoko Zadi')
  })

  it('takes time in proportion to the text', () => {
    for (const piece of ['\u200b', '🏴\u{e0067}', 'ع\u200c', '\u{e0067}', '\u00a0', '–', '\u0301'])
      expect(cleanText(piece.repeat(200_000)).length).toBeLessThanOrEqual(piece.length * 200_000)
  })
})

describe('the plain form', () => {
  it.each([
    ['٠٧ ٠٨ ٠٩ ١٠ ١١', '07 08 09 10 11'],
    ['۰۷۰۸۰۹۱۰۱۱', '0708091011'],
    ['٠۷08٠٩1011', '0708091011'],
    ['＋２２５ ０７', '+225 07'],
    ['߀߁߂ ०१ ৩৪ \u{1e955}', '012 01 34 5'],
    ['06‑12–34—56−78', '06-12-34-56-78'],
    ['1\ufe0f\u20e3', '1\u20e3'],
    ['۱\u200c۲', '12'],
    ['٢٠٢٦-١١-٢٦', '2026-11-26'],
  ])('of %j is %j', (typed, plain) => {
    expect(plainText(typed)).toBe(plain)
  })
})
