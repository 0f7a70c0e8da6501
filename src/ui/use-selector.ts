import { useCallback, useSyncExternalStore } from 'react'
import type { AnyActorRef, SnapshotFrom } from 'xstate'

/** A part of what an actor is in: one that is the same as long as it does not change. */
export const useSelector = <Actor extends AnyActorRef, Part>(
  actor: Actor,
  select: (snapshot: SnapshotFrom<Actor>) => Part,
): Part =>
  useSyncExternalStore(
    useCallback((listener: () => void) => actor.subscribe(listener).unsubscribe, [actor]),
    () => select(actor.getSnapshot() as SnapshotFrom<Actor>),
  )
