import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Job } from '../../../domain/jobs/job.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import type { CommandPorts } from '../../commands/command-ports.ts'
import { BarButton } from '../../layouts/bar-button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { jobLabelKey } from './job-commands.ts'

type Running = { done: number; total: number | null }

/** Share of the work under way. */
export const RunningJobs = ({ jobs }: { jobs: readonly Running[] }) => {
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

/** Changes that wait for the network, or were refused. */
export const Unsent = ({ count, refused }: { count: number; refused: number }) => {
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

type Teller = {
  ports: Pick<CommandPorts, 'notify'>
  t: TFunction<'commands'>
  onFile: (job: Pick<Job, 'id' | 'fileName'>) => void
}

/** Notifies of the end of a job that nothing on this page awaits. */
export const tellEnd = (job: Job, { ports, t, onFile }: Teller): void => {
  const isDone = job.status === 'DONE'
  ports.notify({
    tone: isDone ? 'success' : 'warning',
    titleKey: `jobs:ended.${job.status}`,
    values: { work: t(jobLabelKey(job.kind)) },
    code: job.code ?? undefined,
    action: isDone && job.fileName ? { labelKey: 'jobs:download', run: () => onFile(job) } : undefined,
  })
}
