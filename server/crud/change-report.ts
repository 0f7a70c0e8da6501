import { type ChangeReport, largestIdCount, namedRecords } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import { Refused } from '../core/errors.ts'
import type { ParsedTarget } from './choose-records.ts'

type Changed = ChangeReport['changed'][number]
type Refusal = ChangeReport['refused'][number]

/** What a bulk call found, and decided over it. */
type Outcome = { held: readonly Changed[]; changed: readonly Changed[]; refused: readonly Refusal[] }

/**
 * The answer to a bulk call about a target. Ids that name no record within the actor's reach are refused as
 * `NOT_FOUND`; nobody knows their numbers. A dry run leaves records at their version.
 */
export const bulkReport = (
  target: ParsedTarget,
  { held, changed, refused }: Outcome,
  { batch, dryRun }: { batch: { id: string }; dryRun: boolean },
): ChangeReport => {
  const isOfIds = 'ids' in target
  const found = new Set(held.map(({ id }) => id))
  const missing = isOfIds ? target.ids.filter((id) => !found.has(id)) : []
  return changeReport(
    dryRun ? null : batch.id,
    dryRun ? changed.map(({ id, number, version }) => ({ id, number, version })) : changedBy(changed),
    [...refused, ...missing.map((id) => ({ id, number: 0, code: 'NOT_FOUND' as const }))],
    isOfIds ? largestIdCount : namedRecords,
  )
}

/** How an answer names records that were at these versions before they were changed. */
export const changedBy = (records: readonly Changed[]): Changed[] =>
  records.map(({ id, number, version }) => ({ id, number, version: version + 1 }))

/** The answer to a bulk call: counts of everything, names of as many as `most` of each kind. */
export const changeReport = (
  batchId: string | null,
  changed: readonly Changed[],
  refused: readonly Refusal[],
  most: number = namedRecords,
): ChangeReport => {
  const refusedBy: Partial<Record<Code, number>> = {}
  for (const { code } of refused) refusedBy[code] = (refusedBy[code] ?? 0) + 1
  return {
    batchId: changed.length === 0 ? null : batchId,
    counts: { changed: changed.length, refused: refused.length, refusedBy },
    changed: changed.slice(0, most),
    refused: refused.slice(0, most),
  }
}

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
  COLLECTED_TOO_MUCH: 'collected',
  REASON_REQUIRED: 'reason',
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
