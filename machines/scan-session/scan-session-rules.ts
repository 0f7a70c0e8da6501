import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import { decodeScan } from '../../domain/scans/scan-code.ts'
import { type ScanTask, whyNotScanned } from '../../domain/scans/scan-session.ts'
import { dayToCome } from '../../domain/shippings/policy.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type {
  LookedUp,
  ReadCode,
  Scan,
  ScannedCode,
  ScanSessionContext,
  ScanSound,
  UnknownReason,
  Verdict,
} from './scan-session-types.ts'

/** A scan whose parcel is not yet looked up; codes that cannot be a parcel's are judged at once. */
export const newScan = (scanned: ScannedCode): Scan => {
  const reason = whyNoParcel(scanned.code)
  const verdict: Verdict = reason === null ? { kind: 'waiting' } : { kind: 'unknown', reason }
  return { ...scanned, parcel: null, verdict, isStale: false }
}

/** A code as the person knows it: as typed, else its digits. */
export const shownCode = ({ code, typed }: ReadCode): string => typed ?? code

export const scannedCode = ({ code, at, typed }: ScannedCode): ScannedCode =>
  typed === undefined ? { code, at } : { code, at, typed }

const whyNoParcel = (code: string): UnknownReason | null => {
  const decoded = decodeScan(code)
  if (decoded === null) return 'misread'
  return decoded.kind === 'shippings' ? null : 'otherRecord'
}

/** Whether the parcel has to be looked up (again). */
export const isPending = ({ verdict, isStale }: Scan): boolean => verdict.kind === 'waiting' || isStale

export const isAccepted = (scan: Scan): boolean => scan.verdict.kind === 'yes'

/** Whether the scan waits to be agreed. */
export const isToAgree = (scan: Scan): boolean => scan.verdict.kind === 'asked'

export const CODES_PER_CALL = 100

export const pendingCodes = ({ scans, rechecked }: Looked): readonly string[] =>
  [...scans.filter(isPending).map(({ code }) => code), ...rechecked].slice(0, CODES_PER_CALL)

type Looked = Pick<ScanSessionContext, 'scans' | 'rechecked'>

/** Codes of the last commit to look up again after a change of these parcels. */
export const recheckedCodes = (
  { committed, rechecked }: Pick<ScanSessionContext, 'committed' | 'rechecked'>,
  ids: readonly string[],
): readonly string[] => {
  const changed = committed.filter(({ parcel }) => parcel !== null && ids.includes(parcel.id))
  return [...new Set([...rechecked, ...changed.map(({ code }) => code)])]
}

/** Parcels of the last commit that are back in their former status: the commit was undone. */
export const takenBack = (
  { scans, committed, rechecked }: Looked & Pick<ScanSessionContext, 'committed'>,
  found: LookedUp,
): readonly Scan[] =>
  committed.filter(({ code, parcel: before }) => {
    if (!rechecked.includes(code) || scans.some((scan) => scan.code === code)) return false
    const now = found.find((one) => one.code === code)?.parcel
    return now != null && now.status === before?.status && now.delivery === before.delivery
  })

/** Scans of an undone commit whose parcels have its status again: it was redone. */
export const redone = (recalled: ScanSessionContext['recalled'], scans: readonly Scan[]): readonly Scan[] => {
  const moved = new Set(
    scans.flatMap(({ code, verdict }) =>
      verdict.kind === 'no' && verdict.code === 'ALREADY_THERE' && verdict.isMoved ? [code] : [],
    ),
  )
  return recalled?.scans.filter(({ code }) => moved.has(code)) ?? []
}

/** The domain's decision on a parcel for the task. `isAgreed`: it goes out before its day. */
export const judge = (user: Actor, task: ScanTask | null, parcel: Shipping, isAgreed = false): Verdict => {
  if (task === null) return { kind: 'yes' }
  const code = whyNotScanned(user, parcel, task)
  if (code !== null) return { kind: 'no', code, isMoved: false }
  const day = task.action === 'dispatch' && !isAgreed ? dayToCome(parcel) : null
  return day === null ? { kind: 'yes' } : { kind: 'asked', day }
}

/** The scans with one that waited for it agreed. */
export const agreed = (scans: readonly Scan[], code: string): readonly Scan[] =>
  scans.map((scan) =>
    scan.code === code && isToAgree(scan) ? { ...scan, isAgreed: true, verdict: { kind: 'yes' } } : scan,
  )

/** The scans with the parcels found, each judged. */
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
      parcel === null ? { kind: 'unknown', reason: 'notFound' } : judge(user, task, parcel, scan.isAgreed)
    const isMoved = scan.isStale && isAccepted(scan) && verdict.kind === 'no'
    return { ...scan, parcel, verdict: isMoved ? { ...verdict, isMoved } : verdict, isStale: false }
  })
}

/** All scans judged again for another task. */
export const judgedAnew = (scans: readonly Scan[], user: Actor, task: ScanTask): readonly Scan[] =>
  scans.map((scan) =>
    scan.parcel === null ? scan : { ...scan, verdict: judge(user, task, scan.parcel, scan.isAgreed) },
  )

/** Scans that stay after a commit: those scanned since, and those refused, with the code. */
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

/** The sound of scans judged together: that of the worst verdict (`twice` for one that asks); null if nothing changed. */
export const soundOf = (before: readonly Scan[], after: readonly Scan[]): ScanSound | null => {
  const known = new Map(before.map((scan) => [scan.code, scan]))
  const judged = after.filter((scan) => {
    const { kind } = scan.verdict
    return kind !== 'waiting' && known.get(scan.code)?.verdict.kind !== kind
  })
  if (judged.length === 0) return null
  if (judged.every(isAccepted)) return 'yes'
  return judged.every((scan) => isAccepted(scan) || isToAgree(scan)) ? 'twice' : 'no'
}

/** Number of scans by verdict. */
export const countScans = (scans: readonly Scan[]): Record<Verdict['kind'], number> => {
  const counts = { waiting: 0, yes: 0, asked: 0, no: 0, unknown: 0 }
  for (const { verdict } of scans) counts[verdict.kind] += 1
  return counts
}
