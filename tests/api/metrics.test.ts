import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Problem } from '../../domain/changes/changes.ts'
import { buildApp } from '../../server/app.ts'
import { backupName } from '../../server/backup/take-backup.ts'
import { expectRefusal } from '../support/api/caller.ts'
import { testPassword } from '../support/api/insert-user.ts'
import { enrol } from '../support/api/second-factor.ts'
import { openApi, startApi } from '../support/api/start-api.ts'

const token = 'scrape-me-scrape-me'
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-metrics-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const backups = { every: 6 * 3_600_000, keep: 14, to: null }
const installation = { dataDir, bucket: undefined, backups, databaseUrl: undefined, smtpUrl: undefined }
const api = await openApi({ metricsToken: token, installation })

const scrape = (authorization = `Bearer ${token}`, app = api.app) =>
  app.inject({ url: '/metrics', headers: { authorization } })

/** By name and labels as they are written. */
const samplesOf = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const at = line.lastIndexOf(' ')
        return [line.slice(0, at), Number(line.slice(at + 1))]
      }),
  )

const samples = async (): Promise<Record<string, number>> => samplesOf((await scrape()).body)

/** What `promtool` says, if it is installed. */
const promtool = (args: string[], input?: string) => {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  return error === undefined ? { status, said: stdout + stderr } : null
}

it('is not found without a token, and refused with a wrong one', async () => {
  const app = await buildApp(api.context)
  for (const headers of [{}, { authorization: `Bearer ${token}` }])
    expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(404)
  await app.close()
  for (const authorization of ['', 'Bearer', `Bearer ${token}x`, token, `Basic ${token}`])
    expect((await scrape(authorization)).statusCode, authorization).toBe(401)
  const admin = await api.as('admin')
  expect((await scrape(`Bearer ${admin.token}`)).statusCode).toBe(401)
})

it('counts what is answered by route and status, and nothing that names a person', async () => {
  const before = await samples()
  const { user, ...admin } = await api.as('admin')
  await admin.get('/orders')
  await admin.get(`/users/${user.id}`)
  await admin.get('/users/00000000-0000-7000-8000-000000000000')
  await api.app.inject({ url: '/nowhere/0707000001' })
  for (const password of ['wrong-1', 'wrong-2'])
    await api.anybody.post('/sessions', { body: { email: user.email, password } })
  const { body, headers } = await scrape()
  const after = samplesOf(body)
  const more = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(headers['cache-control']).toBe('no-store')
  expect(more('waybill_http_requests_total{method="GET",route="/api/orders",status="200"}')).toBe(1)
  expect(more('waybill_http_requests_total{method="GET",route="/api/users/:id",status="200"}')).toBe(1)
  expect(more('waybill_http_requests_total{method="GET",route="/api/users/:id",status="404"}')).toBe(1)
  expect(more('waybill_http_request_seconds_count{method="GET",route="/api/users/:id"}')).toBe(2)
  expect(more('waybill_login_failures_total')).toBe(2)
  expect(after.waybill_database_up).toBe(1)
  expect(after.waybill_database_bytes).toBeGreaterThan(1_000_000)
  expect(after['waybill_database_connections{state="idle"}']).toBeGreaterThan(0)
  expect(after.process_cpu_seconds_total).toBeGreaterThan(0)
  for (const secret of [user.id, user.email, '0707000001', token]) expect(body).not.toContain(secret)
})

it('counts a wrong code as a refused login, and no right password that needs a code', async () => {
  const failures = async () => (await samples()).waybill_login_failures_total
  const user = await api.createUser()
  const { email } = user
  await enrol(await api.as(user), () => api.context.now())
  const before = await failures()
  const first = await api.anybody.post<Problem>('/sessions', { body: { email, password: testPassword } })
  expect(first.body.code).toBe('SECOND_FACTOR_REQUIRED')
  expect(await failures()).toBe(before)
  const { challenge } = first.body
  const second = { challenge, code: '000000' }
  await expectRefusal(api.anybody.post('/sessions/second-factor', { body: second }), 401, 'CODE_WRONG')
  expect(await failures()).toBe(before! + 1)
})

it('says how old the newest backup is, where a schedule takes them', async () => {
  const read = async (given: typeof installation) => {
    const app = await buildApp(api.context, { metricsToken: token, installation: given })
    const found = samplesOf((await scrape(undefined, app)).body)
    await app.close()
    return found
  }
  const none = await read(installation)
  expect(none.waybill_backup_interval_seconds).toBe(21_600)
  expect(none.waybill_backup_age_seconds).toBeLessThan(60)
  mkdirSync(path.join(dataDir, 'backups'))
  const taken = new Date(api.context.now().getTime() - 5 * 3_600_000)
  writeFileSync(path.join(dataDir, 'backups', backupName(taken, 'scheduled')), '')
  const late = await read(installation)
  expect(late.waybill_backup_age_seconds).toBeGreaterThanOrEqual(18_000)
  expect(late.waybill_backup_age_seconds).toBeLessThan(18_060)
  const without = await read({ ...installation, backups: { ...backups, every: null as never } })
  expect(Object.keys(without).filter((name) => name.includes('backup'))).toEqual([])
})

it('says what waits and for how long', async () => {
  const own = await startApi({ metricsToken: token })
  const admin = await own.as('admin')
  await own.context.pool.query(
    `insert into mails (id, template, "user", due_at)
      select gen_random_uuid(), 'activated', $1, now() - make_interval(secs => 90 + n) from generate_series(1, 3) n`,
    [admin.user.id],
  )
  await own.context.pool.query(
    `insert into jobs (id, kind, work, actor, input, batch_id, created_at, held_by, held_until, status)
      values (gen_random_uuid(), 'order.delete', 'orders.delete', $1, '{}', gen_random_uuid(),
        now() - interval '10 seconds', 'another', now() + interval '1 hour', 'RUNNING')`,
    [admin.user.id],
  )
  // Events of a source that is off wait until it is on again.
  await own.context.pool.query(
    `with source as (
       insert into sources (id, country, owner, name, kind, is_active)
       select gen_random_uuid(), 'ic', $1, name, 'generic', name = 'on' from unnest(array['on', 'off']) name returning id, is_active)
     insert into intake (id, country, owner, source, name, created_at)
       select gen_random_uuid(), 'ic', $1, id, '#1', now() - case when is_active then interval '20 seconds' else interval '2 days' end from source`,
    [admin.user.id],
  )
  const read = samplesOf((await scrape(undefined, own.app)).body)
  expect(read).toMatchObject({
    'waybill_queue_length{queue="mails"}': 3,
    'waybill_queue_length{queue="webhooks"}': 0,
    'waybill_queue_age_seconds{queue="webhooks"}': 0,
    'waybill_queue_length{queue="intake"}': 1,
    'waybill_queue_length{queue="jobs"}': 1,
    'waybill_jobs{work="orders.delete",status="running"}': 1,
  })
  expect(read['waybill_queue_age_seconds{queue="intake"}']).toBeLessThan(3_600)
  expect(read['waybill_queue_age_seconds{queue="mails"}']).toBeGreaterThanOrEqual(93)
  expect(read['waybill_queue_age_seconds{queue="jobs"}']).toBeGreaterThanOrEqual(10)
  await own.close()
})

it('is answered while the database is not, with its figures left out', async () => {
  const own = await startApi({ metricsToken: token })
  const { query } = own.context.pool
  own.context.pool.query = (() => Promise.reject(new Error('gone'))) as unknown as typeof query
  const read = samplesOf((await scrape(undefined, own.app)).body)
  expect(read.waybill_database_up).toBe(0)
  expect(
    Object.keys(read).filter((name) => /bytes|queue|jobs/.test(name) && name.startsWith('waybill')),
  ).toEqual([])
  own.context.pool.query = query
  await own.close()
})

it('asks the database twice for many scrapes at once', async () => {
  const own = await startApi({ metricsToken: token })
  let asked = 0
  const { query } = own.context.pool
  own.context.pool.query = ((...given: Parameters<typeof query>) => {
    asked++
    return query.apply(own.context.pool, given)
  }) as unknown as typeof query
  await Promise.all(Array.from({ length: 20 }, () => scrape(undefined, own.app)))
  // The position of the primary, for the lag of a standby.
  expect(asked).toBe(own.context.standby === undefined ? 2 : 3)
  await own.close()
})

it('counts open streams of events', async () => {
  const origin = await api.listen()
  const admin = await api.as('admin')
  const leave = new AbortController()
  await fetch(`${origin}/api/events`, { headers: { authorization: admin.token }, signal: leave.signal })
  expect(await samples()).toMatchObject({ waybill_event_streams: 1 })
  leave.abort()
  await expect.poll(async () => (await samples()).waybill_event_streams).toBe(0)
})

// The full run installs it where it can.
const hasPromtool = promtool(['--version']) !== null
it.skipIf(!hasPromtool)(
  'is what promtool takes, with the rules of docs/operations',
  { tags: 'full' },
  async () => {
    const { body } = await scrape()
    const checked = promtool(['check', 'metrics'], body)
    expect(checked).toEqual({ status: 0, said: '' })
    const rules = promtool(['check', 'rules', 'docs/operations/alerts.yml'])
    expect(rules).toMatchObject({ status: 0, said: expect.stringContaining('SUCCESS: 10 rules found') })
  },
)

it.skipIf(!hasPromtool)(
  'has rules that fire for a standby that is late or not read, and for no other',
  () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-rules-'))
    const file = path.join(folder, 'test.yml')
    const at = (instance: string) => `{job="waybill",instance="${instance}"}`
    const reads = (instance: string, outcome: string) =>
      `waybill_standby_reads_total{job="waybill",instance="${instance}",outcome="${outcome}"}`
    // Minutes; `a` is read, `b` is 400 s late, `c` answers a third.
    const series = {
      [`waybill_standby_lag_seconds${at('a')}`]: '2x60',
      [`waybill_standby_lag_seconds${at('b')}`]: '400x60',
      [`waybill_standby_up${at('a')}`]: '1x60',
      [`waybill_standby_up${at('b')}`]: '0x60',
      [reads('a', 'standby')]: '0+900x60',
      [reads('a', 'behind')]: '0+100x60',
      [reads('c', 'standby')]: '0+300x60',
      [reads('c', 'behind')]: '0+300x60',
      [reads('c', 'resting')]: '0+300x60',
    }
    const fires = (alertname: string, eval_time: string, ...instances: string[]) => ({
      alertname,
      eval_time,
      exp_alerts: instances.map((instance) => ({
        exp_labels: {
          severity: 'ticket',
          instance,
          ...(alertname.endsWith('FallsBack') ? {} : { job: 'waybill' }),
        },
        exp_annotations: annotationsOf(alertname),
      })),
    })
    const tested = {
      rule_files: [path.resolve('docs/operations/alerts.yml')],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
          alert_rule_test: [
            fires('WaybillStandbyLate', '4m'),
            fires('WaybillStandbyLate', '10m', 'b'),
            fires('WaybillStandbyFallsBack', '10m'),
            fires('WaybillStandbyFallsBack', '30m', 'c'),
            fires('WaybillStandbyUnread', '30m', 'b'),
          ],
        },
      ],
    }
    // JSON is YAML.
    writeFileSync(file, JSON.stringify(tested))
    const answered = promtool(['test', 'rules', file])
    rmSync(folder, { recursive: true })
    expect(answered).toMatchObject({ status: 0 })
  },
)

/** Summary and step of a rule, as the file has them. */
const annotationsOf = (alert: string): Record<string, string> => {
  const [, rule = ''] = readFileSync('docs/operations/alerts.yml', 'utf8').split(`alert: ${alert}\n`)
  const read = (name: string) => new RegExp(`^ +${name}: (.*)$`, 'm').exec(rule)![1]!
  return { summary: read('summary'), step: read('step') }
}

it('has every figure that the rules and the dashboard name', async () => {
  await api.app.inject({ url: '/healthz' })
  const known = new Set(Object.keys(await samples()).map((name) => name.replace(/\{.*/, '')))
  const files = ['docs/operations/alerts.yml', 'docs/operations/grafana-dashboard.json']
  for (const file of files) {
    const named = readFileSync(file, 'utf8').match(/\bwaybill_[a-z_]+/g) ?? []
    expect(named.length).toBeGreaterThan(4)
    // Only there while a job is open, or with a standby (`database/standby.test.ts`).
    const isElsewhere = (name: string) => name === 'waybill_jobs' || name.startsWith('waybill_standby_')
    expect(named.filter((name) => !known.has(name) && !isElsewhere(name))).toEqual([])
  }
})
