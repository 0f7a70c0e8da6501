import type { Job, JobStatus, JobSummary } from '../../domain/jobs/job.ts'
import { type ReadOptions, type WriteOptions, write } from './call-options.ts'
import type { Http } from './http.ts'

/** Long work: how far it is, what it came to, and no further. */
export const jobCalls = (http: Http) => ({
  /** Without dry runs, which are of use only to the page that waits for them. */
  list: (
    { status, limit }: { status?: readonly JobStatus[]; limit?: number } = {},
    { signal }: ReadOptions = {},
  ) =>
    http.json<{ items: JobSummary[]; total: number }>('/jobs', {
      query: { status: status?.join(), limit, isDryRun: false },
      signal,
    }),

  one: (id: string, { signal }: ReadOptions = {}) => http.json<Job>(`/jobs/${id}`, { signal }),

  cancel: (id: string, options?: WriteOptions) =>
    http.json<Job>(`/jobs/${id}/cancel`, write('POST', undefined, options)),

  file: (id: string, { signal }: ReadOptions = {}) => http.blob(`/jobs/${id}/file`, { signal }),
})
