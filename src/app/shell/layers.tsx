import { useAtom } from '@xstate/store-react'
import { useCallback } from 'react'
import { type BlockerFunction, useBeforeUnload, useBlocker } from 'react-router-dom'
import { publicRoutes } from '../../../domain/access/routes.ts'
import { saveJobFile } from '../../features/jobs/job-commands.ts'
import { macroPlayer } from '../../features/macros/create-macros.ts'
import { lazyWithPreload, usePreload } from '../../lazy/lazy-with-preload.tsx'
import type { UnsavedChanges } from '../../stores/unsaved-changes.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { ConsoleParts } from '../workspace/create-workspace.ts'

const dialogs = () => import('./dialogs.tsx')
const ChangeDialog = lazyWithPreload(async () => ({ default: (await dialogs()).ChangeDialog }))
const Confirmations = lazyWithPreload(async () => ({ default: (await dialogs()).Confirmations }))
const FormDialog = lazyWithPreload(async () => ({ default: (await dialogs()).FormDialog }))
const HelpSheet = lazyWithPreload(async () => ({ default: (await dialogs()).HelpSheet }))
const RevokeDialog = lazyWithPreload(async () => ({ default: (await dialogs()).RevokeDialog }))
const EraseDialog = lazyWithPreload(async () => ({ default: (await dialogs()).EraseDialog }))
const HistoryDialog = lazyWithPreload(async () => ({ default: (await dialogs()).HistoryDialog }))
const JobsDialog = lazyWithPreload(async () => ({ default: (await dialogs()).JobsDialog }))
const LeaveDialog = lazyWithPreload(async () => ({ default: (await dialogs()).LeaveDialog }))
const SaveMacroDialog = lazyWithPreload(async () => ({ default: (await dialogs()).SaveMacroDialog }))
const SettingsDialog = lazyWithPreload(async () => ({ default: (await dialogs()).SettingsDialog }))

const preloaded = [
  ChangeDialog,
  Confirmations,
  FormDialog,
  HelpSheet,
  HistoryDialog,
  EraseDialog,
  RevokeDialog,
  JobsDialog,
  LeaveDialog,
  SaveMacroDialog,
  SettingsDialog,
  macroPlayer,
]

/** Asks before unsaved input is lost by a navigation, a command or closing the tab. A lock keeps the drafts of forms. */
export const UnsavedChangesGuard = ({ unsaved }: { unsaved: UnsavedChanges }) => {
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation: from, nextLocation: to, historyAction }) =>
        (to.pathname === publicRoutes.lockScreen ? unsaved.isLostByLock() : unsaved.isDirty()) &&
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

/** Global dialogs, each mounted while its store has a value. */
export const Layers = ({ parts }: { parts: ConsoleParts }) => {
  const { workspace, help, jobs, appearance, changes, questions, history, revoking, erasing, macros, form } =
    parts
  const { api, ports, unsaved } = useWorkspace()
  usePreload(preloaded)
  const isJobsOpen = useAtom(jobs)
  const remembered = useAtom(history)
  const revoked = useAtom(revoking)
  const erased = useAtom(erasing)
  const keeping = useAtom(macros.keeping)
  const isHelpOpen = useAtom(help)
  const isAppearanceOpen = useAtom(appearance)
  const asking = useAtom(changes.asking)
  const question = useAtom(questions)
  const asked = useAtom(form)
  return (
    <>
      {isAppearanceOpen && <SettingsDialog open onClose={() => appearance.set(false)} />}
      {isHelpOpen && (
        <HelpSheet
          registry={workspace.registry}
          context={workspace.commandContext}
          open
          onClose={() => help.set(false)}
        />
      )}
      {asking && (
        <ChangeDialog
          key={asking.sessionId}
          change={asking}
          dryRuns={api.longWork.dryRuns}
          onClose={() => changes.asking.set(null)}
        />
      )}
      {isJobsOpen && (
        <JobsDialog
          onClose={() => jobs.set(false)}
          onFile={(job) => void saveJobFile(api, ports.notify, job)}
        />
      )}
      {remembered && <HistoryDialog record={remembered} onClose={() => history.set(null)} />}
      {revoked && <RevokeDialog record={revoked} onClose={() => revoking.set(null)} />}
      {erased && <EraseDialog customer={erased} onClose={() => erasing.set(null)} />}
      {keeping && (
        <SaveMacroDialog keeping={keeping} macros={macros} onClose={() => macros.keeping.set(null)} />
      )}
      {question && <Confirmations questions={questions} />}
      {asked && <FormDialog form={form} />}
      <UnsavedChangesGuard unsaved={unsaved} />
    </>
  )
}
