/**
 * The first thing that is done to what people type, paste or scan, at every door: what nobody sees is taken out, every kind of
 * space is a space, and letters are composed (NFC). What a mark draws stays: joiners within words of the scripts that need
 * them, sequences of emoji, variants of a character. So do the lines of a comment.
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

/** A text of one line (a name, a reference, an e-mail): line ends and tabs are spaces, a dash within a word is a hyphen. */
export const cleanLine = (typed: string): string =>
  cleanText(typed).replace(dashInWord, '-').replace(partsOfLines, ' ')

/**
 * The form in which numbers, telephones, codes and days are read: cleaned, every digit one of ours, every dash a hyphen, full
 * width letters plain. Nothing in it is invisible. Not for what is stored as a text.
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

/** A text with digits of ours, all else as it is. */
export const plainDigits = (text: string): string => text.replace(foreignDigits, ourDigit)

/** Most of what is typed: nothing to do but to trim it. */
const ordinary = /^[ -~\t\n\r]*$/

/** Format and control characters, and what stands for something that was not pasted along. */
const unseen = /(?![\t\n\r])[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffc]/gu

/** Braille's blank too, which looks like a space. */
const spaces = /[\p{Zs}\u2800]/gu
const partsOfLines = /[\t\n\r]+/g
const lineEnds = /[\u2028\u2029]/g
const lineBreaks = /[\u0085\u2028\u2029]/g

/** Hyphens that only say where a line may not end. */
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
  /** Where the tags of a flag go on: of England, of Wales. */
  let tagsAt = -1
  return text.replace(unseen, (mark, at: number) => {
    const before = text.slice(Math.max(0, at - 2), at)
    const after = text.slice(at + mark.length, at + mark.length + 2)
    if (mark === '\u0085') return '\n'
    // Refused by name later: no text may have it.
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

/** Whether a mark changes how its neighbours are drawn. */
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

/** A skin colour or a variant may be between two pictures and their joiner. */
const endsPicture = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u
const beginsPicture = /^\p{Extended_Pictographic}/u

/** Letters and marks of the scripts whose letters join or form conjuncts, with vowel signs that several of them share; no digits. */
const endsJoined =
  /(?!\p{N})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mongolian}\p{Script=Hanifi_Rohingya}\p{Script=Mandaic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}\u064b-\u0655]$/u
const beginsJoined =
  /^(?!\p{N})[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mongolian}\p{Script=Hanifi_Rohingya}\p{Script=Mandaic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}\u064b-\u0655]/u
