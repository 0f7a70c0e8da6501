import { useAtom } from '@xstate/store-react'
import { useSyncExternalStore } from 'react'
import { saveJobFile } from '../../features/jobs/save-job-file.ts'
import { late } from '../../ui/late/late.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { Desk } from '../workspace/create-workspace.ts'

const part = <Name extends string, Part>(load: () => Promise<Record<Name, Part>>, name: Name) =>
  load().then((module) => ({ default: module[name] }))

const Confirmations = late(() => part(() => import('./confirmations.tsx'), 'Confirmations'))
const HelpSheet = late(() => part(() => import('./help-sheet.tsx'), 'HelpSheet'))
const SettingsDialog = late(() =>
  part(() => import('../../features/settings/settings-dialog.tsx'), 'SettingsDialog'),
)
const ChangeDialog = late(() =>
  part(() => import('../../features/changes/change-dialog.tsx'), 'ChangeDialog'),
)
const JobsDialog = late(() => part(() => import('../../features/jobs/jobs-dialog.tsx'), 'JobsDialog'))
const FormDialog = late(() => part(() => import('../../features/records/form-dialog.tsx'), 'FormDialog'))
const LeaveDialog = late(() => part(() => import('../../features/records/leave-dialog.tsx'), 'LeaveDialog'))
const KeepDialog = late(() => import('../../features/macros/keep-dialog.tsx'))
const HistoryDialog = late(() => import('../../features/journal/history-dialog.tsx'))

/** What lies over the screens while something asks for it, and is not there otherwise, not even its code. */
export const Layers = ({ desk }: { desk: Desk }) => {
  const { workspace, help, jobs, appearance, changes, questions, history, macros, form } = desk
  const { api, ports, guard } = useWorkspace()
  const isJobsOpen = useAtom(jobs)
  const remembered = useAtom(history)
  const keeping = useAtom(macros.keeping)
  const isHelpOpen = useAtom(help)
  const isAppearanceOpen = useAtom(appearance)
  const asking = useAtom(changes.asking)
  const question = useAtom(questions)
  const asked = useAtom(form)
  const isLeaving = useSyncExternalStore(guard.subscribe, guard.isAsking)
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
      {keeping && <KeepDialog keeping={keeping} macros={macros} onClose={() => macros.keeping.set(null)} />}
      {question && <Confirmations questions={questions} />}
      {asked && <FormDialog form={form} />}
      {isLeaving && <LeaveDialog guard={guard} />}
    </>
  )
}
