import { useAtom } from '@xstate/store-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Job } from '../../../domain/jobs/job.ts'
import { lazyWithPreload, usePreload } from '../../lazy/lazy-with-preload.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

const buttons = () => import('./chip-buttons.tsx')
/** Loaded after the rows of the page, which seldom have work under way. */
const RunningJobs = lazyWithPreload(async () => ({ default: (await buttons()).RunningJobs }), null)
const Unsent = lazyWithPreload(async () => ({ default: (await buttons()).Unsent }), null)
const chips = [RunningJobs, Unsent]

type JobsChipProps = { onFile: (job: Pick<Job, 'id' | 'fileName'>) => void }

/** Progress of running jobs in the top bar, including those started before a reload. */
export const JobsChip = ({ onFile }: JobsChipProps) => {
  const { api, ports, user } = useWorkspace()
  const { t } = useTranslation('commands')
  const tellEnd = (job: Job) =>
    void buttons().then(
      (loaded) => loaded.tellEnd(job, { ports, t, onFile }),
      // Without a network there is no news of jobs either.
      () => undefined,
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for once a person; words may change meanwhile.
  useEffect(() => {
    // Without the server, jobs go on unobserved.
    api.longWork.resume(user.id, tellEnd).catch(() => undefined)
  }, [api, user.id])
  const jobs = useAtom(api.longWork.running)
  usePreload(chips)
  return jobs.length > 0 && <RunningJobs jobs={jobs} />
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
