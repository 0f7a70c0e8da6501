import { fold } from '../../../domain/lib/fold.ts'
import { digitScripts, nationalDigits, splitWords } from './spellings.ts'

/**
 * Whether a text may have one of thousands of phones and names: true wherever `patternsOf` matches, and seldom elsewhere. Rabin and Karp's
 * search over letters and digits alone; the time does not depend on how many there are.
 */
export const prefilterOf = (
  phones: readonly string[],
  texts: readonly string[],
): ((text: string) => boolean) => {
  const names = texts.flatMap((text) => [text, fold(splitWords(text).join(' '))])
  const wanted = [...new Set([...phones.map(nationalDigits), ...names].map(squash))].filter(
    (each) => each !== '',
  )
  if (wanted.length === 0) return () => false
  const index = indexOf(wanted)
  return (text) => hasAny(text, index) || spelledOut(text).some((each) => hasAny(each, index))
}

/** The text as it reads without the escapes of JSON and of addresses. */
const spelledOut = (text: string): string[] => {
  const plain = text.includes('\\') ? [text.replace(/\\[nrt]/g, ' ')] : []
  if (!text.includes('%')) return plain
  return [text, ...plain].flatMap((each) => [each.replace(/%[0-9a-f]{2}/gi, ' '), decoded(each), ...plain])
}

/** Encoded letters and digits of ASCII, which nobody encodes, are what separates words, as they are for `patternsOf`. */
const decoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    const bytes = Buffer.from(run.replaceAll('%', ''), 'hex')
    return Buffer.from(bytes.map((byte) => (byte < 0x80 && folded[byte] !== 0 ? 0x20 : byte))).toString(
      'utf8',
    )
  })

/** Each UTF-16 code unit as it is compared: lower case, digits of one script; 0 for what is left out. */
const folded = new Uint16Array(0x10000)
for (let code = 0; code < folded.length; code++) {
  const letter = String.fromCharCode(code)
  if (/[\p{L}\p{N}]/u.test(letter)) folded[code] = letter.toLowerCase().charCodeAt(0)
}
for (const zero of digitScripts)
  for (let digit = 0; digit < 10; digit++) folded[zero + digit] = '0'.charCodeAt(0) + digit

const squash = (text: string): string => {
  const units = Array.from({ length: text.length }, (_, at) => folded[text.charCodeAt(at)]!)
  return String.fromCharCode(...units.filter((unit) => unit !== 0))
}

/** Characters of the end of each text that is looked for, at most. */
const longestEnd = 8
const base = 31
const buckets = 2 ** 20

/** Texts that are looked for: their ends of `size` characters by hash. `first`: the weight of the oldest character of a hash. */
type Wanted = { size: number; first: number; known: Uint8Array; byEnd: ReadonlyMap<number, string[]> }

const indexOf = (texts: readonly string[]): Wanted => {
  const size = Math.min(longestEnd, ...texts.map(({ length }) => length))
  let first = 1
  for (let at = 1; at < size; at++) first = Math.imul(first, base)
  const byEnd = new Map<number, string[]>()
  const known = new Uint8Array(buckets)
  for (const each of texts) {
    let hash = 0
    for (let at = each.length - size; at < each.length; at++)
      hash = (Math.imul(hash, base) + each.charCodeAt(at)) | 0
    byEnd.set(hash, [...(byEnd.get(hash) ?? []), each])
    known[hash & (buckets - 1)] = 1
  }
  return { size, first, known, byEnd }
}

/** The squashed text so far, of one text at a time. */
let seen = new Uint16Array(4096)

/** Whether a text has one of the squashed texts. */
const hasAny = (text: string, { size, first, known, byEnd }: Wanted): boolean => {
  if (text.length > seen.length) seen = new Uint16Array(2 * text.length)
  const units = seen
  let length = 0
  let hash = 0
  for (let at = 0; at < text.length; at++) {
    const unit = folded[text.charCodeAt(at)]!
    if (unit === 0) continue
    if (length >= size) hash = (hash - Math.imul(units[length - size]!, first)) | 0
    hash = (Math.imul(hash, base) + unit) | 0
    units[length++] = unit
    if (length >= size && known[hash & (buckets - 1)] === 1 && isEnd(byEnd.get(hash), length)) return true
  }
  return false
}

const isEnd = (texts: readonly string[] = [], length: number): boolean =>
  texts.some((each) => {
    if (each.length > length) return false
    for (let at = 1; at <= each.length; at++)
      if (seen[length - at] !== each.charCodeAt(each.length - at)) return false
    return true
  })
