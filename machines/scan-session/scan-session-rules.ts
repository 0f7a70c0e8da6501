import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { decodeScan } from '../../domain/scans/scan-code.ts'
import { type ScanTask, whyNotScanned } from '../../domain/scans/scan-session.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type {
  LookedUp,
  Scan,
  ScanSessionContext,
  ScanSound,
  UnknownReason,
  Verdict,
} from './scan-session-types.ts'

/** A scan before its parcel is read; a code that can be no parcel's is known at once. */
export const newScan = (code: string, at: number): Scan => {
  const reason = whyNoParcel(code)
  const verdict: Verdict = reason === null ? { kind: 'waiting' } : { kind: 'unknown', reason }
  return { code, at, parcel: null, verdict, isStale: false }
}

const whyNoParcel = (code: string): UnknownReason | null => {
  const decoded = decodeScan(code)
  if (decoded === null) return 'misread'
  return decoded.kind === 'shippings' ? null : 'otherRecord'
}

/** Whether the parcel is still to be read, or to be read again. */
export const isPending = ({ verdict, isStale }: Scan): boolean => verdict.kind === 'waiting' || isStale

export const isAccepted = (scan: Scan): boolean => scan.verdict.kind === 'yes'

/** As many codes as are looked up by one call. */
export const CODES_PER_CALL = 100

export const pendingCodes = ({ scans, rechecked }: Looked): readonly string[] =>
  [...scans.filter(isPending).map(({ code }) => code), ...rechecked].slice(0, CODES_PER_CALL)

type Looked = Pick<ScanSessionContext, 'scans' | 'rechecked'>

/** What is looked up again of the last commit after these parcels were changed. */
export const recheckedCodes = (
  { committed, rechecked }: Pick<ScanSessionContext, 'committed' | 'rechecked'>,
  ids: readonly string[],
): readonly string[] => {
  const changed = committed.filter(({ parcel }) => parcel !== null && ids.includes(parcel.id))
  return [...new Set([...rechecked, ...changed.map(({ code }) => code)])]
}

/** Of the last commit what was looked up and is where it was before: its change was undone. */
export const takenBack = (
  { scans, committed, rechecked }: Looked & Pick<ScanSessionContext, 'committed'>,
  found: LookedUp,
): readonly Scan[] =>
  committed.filter(({ code, parcel: before }) => {
    if (!rechecked.includes(code) || scans.some((scan) => scan.code === code)) return false
    const now = found.find((one) => one.code === code)?.parcel
    return now != null && now.status === before?.status && now.delivery === before.delivery
  })

/** What the domain says of a parcel for that task; without a task nothing is judged. */
export const judge = (user: Actor, task: ScanTask | null, parcel: Shipping): Verdict => {
  if (task === null) return { kind: 'yes' }
  const code = whyNotScanned(user, parcel, task)
  return code === null ? { kind: 'yes' } : { kind: 'no', code, isMoved: false }
}

/** The scans with what was looked up, each judged by the task. */
export const withParcels = (
  scans: readonly Scan[],
  found: LookedUp,
  user: Actor,
  task: ScanTask | null,
): readonly Scan[] => {
  const byCode = new Map(found.map(({ code, parcel }) => [code, parcel]))
  return scans.map((scan) => {
    const parcel = byCode.get(scan.code)
    if (parcel === undefined) return scan
    const verdict: Verdict =
      parcel === null ? { kind: 'unknown', reason: 'notFound' } : judge(user, task, parcel)
    const isMoved = scan.isStale && isAccepted(scan) && verdict.kind === 'no'
    return { ...scan, parcel, verdict: isMoved ? { ...verdict, isMoved } : verdict, isStale: false }
  })
}

/** All scans judged again, for another task. */
export const judgedAnew = (scans: readonly Scan[], user: Actor, task: ScanTask): readonly Scan[] =>
  scans.map((scan) => (scan.parcel === null ? scan : { ...scan, verdict: judge(user, task, scan.parcel) }))

/** What stays after a commit: what was not part of it, and what was refused, with the reason. */
export const afterCommit = (
  scans: readonly Scan[],
  committed: readonly string[],
  report: ChangeReport | null,
): readonly Scan[] => {
  const refused = new Map(report?.refused.map(({ id, code }) => [id, code]))
  return scans.flatMap((scan) => {
    if (!committed.includes(scan.code)) return [scan]
    const code = scan.parcel === null ? undefined : refused.get(scan.parcel.id)
    if (code === undefined) return []
    return [{ ...scan, isStale: false, verdict: { kind: 'no' as const, code, isMoved: true } }]
  })
}

/** What is heard of scans that were judged together: the worst, null where nothing changed. */
export const soundOf = (before: readonly Scan[], after: readonly Scan[]): ScanSound | null => {
  const known = new Map(before.map((scan) => [scan.code, scan]))
  const judged = after.filter((scan) => {
    const { kind } = scan.verdict
    return kind !== 'waiting' && known.get(scan.code)?.verdict.kind !== kind
  })
  if (judged.length === 0) return null
  return judged.every(isAccepted) ? 'yes' : 'no'
}

/** How many scans there are of each kind. */
export const countScans = (scans: readonly Scan[]): Record<Verdict['kind'], number> => {
  const counts = { waiting: 0, yes: 0, no: 0, unknown: 0 }
  for (const { verdict } of scans) counts[verdict.kind] += 1
  return counts
}
