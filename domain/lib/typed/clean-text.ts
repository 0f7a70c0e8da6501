/**
 * Cleans typed, pasted, scanned or imported text, before anything else: removes invisible characters, normalises spaces,
 * composes letters (NFC). Keeps joiners inside words of scripts that need them, emoji sequences, variation selectors and line
 * breaks.
 */
export const cleanText = (typed: string): string =>
  ordinary.test(typed)
    ? typed.trim()
    : withoutMarks(typed)
        .replace(spaces, ' ')
        .replace(lineEnds, '\n')
        .replace(softHyphens, '-')
        .normalize('NFC')
        .trim()

/** A single-line text (name, reference, e-mail): line breaks and tabs become spaces, dashes inside a word hyphens. */
export const cleanLine = (typed: string): string =>
  cleanText(typed).replace(dashInWord, '-').replace(partsOfLines, ' ')

/**
 * For parsing numbers, phones, codes and dates: cleaned, ASCII digits and hyphens, full-width letters normalised. Not for text
 * that is stored.
 */
export const plainText = (typed: string): string =>
  ordinary.test(typed)
    ? typed.trim()
    : typed
        .replace(lineBreaks, '\n')
        .replace(unseen, '')
        .normalize('NFKC')
        .replace(spaces, ' ')
        .replace(dashes, '-')
        .replace(foreignDigits, ourDigit)
        .trim()

/** Converts digits of other scripts to ASCII; leaves everything else. */
export const plainDigits = (text: string): string => text.replace(foreignDigits, ourDigit)

/** Fast path: only needs trimming. */
const ordinary = /^[ -~\t\n\r]*$/

/** Format and control characters, and placeholders of objects that were not pasted. */
const unseen = /(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffc]/gu

/** Includes the Braille blank, which looks like a space. */
const spaces = /[\p{Zs}\u2800]/gu
const partsOfLines = /[\t\n\r]+/g
const lineEnds = /[\u2028\u2029]/g
const lineBreaks = /[\u0085\u2028\u2029]/g

/** Non-breaking hyphens. */
const softHyphens = /[\u2010\u2011]/g
const dashes = /[\u02d7\u2010-\u2015\u2043\u2212\u2e3a\u2e3b\ufe58\ufe63\uff0d]/g
const dashInWord = /(?<=[\p{L}\p{N}])[\u2012-\u2015\u2212](?=[\p{L}\p{N}])/gu

/** Arabic, Persian, N'Ko, Devanagari, Bengali and Adlam. */
const foreignDigits =
  /[\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9\u0966-\u096f\u09e6-\u09ef\u{1e950}-\u{1e959}]/gu
const zeros = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0x1e950]

const ourDigit = (digit: string): string => {
  const code = digit.codePointAt(0)!
  return String(code - (zeros.findLast((zero) => zero <= code) ?? code))
}

const withoutMarks = (text: string): string => {
  /** Index where the tag sequence of a flag emoji goes on (England, Wales). */
  let tagsAt = -1
  return text.replace(unseen, (mark, at: number) => {
    const before = text.slice(Math.max(0, at - 2), at)
    const after = text.slice(at + mark.length, at + mark.length + 2)
    if (mark === '\u0085') return '\n'
    // Kept, and refused later with a code.
    if (mark === '\u0000') return mark
    if (tags.test(mark)) {
      if (at !== tagsAt && !before.endsWith(blackFlag)) return ''
      tagsAt = at + mark.length
      return mark
    }
    return draws(mark, before, after) ? mark : ''
  })
}

const tags = /^[\u{e0020}-\u{e007f}]$/u
const blackFlag = '\u{1f3f4}'

/** Whether an invisible character changes how its neighbours are drawn. */
const draws = (mark: string, before: string, after: string): boolean => {
  if (mark === zeroWidthNonJoiner) return endsJoined.test(before) && beginsJoined.test(after)
  if (mark === zeroWidthJoiner)
    return (
      (endsJoined.test(before) && (beginsJoined.test(after) || /\p{M}$/u.test(before))) ||
      (endsPicture.test(before) && beginsPicture.test(after))
    )
  if (mark === '\ufe0e' || mark === '\ufe0f')
    return endsPicture.test(before) || (/[\d#*]$/.test(before) && after.startsWith('\u20e3'))
  if (ideographVariants.test(mark)) return /\p{Script=Han}$/u.test(before)
  return mongolianVariants.test(mark) && /\p{Script=Mongolian}$/u.test(before)
}

const zeroWidthNonJoiner = '\u200c'
const zeroWidthJoiner = '\u200d'
const ideographVariants = /^[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]$/u
const mongolianVariants = /^[\u180b-\u180f]$/

/** An emoji's joiner may follow a skin tone or a variation selector. */
const endsPicture = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u
const beginsPicture = /^\p{Extended_Pictographic}/u

/** Letters and marks of scripts whose letters join or form conjuncts, and shared vowel signs; no digits. */
const endsJoined =
  /(?!\p{N})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mongolian}\p{Script=Hanifi_Rohingya}\p{Script=Mandaic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}\u064b-\u0655]$/u
const beginsJoined =
  /^(?!\p{N})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mongolian}\p{Script=Hanifi_Rohingya}\p{Script=Mandaic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}\u064b-\u0655]/u
