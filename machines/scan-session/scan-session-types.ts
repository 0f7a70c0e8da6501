import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { ScanTask } from '../../domain/scans/scan-session.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { Failure } from '../failure.ts'

/** Why a code is no parcel: wrong check digit, another resource, or not visible to the user. */
export type UnknownReason = 'misread' | 'otherRecord' | 'notFound'

/**
 * Verdict on a scan. `isMoved`: was allowed until another user changed the parcel. `asked`: would go out before the day that its
 * customer chose; committed only once agreed.
 */
export type Verdict =
  | { kind: 'waiting' }
  | { kind: 'yes' }
  | { kind: 'asked'; day: string }
  | { kind: 'no'; code: Code; isMoved: boolean }
  | { kind: 'unknown'; reason: UnknownReason }

/** A code; `typed`: what a person typed for it. */
export type ReadCode = { code: string; typed?: string }

/** `at`: epoch milliseconds. */
export type ScannedCode = ReadCode & { at: number }

/** `isStale`: look up the parcel again. `isAgreed`: it goes out before its day. */
export type Scan = ScannedCode & {
  parcel: Shipping | null
  verdict: Verdict
  isStale: boolean
  isAgreed?: true
}

/** The persisted part; parcels are loaded again. */
export type StoredSession = { task: ScanTask | null; scans: readonly ScannedCode[] }

/** Kind of the last scan: new, already in the list, or over the maximum. */
export type LastScan = ReadCode & { kind: 'scanned' | 'twice' | 'full' }

/** What a commit changed, how many of its parcels another user had moved, and the manifests created. */
export type CommitResult = {
  task: ScanTask
  changed: number
  refused: number
  manifests: readonly { id: string; number: number }[]
}

export type ScanSessionContext = {
  user: Actor
  task: ScanTask | null
  /** In scan order. */
  scans: readonly Scan[]
  last: LastScan | null
  /** How often codes already in the list were scanned. */
  twice: number
  /** Commit requested while codes are looked up; it follows. */
  isCommitAsked: boolean
  /** Scans of the last commit. They return if it is undone. */
  committed: readonly Scan[]
  /** Codes of `committed` whose parcels changed since: looked up to detect an undo. */
  rechecked: readonly string[]
  /** Scans of a commit that was undone, with its result: shown again if it is redone. */
  recalled: { scans: readonly Scan[]; result: CommitResult } | null
  committing: readonly string[]
  result: CommitResult | null
  /** Failure of the look-up or the commit. */
  failure: Failure['code'] | null
}

export type ScanSessionEvent =
  | { type: 'session.begin'; task: ScanTask }
  /** Back to choosing an action; keeps the scans. */
  | { type: 'session.leave' }
  | { type: 'session.commit' }
  /** Cancels a commit that waits for look-ups. */
  | { type: 'commit.cancel' }
  | { type: 'session.clear' }
  /** Another tab of this user changed the session. */
  | { type: 'session.read'; stored: StoredSession }
  | ({ type: 'code.scanned' } & ScannedCode)
  | { type: 'scan.remove'; code: string }
  /** The parcel goes out before the day that its customer chose. */
  | { type: 'scan.agree'; code: string }
  | { type: 'network.online' }
  /** Another user changed these parcels. */
  | { type: 'parcels.changed'; ids: readonly string[] }

export type ScanSessionEmitted =
  /** The worst verdict, for the sound. */
  | { type: 'scan.judged'; sound: ScanSound }
  /** The commit has to wait: codes cannot be looked up now. */
  | { type: 'commit.refused' }
  /** The action only selects: select these. */
  | { type: 'parcels.collected'; ids: readonly string[] }

export type ScanSound = 'yes' | 'no' | 'twice'

/** The parcel of each code; null if not visible to the user. */
export type LookedUp = readonly { code: string; parcel: Shipping | null }[]

export type CommitInput = { task: ScanTask; parcels: readonly Shipping[] }

export type CommitEnd =
  | { kind: 'done'; report: ChangeReport | null }
  | { kind: 'cancelled' }
  | { kind: 'failed'; code: string }
