import { plainText } from './typed/clean-text.ts'
import { isCurrency, readDecimal } from './typed/read-amount.ts'
import { shortThousands, thousandsLength, zerosForThousands } from './typed/thousands.ts'

/** `by-zero`: division by zero. `unreadable`: not (yet) an expression. */
export type Sum = { kind: 'result'; value: number } | { kind: 'by-zero' } | { kind: 'unreadable' }

type Sign = '+' | '-' | '*' | '/' | '%' | '(' | ')'
type Token = number | Sign

/** `isShare`: the value is a percentage; in a sum or difference it applies to the left operand. */
type Term = { value: number; isShare: boolean }

/**
 * Evaluates an expression as typed: `12 500*3 + 2%`, `(1.250,75 - 50) × 2`, `-4 ÷ 0,5`, `15% of 180000` in any of the
 * languages. A percentage after `+` or `-` applies to the left operand, as on calculators: `200 + 10 %` is 220; elsewhere it is
 * a factor. `decimals`: those of the currency that numbers are read in (`12.500*2` is 25,000 with 0); percentages have three.
 */
export function evaluateArithmetic(text: string, decimals: number): Sum {
  const tokens = tokensOf(text, decimals)?.map(({ token }) => token) ?? null
  if (tokens === null || tokens.length === 0) return { kind: 'unreadable' }
  const reader: Reader = { tokens, at: 0, isByZero: false }
  const { value } = readSum(reader, 0)
  if (reader.at < tokens.length || (Number.isNaN(value) && !reader.isByZero)) return { kind: 'unreadable' }
  if (reader.isByZero) return { kind: 'by-zero' }
  return Number.isFinite(value) ? { kind: 'result', value: withoutDust(value) } : { kind: 'unreadable' }
}

/** Bounds the work: each token slices the rest of the text. */
const MAX_SUM_LENGTH = 500

/** Whether a text can only be an expression (`3*4500`, `15% of 180000`, `9000 - 5%`), not a phone, date or number. */
export const isUnmistakableSum = (text: string): boolean => {
  if (text.length > MAX_SUM_LENGTH) return false
  const written = inSigns(text)
  const sum = zerosForThousands(written)
  // `30k - 4500`, `12 moins 3`: no telephone has such words.
  const isSpoken = sum !== written || written !== text
  return (
    (isSpoken &&
      /^[1-9][\d\s.,'’()+\-−–*/%]*$/.test(sum.trim()) &&
      /\d\s{0,3}[-−–+*/]\s{0,3}[\d(]/.test(sum)) ||
    isWrittenSum(sum) ||
    isDivision(sum)
  )
}

/** A large number divided by a small one: `45 000 / 4`. Telephones begin with 0 or +, days are short. */
export const isDivision = (text: string): boolean =>
  /^\s*[1-9](?:\d{4,11}|\d{0,2}(?:[\s.,'’]\d{3}){1,4})\s*\/\s*[1-9]\d{0,3}\s*$/.test(text)

const isWrittenSum = (sum: string): boolean =>
  /^[\d\s.,'’()+\-−–*×x÷/%]+$/i.test(sum) &&
  /[\d)%]\s*[*×x÷]\s*[\d(-]|[\d)%]\s*\+\s*[\d(]|[\d)]\s*[-−–]\s*\d[\d.,]*\s*%\s*$|^\s*[1-9]\d{4,}\s*\/\s*[1-9]|^\s*[1-9][\d.,]*\s[-−–]\s\d[\d.,]*\s*(?:\s[-−–]\s\d[\d.,]*\s*)*$/i.test(
    sum,
  )

/** A percentage of something, in six languages. */
const percent =
  /(?<=\d\s{0,3})(?:percent|per cent|pour cent|pourcents?|prozent|per cento|por ciento|процент(?:а|ов)?)(?!\p{L})/giu
const shareOf =
  /%\s{0,3}(?:of|de la|de|du|des|d['’]|von|vom|der|di|del|della|dei|sur|su|sul|sobre|on|auf|от|из|с|со)(?![\p{L}])/giu

/** `18% VAT of`, `18 % de TVA sur`. */
const taxBehind =
  /(?<=%\s{0,3})(?:(?:of|de|von|di)\s{1,3})?(?:tva|vat|mwst|mehrwertsteuer|umsatzsteuer|iva|ндс)(?![\p{L}])\.?\s{0,3}/giu
/** `VAT 18% of`, `TVA de 18 % sur`. */
const taxBefore =
  /(?<!\p{L})(?:tva|vat|mwst|mehrwertsteuer|umsatzsteuer|iva|ндс)(?![\p{L}])\.?\s{0,3}(?:(?:of|at|de|del|à|von|di|al)\s{1,3})?(?=\d[\d.,]{0,6}\s{0,3}%)/giu

/** `VAT on 12000`, `la TVA sur 12 000`, `НДС с 12000`: an amount and no rate. */
const taxWithoutRate =
  /^\s{0,3}(?:(?:the|la|die|el)\s{1,3}|l['’])?(?:tva|vat|mwst|mehrwertsteuer|umsatzsteuer|iva|ндс)(?!\p{L})\.?\s{0,3}(?:sur|de|on|of|for|auf|von|für|su|di|sobre|с|со|от|на)\s{1,3}(\d[\d.,\s'’]*)$/iu

/** The amount in a tax query without a rate (`VAT on 12000`); null for any other text. */
export const taxedAmount = (text: string): string | null =>
  text.length > MAX_SUM_LENGTH ? null : (taxWithoutRate.exec(text)?.[1]?.trim() ?? null)

/** `combien font`, `how much is`: asks for a result. */
const question =
  /^\s{0,3}(?:il(?= ?\d)|les?(?= ?\d)|the(?= ?\d)|el(?= ?\d)|die(?= ?\d)|combien (?:font|fait|ca fait|ça fait)|(?:how much|what) (?:is|are|s)|wie ?viel (?:ist|sind|macht)|was (?:ist|sind|macht)|quanto (?:fa|fanno|e|è)|cu[aá]nto (?:es|son|da)|сколько будет|calcule[rz]?|calculate|berechne|calcola|calcula|посчитай|посчитать)(?!\p{L})[:\s]{0,3}/iu

/** `la moitié de`, `half of`. */
const half =
  /^\s{0,3}(?:(?:la )?moiti[eé] d[eu']|(?:a )?half(?: of)?|(?:die )?h[aä]lfte von|(?:la )?met[aà] d[ie]l?|(?:la )?mitad de|половина(?: от)?)(?!\p{L})\s{0,3}/iu

/** Operators in words, between numbers. */
const operators: readonly (readonly [RegExp, string])[] = [
  [/(?<=[\d)%k]\s{0,3})(?:fois|times|mal|per|por|veces|volte|умножить на|умн на|по)(?=\s{0,3}[\d(])/giu, '*'],
  [
    /(?<=[\d)%k]\s{0,3})(?:divis[eé] par|divided by|over|geteilt durch|durch|diviso(?: per)?|dividido (?:por|entre)|entre|разделить на|делить на)(?=\s{0,3}[\d(])/giu,
    '/',
  ],
  [/(?<=[\d)%k]\s{0,3})(?:plus|pi[uù]|m[aá]s|плюс)(?=\s{0,3}[\d(])/giu, '+'],
  [/(?<=[\d)%k]\s{0,3})(?:moins|minus|meno|menos|минус)(?=\s{0,3}[\d(])/giu, '-'],
]

/**
 * Rewrites `15 percent of 180000` as `15 % * 180000`, `combien font 12 fois 3500` as `12 * 3500`, `half of 45k` as
 * `0.5 * 45k`. A tax's name beside its rate is dropped.
 */
const inSigns = (text: string): string =>
  operators.reduce(
    (sum, [written, sign]) => sum.replace(written, sign),
    shortThousands(text)
      .replace(question, '')
      .replace(half, '50 % * ')
      .replace(percent, '%')
      .replace(taxBehind, '')
      .replace(taxBefore, '')
      .replace(shareOf, '% *'),
  )

/** Rewrites `VAT 18% of 50000` as `(50000) + 18%`; null for any other text. */
export const sumWithTax = (text: string): string | null => {
  if (text.length > MAX_SUM_LENGTH) return null
  const rated = text.replace(percent, '%')
  const bare = rated.replace(taxBehind, '').replace(taxBefore, '')
  const [, rate, base] = /^\s{0,3}(\d[\d.,]*\s{0,3}%)\s{0,3}\*\s{0,3}(\d[\d.,\s]*)$/.exec(inSigns(text)) ?? []
  return bare === rated || rate === undefined || base === undefined ? null : `(${base.trim()}) + ${rate}`
}

/** `at`: index of the next token; past the end after a syntax error. */
type Reader = { tokens: readonly Token[]; at: number; isByZero: boolean }

/** NaN propagates through every operation. */
const unreadable: Term = { value: Number.NaN, isShare: false }

function readSum(reader: Reader, depth: number): Term {
  let left = readProduct(reader, depth)
  for (let sign = peek(reader); sign === '+' || sign === '-'; sign = peek(reader)) {
    reader.at += 1
    const right = readProduct(reader, depth)
    const amount = right.isShare ? left.value * right.value : right.value
    left = { value: sign === '+' ? left.value + amount : left.value - amount, isShare: false }
  }
  return left
}

function readProduct(reader: Reader, depth: number): Term {
  let left = readFactor(reader, depth)
  for (let sign = peek(reader); sign === '*' || sign === '/'; sign = peek(reader)) {
    reader.at += 1
    const right = readFactor(reader, depth)
    if (sign === '/' && right.value === 0) reader.isByZero = true
    left = { value: sign === '*' ? left.value * right.value : left.value / right.value, isShare: false }
  }
  return left
}

/** Bounds recursion, so that a pasted text cannot exhaust the stack. */
const deepest = 50

function readFactor(reader: Reader, depth: number): Term {
  const token = reader.tokens[reader.at]
  reader.at += 1
  if (depth > deepest || token === undefined) return unreadable
  if (token === '-' || token === '+') {
    const { value, isShare } = readFactor(reader, depth + 1)
    return { value: token === '-' ? -value : value, isShare }
  }
  if (token !== '(' && typeof token !== 'number') return unreadable
  const value = typeof token === 'number' ? token : readInside(reader, depth)
  if (peek(reader) !== '%') return { value, isShare: false }
  reader.at += 1
  return { value: value / 100, isShare: true }
}

function readInside(reader: Reader, depth: number): number {
  const { value } = readSum(reader, depth + 1)
  if (peek(reader) !== ')') return Number.NaN
  reader.at += 1
  return value
}

const peek = ({ tokens, at }: Reader): Token | undefined => tokens[at]

const signOf: Readonly<Record<string, Sign>> = {
  '+': '+',
  '-': '-',
  '−': '-',
  '–': '-',
  '*': '*',
  '×': '*',
  x: '*',
  X: '*',
  '/': '/',
  '÷': '/',
  ':': '/',
  '%': '%',
  '(': '(',
  ')': ')',
}

/** The expression as parsed, each number written by `format`; null if that equals the input or it is no expression. */
export const understoodSum = (
  text: string,
  decimals: number,
  format: (number: number) => string,
): string | null => {
  const pieces = tokensOf(text, decimals)
  const isOther = pieces?.some(
    ({ token, written }) =>
      typeof token === 'number' && Number(written.replace(',', '.').replace(/\s/g, '')) !== token,
  )
  if (!pieces || !isOther) return null
  return pieces.map(({ token }) => (typeof token === 'number' ? format(token) : token)).join(' ')
}

/** Thousands separated by spaces are groups of three; points and commas are resolved by the amount reader. */
const numberPattern = /^(?:\d{1,3}(?:[\s'’٬]\d{3})+(?!\d)|\d+)(?:[.,٫]\d+)*|^[.,٫]\d+/

type Piece = { token: Token; written: string }

/** Null if any part belongs to no expression. */
function tokensOf(text: string, decimals: number): readonly Piece[] | null {
  if (text.length > MAX_SUM_LENGTH) return null
  const pieces: Piece[] = []
  let rest = inSigns(plainText(text)).trimStart()
  while (rest !== '') {
    const money = currencyAt.exec(rest)?.[0]
    if (money !== undefined && isCurrency(money)) {
      rest = rest.slice(money.length).trimStart()
      // `F` alone or beside an operator is no amount.
      if (typeof pieces.at(-1)?.token !== 'number' && !/^\d/.test(rest)) return null
      continue
    }
    const digits = numberPattern.exec(rest)?.[0]
    const written = digits && rest.slice(0, digits.length + thousandsLength(rest, digits.length))
    const next = rest.slice(written?.length ?? 1).trimStart()
    const token =
      written === undefined
        ? signOf[rest[0] ?? '']
        : readDecimal(written, next.startsWith('%') ? RATE_DECIMALS : decimals)
    if (token === undefined || token === null) return null
    pieces.push({ token, written: written ?? rest[0]! })
    rest = next
  }
  return pieces
}

/** A currency beside a number is ignored: `15 000 F CFA * 2`, `€12,50 + 3`. */
const currencyAt = /^(?:f\.? ?cfa|€|\p{L}[\p{L}.]{0,9})(?!\p{L})/iu

const RATE_DECIMALS = 3

/** Removes float noise: 0.1 + 0.2 is 0.3. */
const withoutDust = (value: number): number => Number(value.toPrecision(14))
