import { JobsChip } from '../../features/jobs/jobs-chip.tsx'
import { OutboxChip } from '../../features/jobs/outbox-chip.tsx'
import { saveJobFile } from '../../features/jobs/save-job-file.ts'
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
