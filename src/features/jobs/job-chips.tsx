import { useAtom } from '@xstate/store-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../domain/jobs/job.ts'
import { lazyWithPreload, usePreload } from '../../lazy/lazy-with-preload.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { jobLabelKey } from './job-commands.ts'

const buttons = () => import('./chip-buttons.tsx')
/** Loaded after the rows of the page, which seldom have work under way. */
const RunningJobs = lazyWithPreload(async () => ({ default: (await buttons()).RunningJobs }), null)
const Unsent = lazyWithPreload(async () => ({ default: (await buttons()).Unsent }), null)
const chips = [RunningJobs, Unsent]

type JobsChipProps = { onFile: (job: Pick<Job, 'id' | 'fileName'>) => void }

/** Progress of running jobs in the top bar, including those started before a reload. */
export const JobsChip = ({ onFile }: JobsChipProps) => {
  const { api, user } = useWorkspace()
  const tellEnd = useTellEnd(onFile)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once a person; words may change meanwhile.
  useEffect(() => {
    // Without the server, jobs go on unobserved.
    api.longWork.resume(user.id, tellEnd).catch(() => undefined)
  }, [api, user.id])
  const jobs = useAtom(api.longWork.running)
  usePreload(chips)
  return jobs.length > 0 && <RunningJobs jobs={jobs} />
}

/** Notifies when a job ends that nothing on this page awaits. */
const useTellEnd = (onFile: JobsChipProps['onFile']) => {
  const { t } = useTranslation('commands')
  const { ports } = useWorkspace()
  return (job: Job) => {
    const isDone = job.status === 'DONE'
    ports.notify({
      tone: isDone ? 'success' : 'warning',
      titleKey: `jobs:ended.${job.status}`,
      values: { work: t(jobLabelKey(job.kind)) },
      code: job.code ?? undefined,
      action: isDone && job.fileName ? { labelKey: 'jobs:download', run: () => onFile(job) } : undefined,
    })
  }
}

/** Number of unsent changes in the top bar; hidden if none. */
export const OutboxChip = () => {
  const { outbox } = useWorkspace()
  const { entries, state } = useAtom(outbox.view)
  const refused = entries.filter(({ refusal }) => refusal !== null).length
  // A single change being sent is not shown: it is usually done at once.
  if (entries.length === 0 || (refused === 0 && state === 'sending' && entries.length === 1)) return null
  return <Unsent count={entries.length} refused={refused} />
}
