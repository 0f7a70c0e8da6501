import { type ChangeReport, namedRecords } from '../../domain/changes.ts'
import type { Code } from '../../domain/codes.ts'

type Changed = ChangeReport['changed'][number]
type Refusal = ChangeReport['refused'][number]

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
