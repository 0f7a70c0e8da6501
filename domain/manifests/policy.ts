import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { Manifest } from './manifest.ts'

/** Why this actor may not take the manifest back: only while every parcel on it is still out. */
export const whyNotUndoManifest = (
  actor: Actor,
  manifest: Scoped & Pick<Manifest, 'parcels' | 'openParcels'>,
): Code | null =>
  whyNot(actor, 'manifest.undo', manifest) ??
  (manifest.openParcels < manifest.parcels ? 'MANIFEST_HAS_MOVED' : null)

/** What of a parcel's change its manifest follows. `statusAt` is when it got that status. */
type Whereabouts = { status: string; statusAt: string | null; isDeleted: boolean }

/**
 * How the line of a parcel on a manifest follows its change; null where it does not.
 *
 * - `close`: the parcel has left the round, at `at`. Taking its dispatch back takes the line off (`isTakenOff`).
 * - `reopen`: it is out again on the line that was closed at `at`, because its delivery was reopened or its move was undone.
 * - `restore`: its dispatch is done again; the line that was taken off is the one that it went out by at `at`.
 */
export type LineChange =
  | { kind: 'close'; at: string; isTakenOff: boolean }
  | { kind: 'reopen' | 'restore'; at: string }

export const lineChangeOf = (
  before: Whereabouts | null,
  after: Whereabouts | null,
  step: { verb: string; isUndo: boolean },
): LineChange | null => {
  const [wasOut, isOut] = [isOnRound(before), isOnRound(after)]
  if (wasOut === isOut || before === null || after === null) return null
  const isDispatch = step.verb === 'shipping.dispatch'
  if (wasOut) return { kind: 'close', at: after.statusAt!, isTakenOff: isDispatch && step.isUndo }
  if (!isDispatch) return { kind: 'reopen', at: before.statusAt! }
  return step.isUndo ? { kind: 'restore', at: after.statusAt! } : null
}

const isOnRound = (parcel: Whereabouts | null): boolean =>
  parcel !== null && parcel.status === 'OUT_FOR_DELIVERY' && !parcel.isDeleted
