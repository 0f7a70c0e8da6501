import type { JobSummary } from '../../../domain/jobs/job.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import type { Api } from '../../api/create-api.ts'
import { saveFile } from '../../api/save-file.ts'
import type { CommandPorts } from '../../commands/command-ports.ts'

/** Fetches the file that a job made and hands it to the browser. */
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
