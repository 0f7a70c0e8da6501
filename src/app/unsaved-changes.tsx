import { useAtom } from '@xstate/store-react'
import { useCallback } from 'react'
import { type BlockerFunction, useBeforeUnload, useBlocker } from 'react-router-dom'
import { LeaveDialog } from '../features/records/leave-dialog.tsx'
import type { UnsavedChanges } from '../stores/unsaved-changes.ts'

/** Asks before unsaved words are lost: by a navigation, by a command that leaves in its own way, by closing the tab. */
export const UnsavedChangesGuard = ({ unsaved }: { unsaved: UnsavedChanges }) => {
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation: from, nextLocation: to, historyAction }) =>
        unsaved.isDirty() &&
        (from.pathname !== to.pathname || (historyAction === 'POP' && from.search !== to.search)),
      [unsaved],
    ),
  )
  useBeforeUnload(
    useCallback(
      (event) => {
        if (unsaved.isDirty()) event.preventDefault()
      },
      [unsaved],
    ),
  )
  const isAsking = useAtom(unsaved.pending) !== null
  if (blocker.state === 'blocked') {
    const leave = () => {
      unsaved.setDirty(false)
      blocker.proceed()
    }
    return <LeaveDialog onLeave={leave} onStay={() => blocker.reset()} />
  }
  return isAsking && <LeaveDialog onLeave={() => unsaved.answer(true)} onStay={() => unsaved.answer(false)} />
}
