import { createAtom, type ReadonlyAtom } from '@xstate/store'
import type { Analytics, ProductRates } from '../../domain/analytics/analytics.ts'
import type { JobEvent } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import { endedJobStatuses, type Job, type JobStatus, type JobSummary } from '../../domain/jobs/job.ts'
import type { ProfitAnswer } from '../../domain/profit/profit.ts'
import type { Claim } from '../../domain/triage/claim.ts'
import type { ClaimRequest } from '../../machines/triage/triage-types.ts'
import { type ApiCode, ApiProblem } from './api-problem.ts'
import {
  type ApiRequest,
  type Listed,
  type ReadOptions,
  read,
  type WriteOptions,
  writeOptions,
} from './call-options.ts'
import type { ApiClient } from './client.ts'

/** A running job as far as known. `idempotencyKey`: of the write that started it on this page. */
export type RunningJob = Pick<JobSummary, 'id' | 'kind' | 'status' | 'done' | 'total'> & {
  idempotencyKey: string | null
  isCancelling: boolean
}

/** Calls that may continue as jobs, with progress and results. */
export type LongWork = {
  running: ReadonlyAtom<readonly RunningJob[]>
  /** Of this page; shown where their reports are awaited, not among running jobs. */
  dryRuns: ReadonlyAtom<readonly RunningJob[]>
  /** A write answered directly or by its job's report. Aborting cancels the job. */
  json: <Body>(url: string, request: ApiRequest, options?: WriteOptions) => Promise<Body>
  /** The same for a file. */
  blob: (url: string, request: ApiRequest, options?: WriteOptions) => Promise<Blob>
  /** Handles a job event. */
  hear: (event: JobEvent) => void
  /** Finds jobs started before a reload; `onEnd` is called for each that ends. */
  resume: (actor: string, onEnd: (job: Job) => void) => Promise<void>
  cancel: (id: string) => Promise<void>
}

/** Milliseconds between polls: events are faster, but may be lost. */
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

  /** Watches a job until it ends; network errors are retried. */
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
      // The aborting caller does not need the result.
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
        // It ended before the cancel: the result follows.
        if (!(error instanceof ApiProblem && error.code === 'JOB_ENDED')) throw error
      } finally {
        wakes.get(id)?.()
      }
    },
  }
}

/** Status of a call that continues as a job. */
const accepted = 202

/** RFC 7240 `respond-async`: the server may answer 202 with a job. */
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

/** `startDate` and `endDate`: days of the country. All but the country are optional. */
export type AnalyticsQuery = {
  country: CountryCode
  seller?: string
  startDate?: string
  endDate?: string
}

/** `product`, `seller`: of one alone. Without days the last thirty. */
export type ProfitQuery = AnalyticsQuery & { product?: string; limit?: number }

/** Dashboard figures, profits, and measured rates for the calculator. */
export const analyticsEndpoints = (client: ApiClient) => ({
  read: (query: AnalyticsQuery, options?: ReadOptions) =>
    client<Analytics>('/analytics', read(options, query)),

  profit: (query: ProfitQuery, options?: ReadOptions) =>
    client<ProfitAnswer>('/profit', read(options, query)),

  productRates: (product: string, options?: ReadOptions) =>
    client<ProductRates>(`/products/${product}/rates`, read(options)),
})

/** Claims of orders during triage. */
export const triageEndpoints = (client: ApiClient) => ({
  /** Idempotent, so it needs no key. */
  claim: (request: ClaimRequest & { leaseId?: string }, { signal }: ReadOptions = {}) =>
    client<Claim>('/orders/claim', { method: 'POST', body: { ...request }, signal }),

  /** Releases all claims, also while the page closes; a later claim of the same lease takes nothing. */
  letGo: (leaseId: string) =>
    client<void>('/orders/claim', {
      ...writeOptions('DELETE', undefined),
      query: { leaseId },
      keepalive: true,
    }),
})

export const jobEndpoints = (client: ApiClient) => ({
  /** Without dry runs. */
  list: ({ status, limit }: { status?: readonly JobStatus[]; limit?: number } = {}, options?: ReadOptions) =>
    client<Listed<JobSummary>>('/jobs', read(options, { status: status?.join(), limit, isDryRun: false })),

  one: (id: string, options?: ReadOptions) => client<Job>(`/jobs/${id}`, read(options)),

  cancel: (id: string, options?: WriteOptions) =>
    client<Job>(`/jobs/${id}/cancel`, writeOptions('POST', undefined, options)),

  file: (id: string, options?: ReadOptions) =>
    client<Blob, 'blob'>(`/jobs/${id}/file`, { ...read(options), responseType: 'blob' }),
})
