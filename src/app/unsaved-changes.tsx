import { useAtom } from '@xstate/store-react'
import { useCallback } from 'react'
import { type BlockerFunction, useBeforeUnload, useBlocker } from 'react-router-dom'
import { lazyWithPreload } from '../lazy/lazy-with-preload.tsx'
import { usePreload } from '../lazy/use-preload.ts'
import type { UnsavedChanges } from '../stores/unsaved-changes.ts'

const LeaveDialog = lazyWithPreload(async () => ({
  default: (await import('./shell/dialogs.tsx')).LeaveDialog,
}))
const lazyDialogs = [LeaveDialog]

/** Asks before unsaved words are lost: by a navigation, by a command that leaves in its own way, by closing the tab. */
export const UnsavedChangesGuard = ({ unsaved }: { unsaved: UnsavedChanges }) => {
  usePreload(lazyDialogs)
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
