import type { Code } from '../../domain/core/codes.ts'
import { Refused } from '../core/errors.ts'

/** The field that a rule's refusal is about, where it is about one: the form shows it there. */
const fieldOf: Partial<Record<Code, string>> = {
  OWNER_NOT_FOUND: 'owner',
  PRODUCT_NOT_FOUND: 'product',
  AFFILIATE_NOT_FOUND: 'affiliate',
  STOCK_RESERVED: 'quantity',
  PACK_TAKEN: 'pack',
  DELIVERY_GUY_NOT_FOUND: 'delivery',
  COMMENT_REQUIRED: 'comment',
  DATE_REQUIRED: 'postponedTo',
  TOO_MANY_DECIMALS: 'collected',
}

/** Throws what a rule decided about one record; null passes. */
export const refuseByCode = (code: Code | null): void => {
  if (code === null) return
  const path = fieldOf[code]
  throw new Refused(code, path === undefined ? {} : { errors: [{ path, code }] })
}
