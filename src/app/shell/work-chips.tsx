import { JobsChip, OutboxChip } from '../../features/jobs/job-chips.tsx'
import { saveJobFile } from '../../features/jobs/job-commands.ts'
import { RecordingChip } from '../../features/macros/recording-chip.tsx'
import type { CommandLog } from '../../stores/command-log.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** What the top bar says of work under way: a macro that is recorded, jobs that run. */
export const WorkChips = ({ log }: { log: CommandLog }) => {
  const { api, ports } = useWorkspace()
  return (
    <>
      <RecordingChip log={log} />
      <OutboxChip />
      <JobsChip onFile={(job) => void saveJobFile(api, ports.notify, job)} />
    </>
  )
}
