import { useAtom } from '@xstate/store-react'
import type { LongWork } from '../api/long-work.ts'
import { ProgressBar } from '../ui/feedback/status.tsx'

/** That a dry run is on its way and, where it takes long, how far it is. */
export const DryRunProgress = ({ label, dryRuns }: { label: string; dryRuns: LongWork['dryRuns'] }) => {
  const job = useAtom(dryRuns).at(-1)
  return job === undefined ? (
    label
  ) : (
    <ProgressBar label={label} done={job.done} total={job.total ?? undefined} />
  )
}
