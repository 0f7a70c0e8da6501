import { useAtom } from '@xstate/store-react'
import { saveJobFile } from '../../features/jobs/job-commands.ts'
import { lazyWithPreload } from '../../lazy/lazy-with-preload.tsx'
import { usePreload } from '../../lazy/use-preload.ts'
import { MenuList } from '../../ui/overlay/menu.tsx'
import { TooltipLayer } from '../../ui/overlay/tooltip.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { UnsavedChangesGuard } from '../unsaved-changes.tsx'
import type { Desk } from '../workspace/create-workspace.ts'

const dialogs = () => import('./dialogs.tsx')
const ChangeDialog = lazyWithPreload(async () => ({ default: (await dialogs()).ChangeDialog }))
const Confirmations = lazyWithPreload(async () => ({ default: (await dialogs()).Confirmations }))
const FormDialog = lazyWithPreload(async () => ({ default: (await dialogs()).FormDialog }))
const HelpSheet = lazyWithPreload(async () => ({ default: (await dialogs()).HelpSheet }))
const HistoryDialog = lazyWithPreload(async () => ({ default: (await dialogs()).HistoryDialog }))
const JobsDialog = lazyWithPreload(async () => ({ default: (await dialogs()).JobsDialog }))
const SaveMacroDialog = lazyWithPreload(async () => ({ default: (await dialogs()).SaveMacroDialog }))
const SettingsDialog = lazyWithPreload(async () => ({ default: (await dialogs()).SettingsDialog }))

const lazyParts = [
  ChangeDialog,
  Confirmations,
  FormDialog,
  HelpSheet,
  HistoryDialog,
  JobsDialog,
  SaveMacroDialog,
  SettingsDialog,
  MenuList,
  TooltipLayer,
]

/** The dialogs over every screen, each mounted while a store asks for it. */
export const Layers = ({ desk }: { desk: Desk }) => {
  const { workspace, help, jobs, appearance, changes, questions, history, macros, form } = desk
  const { api, ports, unsaved } = useWorkspace()
  usePreload(lazyParts)
  const isJobsOpen = useAtom(jobs)
  const remembered = useAtom(history)
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
      {keeping && (
        <SaveMacroDialog keeping={keeping} macros={macros} onClose={() => macros.keeping.set(null)} />
      )}
      {question && <Confirmations questions={questions} />}
      {asked && <FormDialog form={form} />}
      <UnsavedChangesGuard unsaved={unsaved} />
    </>
  )
}
