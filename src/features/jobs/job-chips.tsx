import { useAtom } from '@xstate/store-react'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Job } from '../../../domain/jobs/job.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { BarButton } from '../../layouts/bar-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { jobLabelKey } from './job-commands.ts'

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
  return <Suspense>{jobs.length > 0 && <RunningJobs jobs={jobs} />}</Suspense>
}

type Running = { done: number; total: number | null }

const RunningJobs = ({ jobs }: { jobs: readonly Running[] }) => {
  const { t, i18n } = useTranslation('jobs')
  const { run } = useWorkspace()
  const done = jobs.reduce((sum, job) => sum + job.done, 0)
  const total = jobs.reduce((sum, job) => sum + (job.total ?? 0), 0)
  const share = numberFormat(localeOf(i18n.language), { style: 'percent' }).format(total ? done / total : 0)
  return (
    <BarButton
      aria-label={t('jobs:chip', { count: jobs.length, share })}
      title={t('jobs:chip', { count: jobs.length, share })}
      onClick={() => run('console.jobs')}
      className="text-accent-text"
    >
      <Icon name="refresh" size={14} className="motion-safe:animate-spin" />
      <span aria-hidden="true" className="figures">
        {share}
      </span>
    </BarButton>
  )
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
  return (
    <Suspense>
      <Unsent count={entries.length} refused={refused} />
    </Suspense>
  )
}

const Unsent = ({ count, refused }: { count: number; refused: number }) => {
  const { t } = useTranslation('outbox')
  const { run } = useWorkspace()
  const words = [
    ...(count > refused ? [t('waiting', { count: count - refused })] : []),
    ...(refused > 0 ? [t('refused', { count: refused })] : []),
  ].join(', ')
  return (
    <BarButton
      aria-label={words}
      title={words}
      onClick={() => run('console.jobs')}
      className={refused > 0 ? 'text-danger' : 'text-warning'}
    >
      <Icon name={refused > 0 ? 'alert' : 'clock'} size={14} />
      <span aria-hidden="true" className="figures">
        {count}
      </span>
    </BarButton>
  )
}
