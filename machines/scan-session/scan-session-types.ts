import type { Actor } from '../../domain/access/actor.ts'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { ScanTask } from '../../domain/scans/scan-session.ts'
import type { Shipping } from '../../domain/shippings/shipping.ts'
import type { Failure } from '../failure.ts'

/** Why a code is no parcel: wrong check digit, another resource, or not visible to the user. */
export type UnknownReason = 'misread' | 'otherRecord' | 'notFound'

/** What is known of a scan. `isMoved`: it was possible, until another user changed the parcel. */
export type Verdict =
  | { kind: 'waiting' }
  | { kind: 'yes' }
  | { kind: 'no'; code: Code; isMoved: boolean }
  | { kind: 'unknown'; reason: UnknownReason }

/** A code that was scanned; `at` in epoch milliseconds. `isStale`: the parcel is to be read again. */
export type Scan = {
  code: string
  at: number
  parcel: Shipping | null
  verdict: Verdict
  isStale: boolean
}

/** What outlives the page: everything else is read again. */
export type StoredSession = { task: ScanTask | null; scans: readonly Pick<Scan, 'code' | 'at'>[] }

/** What the last scan was: a code of the list, one that is in it already, or one too many. */
export type LastScan = { code: string; kind: 'scanned' | 'twice' | 'full' }

/** What a commit changed, how many of its parcels somebody else had moved, and the manifests that it made. */
export type CommitResult = {
  task: ScanTask
  changed: number
  refused: number
  manifests: readonly { id: string; number: number }[]
}

export type ScanSessionContext = {
  user: Actor
  task: ScanTask | null
  /** In the order of their scans. */
  scans: readonly Scan[]
  last: LastScan | null
  /** How often a code was scanned that was in the list already. */
  twice: number
  /** Asked for while codes are still looked up: it follows. */
  isCommitAsked: boolean
  /** The scans of the last commit. They come back where it is undone. */
  committed: readonly Scan[]
  /** Codes of `committed` whose parcels were changed since: they are looked up, to see whether that was an undo. */
  rechecked: readonly string[]
  /** The codes that are being committed. */
  committing: readonly string[]
  result: CommitResult | null
  /** Why codes could not be looked up, or the commit did not go through. */
  failure: Failure['code'] | null
}

export type ScanSessionEvent =
  | { type: 'session.begin'; task: ScanTask }
  /** To choose again what is done; the scans are kept. */
  | { type: 'session.leave' }
  | { type: 'session.commit' }
  /** Gives up a commit that waits for codes to be looked up. */
  | { type: 'commit.cancel' }
  | { type: 'session.clear' }
  /** Another tab of this person has changed it. */
  | { type: 'session.read'; stored: StoredSession }
  | { type: 'code.scanned'; code: string; at: number }
  | { type: 'scan.remove'; code: string }
  | { type: 'network.online' }
  /** Somebody changed these parcels. */
  | { type: 'parcels.changed'; ids: readonly string[] }

export type ScanSessionEmitted =
  /** The worst of what was just judged, for the ear. */
  | { type: 'scan.judged'; sound: ScanSound }
  /** Only collected: these are to be selected. */
  | { type: 'parcels.collected'; ids: readonly string[] }

export type ScanSound = 'yes' | 'no' | 'twice'

/** The parcel of each code; null if the user can see none. */
export type LookedUp = readonly { code: string; parcel: Shipping | null }[]

export type CommitInput = { task: ScanTask; parcels: readonly Shipping[] }

export type CommitEnd =
  | { kind: 'done'; report: ChangeReport | null }
  | { kind: 'cancelled' }
  | { kind: 'failed'; code: string }
