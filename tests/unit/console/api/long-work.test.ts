import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '../../../../domain/jobs/job.ts'
import { ApiProblem } from '../../../../src/api/api-problem.ts'
import { type Api, createApi } from '../../../../src/api/create-api.ts'
import { wholeReport } from '../../../support/whole-records.ts'
import { answering, type Call, json, problem } from './answering.ts'

const report = wholeReport(1500)

/** State of the job, advanced by the test. */
let job: Job
let others: Job[]
let calls: Call[]
let api: Api
let close: () => Promise<void>

beforeEach(async () => {
  job = jobWith({})
  others = []
  const server = await answering(answer)
  calls = server.calls
  close = server.close
  api = createApi({
    baseUrl: server.baseUrl,
    token: () => 'secret',
    onUnauthorized: () => undefined,
    language: () => 'fr',
  })
})
afterEach(() => close())

describe('a write that takes long', () => {
  test('asks for a job, reports its progress, and answers with the job’s result', async () => {
    const changing = cancelAll({ idempotencyKey: 'i1' })
    await until(() => running().length === 1)
    expect(calls[0]?.headers.prefer).toBe('respond-async')
    expect(running()).toMatchObject([
      { id: 'j1', kind: 'order.cancel', done: 0, total: 1500, idempotencyKey: 'i1' },
    ])
    api.longWork.hear({ job: 'j1', status: 'RUNNING', done: 500, total: 1500 })
    expect(running()).toMatchObject([{ done: 500 }])
    job = jobWith({ status: 'DONE', done: 1500, report })
    // The event ends the wait before the next poll.
    api.longWork.hear({ job: 'j1', status: 'DONE', done: 1500, total: 1500 })
    await expect(changing).resolves.toEqual(report)
    expect(running()).toEqual([])
  })

  test('that is answered at once is no job', async () => {
    await expect(api.bulkDelete('products', { ids: ['p1'] })).resolves.toEqual(report)
    expect(calls).toHaveLength(1)
  })

  test('is shown apart where it is a dry run, and stopped on the server when its caller gives up', async () => {
    job = jobWith({ isDryRun: true })
    const caller = new AbortController()
    const checking = cancelAll({ dryRun: true, signal: caller.signal })
    await until(() => api.longWork.dryRuns.get().length === 1)
    expect(calls[0]?.headers.prefer).toBe('respond-async')
    api.longWork.hear({ job: 'j1', status: 'RUNNING', done: 500, total: 1500 })
    expect(api.longWork.dryRuns.get()).toMatchObject([{ id: 'j1', done: 500, total: 1500 }])
    expect(running()).toEqual([])
    caller.abort(new Error('Escape'))
    await expect(checking).rejects.toThrow('Escape')
    await until(() => calls.some(({ url }) => url === '/api/jobs/j1/cancel'))
    expect(api.longWork.dryRuns.get()).toEqual([])
  })

  test('answers the report of a dry run', async () => {
    job = jobWith({ isDryRun: true, status: 'DONE', report })
    await expect(cancelAll({ dryRun: true })).resolves.toEqual(report)
  })

  test('that is stopped answers what was done until then', async () => {
    const changing = cancelAll()
    await until(() => running().length === 1)
    await api.longWork.cancel('j1')
    await expect(changing).resolves.toEqual({ ...report, counts: { ...report.counts, changed: 500 } })
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toContain('POST /api/jobs/j1/cancel')
  })

  test('that was over before it could be stopped says what it came to', async () => {
    const changing = cancelAll()
    await until(() => running().length === 1)
    job = jobWith({ status: 'DONE', report })
    await api.longWork.cancel('j1')
    await expect(changing).resolves.toEqual(report)
  })

  test('that its caller gives up on is stopped on the server too', async () => {
    const caller = new AbortController()
    const changing = cancelAll({ signal: caller.signal })
    await until(() => running().length === 1)
    caller.abort(new Error('gone elsewhere'))
    await expect(changing).rejects.toThrow('gone elsewhere')
    await until(() => calls.some(({ url }) => url === '/api/jobs/j1/cancel'))
    expect(running()).toEqual([])
  })

  test('that failed says why', async () => {
    job = jobWith({ status: 'FAILED', code: 'INTERRUPTED' })
    const failure = await cancelAll().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiProblem)
    expect(failure).toMatchObject({ code: 'INTERRUPTED' })
  })
})

describe('a long download', () => {
  test('is the file of its job', async () => {
    job = jobWith({ kind: 'order.export', status: 'DONE', fileName: 'orders.xlsx' })
    const blob = await api.download('orders', {
      where: { status: 'PENDING' },
      except: ['o1', 'o2'],
      sort: 'number',
    })
    expect(await blob.text()).toBe('a spreadsheet')
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ status: 'PENDING', except: 'o1,o2', sort: 'number' })
  })

  test('that fails says so in the words of the specification', async () => {
    await expect(api.download('users', { where: {} })).rejects.toMatchObject({
      code: 'INTERNAL',
      message: 'File download failed.',
    })
  })
})

describe('after a reload', () => {
  test('own jobs are found again, followed, and reported when they end', async () => {
    others = [job, jobWith({ id: 'j2', actor: 'somebody else' })]
    const ended: string[] = []
    await api.longWork.resume('u1', ({ id, status }) => ended.push(`${id} ${status}`))
    await until(() => running().length === 1)
    expect(calls[0]?.url).toContain('status=QUEUED,RUNNING')
    expect(calls[0]?.url).toContain('isDryRun=false')
    expect(running()).toMatchObject([{ id: 'j1', idempotencyKey: null }])
    job = jobWith({ status: 'DONE', report })
    api.longWork.hear({ job: 'j1', status: 'DONE', done: 1500, total: 1500 })
    await until(() => ended.length === 1)
    expect(ended).toEqual(['j1 DONE'])
  })
})

const cancelAll = (options = {}) =>
  api.bulkStatus('orders', { where: { country: 'ic' } }, { status: 'CANCELLED' }, options)

const running = () => api.longWork.running.get()

/** Server stub: calls on orders become jobs, others are answered at once; polls return the job's state. */
const answer = ({ method, url }: Call, response: ServerResponse): unknown => {
  const path = url.replace(/\?.*/, '')
  if (path === '/api/jobs') return json(response, 200, { items: others, total: others.length })
  if (path === '/api/jobs/j1') return json(response, 200, job)
  if (path === '/api/jobs/j1/file') return response.end('a spreadsheet')
  if (path === '/api/jobs/j1/cancel') {
    if (job.status === 'DONE') return problem(response, 409, 'JOB_ENDED')
    const stopped = { ...report, counts: { ...report.counts, changed: 500 } }
    job = jobWith({ status: 'CANCELLED', report: stopped })
    return json(response, 200, job)
  }
  if (path === '/api/users/download') return problem(response, 500, 'INTERNAL')
  if (path.startsWith('/api/orders') && method !== 'GET') return json(response, 202, job)
  return json(response, 200, report)
}

const jobWith = (changes: Partial<Job>): Job => ({
  id: 'j1',
  actor: 'u1',
  kind: 'order.cancel',
  isDryRun: false,
  status: 'RUNNING',
  total: 1500,
  done: 0,
  code: null,
  batchId: null,
  fileName: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  finishedAt: null,
  report: null,
  ...changes,
})

const until = async (isSo: () => boolean): Promise<void> => expect.poll(isSo).toBe(true)
