import type { Actor } from '../access/actor.ts'
import { type Scoped, whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { Manifest } from './manifest.ts'

/** Code why the actor may not undo the manifest, or null: allowed only while all its parcels are out. */
export const whyNotUndoManifest = (
  actor: Actor,
  manifest: Scoped & Pick<Manifest, 'parcels' | 'openParcels'>,
): Code | null =>
  whyNot(actor, 'manifest.undo', manifest) ??
  (manifest.openParcels < manifest.parcels ? 'MANIFEST_HAS_MOVED' : null)

/** The fields of a parcel that its manifest depends on. `statusAt`: when it got its status. */
type Whereabouts = { status: string; statusAt: string | null; isDeleted: boolean }

/**
 * What a change of a parcel does to its manifest line; null for nothing.
 * - `close`: the parcel left the round at `at`. `isTakenOff`: its dispatch was undone, the line is removed.
 * - `reopen`: it is out again on the line closed at `at`: its delivery was reopened or its move undone.
 * - `restore`: its dispatch was redone; restores the line removed, which it went out by at `at`.
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
