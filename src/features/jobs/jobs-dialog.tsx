import { useAtom } from '@xstate/store-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobStatus, JobSummary } from '../../../domain/jobs/job.ts'
import type { RunningJob } from '../../api/long-work.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { ProgressBar, StatusBadge } from '../../ui/feedback/status.tsx'
import type { Tone } from '../../ui/feedback/tone.ts'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { jobLabelKey } from './job-commands.ts'

const OutboxLines = lazy(() => importWithRetry(() => import('../../workspace/outbox-lines.tsx')))

type JobsDialogProps = {
  onClose: () => void
  onFile: (job: Pick<JobSummary, 'id' | 'fileName'>) => void
}

/** Running jobs with Cancel, and recently ended ones. */
export const JobsDialog = ({ onClose, onFile }: JobsDialogProps) => {
  const { t } = useTranslation(['jobs', 'commands', 'errors'])
  const { api } = useWorkspace()
  const { running } = api.longWork
  const jobs = useAtom(running)
  const { ended, problem, reload } = useEndedJobs(jobs.length)
  return (
    <Dialog open onOpenChange={onClose} title={t('jobs:title')} description={t('jobs:lead')}>
      <div className="-m-1 flex max-h-[56vh] flex-col gap-5 overflow-y-auto p-1">
        <Suspense fallback={null}>
          <OutboxLines />
        </Suspense>
        {jobs.length > 0 && (
          <ul aria-label={t('jobs:running')} className="flex flex-col gap-3">
            {jobs.map((job) => (
              <RunningLine key={job.id} job={job} />
            ))}
          </ul>
        )}
        {problem !== null && (
          <div className="flex items-center justify-between gap-3">
            <p role="alert" className="text-danger">
              {t(`errors:${problem}`)}
            </p>
            <Button size="sm" onClick={reload}>
              {t('jobs:retry')}
            </Button>
          </div>
        )}
        {ended === null && problem === null && <Skeleton lines={3} />}
        {ended !== null && ended.length === 0 && jobs.length === 0 && (
          <p className="text-ink-muted">{t('jobs:none')}</p>
        )}
        {ended !== null && ended.length > 0 && (
          <section aria-label={t('jobs:ended.title')}>
            <h3 className="mb-1 text-sm font-medium text-ink-muted">{t('jobs:ended.title')}</h3>
            <ul className="flex flex-col">
              {ended.map((job) => (
                <EndedLine key={job.id} job={job} onFile={onFile} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  )
}

const RunningLine = ({ job }: { job: RunningJob }) => {
  const { t } = useTranslation(['jobs', 'commands'])
  const { runWith } = useWorkspace()
  const label = t(jobLabelKey(job.kind))
  return (
    <li className="flex items-end gap-3">
      <div className="min-w-0 flex-1">
        <ProgressBar label={label} done={job.done} total={job.total ?? undefined} />
      </div>
      <Button
        size="sm"
        pending={job.isCancelling}
        aria-label={t('jobs:cancelNamed', { work: label })}
        onClick={() => runWith('console.cancel-job', { job: job.id })}
      >
        {t(job.isCancelling ? 'jobs:cancelling' : 'jobs:cancel')}
      </Button>
    </li>
  )
}

const tones: Partial<Record<JobStatus, Tone>> = { DONE: 'success', FAILED: 'danger', CANCELLED: 'neutral' }

const EndedLine = ({ job, onFile }: { job: JobSummary; onFile: JobsDialogProps['onFile'] }) => {
  const { t } = useTranslation(['jobs', 'commands', 'errors'])
  const { status, code, fileName, finishedAt } = job
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-1.5 last:border-b-0">
      <StatusBadge tone={tones[status] ?? 'neutral'}>{t(`jobs:status.${status}`)}</StatusBadge>
      <span className="min-w-40 flex-1 truncate" title={code === null ? undefined : t(`errors:${code}`)}>
        {t(jobLabelKey(job.kind))}
      </span>
      {finishedAt !== null && (
        <span className="text-sm text-ink-muted">
          <RelativeTime value={finishedAt} style="short" />
        </span>
      )}
      {status === 'DONE' && fileName !== null && (
        <Button size="sm" icon="download" onClick={() => onFile(job)}>
          {fileName}
        </Button>
      )}
    </li>
  )
}

const shownEnded = 8

/** Recently ended jobs, refetched when one ends. */
const useEndedJobs = (runningCount: number) => {
  const { api, user } = useWorkspace()
  const [ended, setEnded] = useState<readonly JobSummary[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what ends is no longer running.
  useEffect(() => {
    const request = new AbortController()
    api.jobs
      .list({ status: ['DONE', 'FAILED', 'CANCELLED'], limit: 50 }, { signal: request.signal })
      .then(({ items }) => {
        setEnded(items.filter(({ actor }) => actor === user.id).slice(0, shownEnded))
        setProblem(null)
      })
      .catch((error: { code?: string }) => request.signal.aborted || setProblem(error.code ?? 'INTERNAL'))
    return () => request.abort()
  }, [api, user.id, runningCount, asked])
  return { ended, problem, reload: () => setAsked(asked + 1) }
}
