import type { ReadonlyAtom } from '@xstate/store'
import type { Verb } from '../../../domain/access/permissions.ts'
import type { JobSummary } from '../../../domain/jobs/job.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import type { Api } from '../../api/create-api.ts'
import type { RunningJob } from '../../api/long-work.ts'
import { saveFile } from '../../api/save-file.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import type { CommandPorts } from '../../commands/command-ports.ts'

/** Commands on running jobs. */
export const jobCommands: readonly Command[] = [
  defineCommand({
    id: 'console.jobs',
    unrecorded: 'quietly',
    target: 'none',
    section: 'settings',
    icon: 'list-checks',
    whyNot: ({ actor }) => (actor === null ? 'UNAUTHORIZED' : null),
    run: ({ ports }) => ports.openJobs(),
  }),
  defineCommand({
    id: 'console.cancel-job',
    unrecorded: 'quietly',
    target: 'none',
    section: 'settings',
    icon: 'circle-x',
    args: [
      {
        name: 'job',
        kind: 'choice',
        choices: ({ ports }) =>
          ports.api.longWork.running.get().map((job) => ({
            value: job.id,
            labelKey: jobLabelKey(job.kind),
            detail: shareOf(job),
          })),
      },
    ],
    whyNot: ({ ports }) => (isAnyRunning(ports.api.longWork.running) ? null : 'JOB_ENDED'),
    run: async ({ ports }, { job }) => {
      if (job !== undefined) await ports.api.longWork.cancel(job)
    },
  }),
  defineCommand({
    id: 'console.job-file',
    unrecorded: 'quietly',
    target: 'none',
    section: 'settings',
    icon: 'download',
    args: [
      {
        name: 'job',
        kind: 'choice',
        choices: async ({ ports }, signal) => {
          const { items } = await ports.api.jobs.list({ status: ['DONE'], limit: mostFiles }, { signal })
          return items.flatMap(({ id, fileName }) =>
            fileName === null ? [] : [{ value: id, text: fileName }],
          )
        },
      },
    ],
    whyNot: ({ actor }) => (actor === null ? 'UNAUTHORIZED' : null),
    run: async ({ ports }, { job }) => {
      if (job === undefined) return
      const { id, fileName } = await ports.api.jobs.one(job)
      await saveJobFile(ports.api, ports.notify, { id, fileName })
    },
  }),
]

/** Files are kept for a day, so there are few. */
const mostFiles = 20

const isAnyRunning = (running: ReadonlyAtom<readonly RunningJob[]>): boolean => running.get().length > 0

const shareOf = ({ done, total }: RunningJob): string | undefined =>
  total ? `${Math.floor((done / total) * 100)} %` : undefined

/** Labels of jobs whose verb is shared by several commands; others use their command's. */
const others: Partial<Record<Verb, string>> = {
  'change.undo': 'console.undo',
  'expedition.mark': 'expedition.status',
  'request.mark': 'request.status',
  'shipping.apply-sheet': 'shipping.status',
  'shipping.delete': 'shipping.cancel',
  'shipping.unassign': 'shipping.assign',
}

/** Locale key of a job's label. */
export const jobLabelKey = (kind: Verb): string => `commands:${others[kind] ?? kind}.label`

/** Downloads a job's file and saves it. */
export const saveJobFile = async (
  api: Api,
  notify: CommandPorts['notify'],
  { id, fileName }: Pick<JobSummary, 'id' | 'fileName'>,
): Promise<void> => {
  try {
    const blob = await api.jobs.file(id)
    saveFile(blob, fileName ?? '')
  } catch (error) {
    const code = error instanceof ApiProblem ? error.code : undefined
    const titleKey = code === undefined ? 'jobs:file.saveFailed' : 'jobs:file.downloadFailed'
    notify({ tone: 'danger', titleKey, code })
  }
}
