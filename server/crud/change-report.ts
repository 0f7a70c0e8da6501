import { type ChangeReport, largestIdCount, namedRecords } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import { Refused } from '../core/errors.ts'
import type { ParsedTarget } from './choose-records.ts'

type Changed = ChangeReport['changed'][number]
type Refusal = ChangeReport['refused'][number]

/** Records found by a bulk call, changed and refused ones. */
type Outcome = { held: readonly Changed[]; changed: readonly Changed[]; refused: readonly Refusal[] }

/**
 * Report of a bulk call. Ids out of the actor's scope are refused as `NOT_FOUND`, without numbers. A dry run keeps versions.
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

/** Entries of changed records with their new versions. */
export const changedBy = (records: readonly Changed[]): Changed[] =>
  records.map(({ id, number, version }) => ({ id, number, version: version + 1 }))

/** Report with counts of all records and at most `most` entries of each kind. */
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

/** The form field that a code concerns. */
const fieldOf: Partial<Record<Code, string>> = {
  OWNER_NOT_FOUND: 'owner',
  PRODUCT_NOT_FOUND: 'product',
  AFFILIATE_NOT_FOUND: 'affiliate',
  STOCK_RESERVED: 'quantity',
  PACK_TAKEN: 'pack',
  ALREADY_BLOCKED: 'phone',
  VARIABLE_UNKNOWN: 'text',
  ZONE_NOT_FOUND: 'zone',
  CITY_UNREADABLE: 'cities',
  CITY_TWICE: 'cities',
  CITY_IN_OTHER_ZONE: 'cities',
  DATE_RANGE_INVALID: 'to',
  BOUNDS_INVERTED: 'cashMost',
  DELIVERY_GUY_NOT_FOUND: 'delivery',
  COMMENT_REQUIRED: 'comment',
  DATE_REQUIRED: 'postponedTo',
  TOO_MANY_DECIMALS: 'collected',
  COLLECTED_TOO_MUCH: 'collected',
  REASON_REQUIRED: 'reason',
  IN_THE_PAST: 'expiresAt',
  IN_THE_FUTURE: 'day',
}

/** @throws Refused with the code, unless null */
export const refuseByCode = (code: Code | null): void => {
  if (code === null) return
  const path = fieldOf[code]
  throw new Refused(code, path === undefined ? {} : { errors: [{ path, code }] })
}

/** The only record of a bulk change. @throws Refused with the code from the report */
export const onlyRecord = <Item>({ refused }: ChangeReport, [record]: readonly Item[]): Item => {
  const code = refused[0]?.code ?? null
  if (record === undefined || code === 'NOT_FOUND') throw new Refused('NOT_FOUND')
  if (code === 'STALE_VERSION') throw new Refused(code, { current: record })
  refuseByCode(code)
  return record
}
