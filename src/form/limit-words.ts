import type { TFunction } from 'i18next'
import { type Field, limitOf } from '../../domain/lib/field.ts'
import { readDecimal } from '../../domain/lib/typed/read-amount.ts'

/**
 * `Too large: 10,000 at most.` Null if the refusal is not about a bound. A bound is multiplied by `scale`: 100 for percentages.
 * Needs the namespace `form`.
 */
export const limitWords = (
  t: TFunction,
  { field, code, value, scale = 1 }: { field: Field; code: string; value: string | boolean; scale?: number },
): string | null => {
  const bound = limitOf(field, code)
  if (bound === null) return null
  const limit = bound * scale
  const number = readDecimal(String(value), 'decimals' in field ? field.decimals : 0) ?? Number.NaN
  if ((code === 'TOO_LARGE' && number <= limit) || (code === 'TOO_SMALL' && number >= limit)) return null
  return t(`form:limit.${code}`, { count: limit })
}
