import { createAtom, type ReadonlyAtom } from '@xstate/store'
import type { Analytics, ProductRates } from '../../domain/analytics/analytics.ts'
import type { JobEvent } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import { endedJobStatuses, type Job, type JobStatus, type JobSummary } from '../../domain/jobs/job.ts'
import type { Claim } from '../../domain/triage/claim.ts'
import type { ClaimRequest } from '../../machines/triage/triage-types.ts'
import { type ApiCode, ApiProblem } from './api-problem.ts'
import {
  type ApiRequest,
  type Listed,
  type ReadOptions,
  read,
  type WriteOptions,
  write,
} from './call-options.ts'
import type { ApiClient } from './client.ts'

/** A job that is under way, as far as is known here. `idempotencyKey` is of the write that began it, where that was this page. */
export type RunningJob = Pick<JobSummary, 'id' | 'kind' | 'status' | 'done' | 'total'> & {
  idempotencyKey: string | null
  isCancelling: boolean
}

/** Calls that may take long, and the jobs that go on with them: how far they are, and what they come to. */
export type LongWork = {
  running: ReadonlyAtom<readonly RunningJob[]>
  /** Of this page only: shown where their reports are awaited, not among the jobs that change something. */
  dryRuns: ReadonlyAtom<readonly RunningJob[]>
  /** A write that is answered at once, or once its job has ended: with the job's report. Aborting cancels the job. */
  json: <Body>(url: string, request: ApiRequest, options?: WriteOptions) => Promise<Body>
  /** The same for a call that answers a file. */
  blob: (url: string, request: ApiRequest, options?: WriteOptions) => Promise<Blob>
  /** Handles a job event of the stream. */
  hear: (event: JobEvent) => void
  /** Looks for jobs that an earlier page has begun; `onEnd` is called for each that ends. */
  resume: (actor: string, onEnd: (job: Job) => void) => Promise<void>
  cancel: (id: string) => Promise<void>
}

/** Milliseconds between two looks at a job: events come sooner, but may be lost. */
const pollDelay = 2_000

const isOver = ({ status }: Pick<JobSummary, 'status'>): boolean => endedJobStatuses.includes(status)

export function createLongWork(client: ApiClient): LongWork {
  const jobs = jobEndpoints(client)
  const running = createAtom<readonly RunningJob[]>([])
  const dryRuns = createAtom<readonly RunningJob[]>([])
  const wakes = new Map<string, () => void>()

  const change = (id: string, changes: Partial<RunningJob>) => {
    for (const store of [running, dryRuns]) {
      if (!store.get().some((job) => job.id === id)) continue
      store.set(store.get().map((job) => (job.id === id ? { ...job, ...changes } : job)))
    }
  }

  /** Looks at a job until it is over; nobody answering is no end. */
  const watch = async (begun: JobSummary, { idempotencyKey, signal }: WriteOptions = {}): Promise<Job> => {
    const { id, kind, status, done, total } = begun
    const store = begun.isDryRun ? dryRuns : running
    const others = store.get().filter((job) => job.id !== id)
    store.set([
      ...others,
      { id, kind, status, done, total, idempotencyKey: idempotencyKey ?? null, isCancelling: false },
    ])
    try {
      for (;;) {
        const job = await jobs.one(id, { signal }).catch(unlessOffline)
        if (job !== null && isOver(job)) return job
        if (job !== null) change(id, { status: job.status, done: job.done, total: job.total })
        await nap(id, signal)
      }
    } catch (error) {
      // The caller that aborted the call has no use for its work.
      if (signal?.aborted) void jobs.cancel(id).catch(() => undefined)
      throw error
    } finally {
      wakes.delete(id)
      store.set(store.get().filter((job) => job.id !== id))
    }
  }

  const nap = (id: string, signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, pollDelay)
      const stop = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', stop, { once: true })
      wakes.set(id, () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
        resolve()
      })
    })

  return {
    running,
    dryRuns,
    json: async <Body>(url: string, request: ApiRequest, options?: WriteOptions): Promise<Body> => {
      const response = await client.raw<Body | Job>(url, asLong(request))
      if (response.status !== accepted) return response._data as Body
      const job = await watch(response._data as Job, options)
      if (job.report === null) throw problemOfJob(job)
      return job.report as Body
    },
    blob: async (url, request, options) => {
      const response = await client.raw<Blob, 'blob'>(url, { ...asLong(request), responseType: 'blob' })
      const body = response._data as Blob
      if (response.status !== accepted) return body
      const job = await watch(JSON.parse(await body.text()) as Job, options)
      if (job.status !== 'DONE') throw problemOfJob(job)
      return jobs.file(job.id, { signal: options?.signal })
    },
    hear: ({ job: id, status, done, total }) => {
      change(id, { status, done, total })
      if (isOver({ status })) wakes.get(id)?.()
    },
    resume: async (actor, onEnd) => {
      const { items } = await jobs.list({ status: ['QUEUED', 'RUNNING'], limit: 50 })
      const known = new Set(running.get().map(({ id }) => id))
      for (const job of items) {
        if (job.actor === actor && !known.has(job.id)) watch(job).then(onEnd, () => undefined)
      }
    },
    cancel: async (id) => {
      change(id, { isCancelling: true })
      try {
        await jobs.cancel(id)
      } catch (error) {
        change(id, { isCancelling: false })
        // It was over before it could be stopped: what it came to is on its way.
        if (!(error instanceof ApiProblem && error.code === 'JOB_ENDED')) throw error
      } finally {
        wakes.get(id)?.()
      }
    },
  }
}

/** The status of a call that goes on as a job. */
const accepted = 202

/** RFC 7240: the server answers 202 with a job where there is much to do. */
const asLong = (request: ApiRequest): ApiRequest => ({
  ...request,
  headers: { ...request.headers, Prefer: 'respond-async' },
})

const unlessOffline = (error: unknown): null => {
  if (error instanceof ApiProblem && error.isOffline) return null
  throw error
}

const problemOfJob = ({ code, status }: Job): ApiProblem =>
  new ApiProblem({
    code: (code as ApiCode | null) ?? (status === 'CANCELLED' ? 'CANCELLED' : 'INTERNAL'),
    message: `The job has ${status === 'CANCELLED' ? 'been cancelled' : 'failed'}`,
    status: 409,
  })

/** `startDate` and `endDate` are days of the country; all but the country may be left out. */
export type AnalyticsQuery = {
  country: CountryCode
  seller?: string
  startDate?: string
  endDate?: string
}

/** The dashboard's figures, and the rates that a calculation starts from. */
export const analyticsEndpoints = (client: ApiClient) => ({
  read: (query: AnalyticsQuery, options?: ReadOptions) =>
    client<Analytics>('/analytics', read(options, query)),

  productRates: (product: string, options?: ReadOptions) =>
    client<ProductRates>(`/products/${product}/rates`, read(options)),
})

/** Orders leased to one agent while they call. */
export const triageEndpoints = (client: ApiClient) => ({
  /** Idempotent by itself, so it carries no key. */
  claim: (request: ClaimRequest & { leaseId?: string }, { signal }: ReadOptions = {}) =>
    client<Claim>('/orders/claim', { method: 'POST', body: { ...request }, signal }),

  /** Releases all of them, also while the page closes; a claim of the same lease that arrives later takes nothing. */
  letGo: (leaseId: string) =>
    client<void>('/orders/claim', { ...write('DELETE', undefined), query: { leaseId }, keepalive: true }),
})

/** Jobs: their progress, report and file. */
export const jobEndpoints = (client: ApiClient) => ({
  /** Without dry runs, which only the page that waits for them shows. */
  list: ({ status, limit }: { status?: readonly JobStatus[]; limit?: number } = {}, options?: ReadOptions) =>
    client<Listed<JobSummary>>('/jobs', read(options, { status: status?.join(), limit, isDryRun: false })),

  one: (id: string, options?: ReadOptions) => client<Job>(`/jobs/${id}`, read(options)),

  cancel: (id: string, options?: WriteOptions) =>
    client<Job>(`/jobs/${id}/cancel`, write('POST', undefined, options)),

  file: (id: string, options?: ReadOptions) =>
    client<Blob, 'blob'>(`/jobs/${id}/file`, { ...read(options), responseType: 'blob' }),
})
