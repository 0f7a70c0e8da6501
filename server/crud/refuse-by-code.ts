import type { ChangeReport } from '../../domain/changes/changes.ts'
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

/** @throws Refused with the code, unless it is null */
export const refuseByCode = (code: Code | null): void => {
  if (code === null) return
  const path = fieldOf[code]
  throw new Refused(code, path === undefined ? {} : { errors: [{ path, code }] })
}

/** The one record of a bulk change. @throws Refused with the code that the report has for it */
export const onlyRecord = <Item>({ refused }: ChangeReport, [record]: readonly Item[]): Item => {
  const code = refused[0]?.code ?? null
  if (record === undefined || code === 'NOT_FOUND') throw new Refused('NOT_FOUND')
  if (code === 'STALE_VERSION') throw new Refused(code, { current: record })
  refuseByCode(code)
  return record
}
