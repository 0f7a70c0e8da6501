import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import { jobs } from '../../server/db/schema.ts'
import { createRandom } from '../../server/seed/row-writer.ts'
import { type GoodsName, goodsInputs, goodsNames } from '../support/api/goods.ts'
import { testPassword } from '../support/api/insert-user.ts'
import { openApi } from '../support/api/start-api.ts'
import { rounds } from '../support/is-full.ts'
import { cutCall, cuts, type RawCall } from '../support/loss/cut-call.ts'
import { put, shopCalls } from '../support/loss/shop-calls.ts'
import { counted, type Prepare, type Stage, setStage } from '../support/loss/stage.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'

/** Calls outside trade: goods, users, views, jobs and one's own profile. */
const officeCalls: Record<string, Prepare> = {
  ...Object.fromEntries(
    goodsNames.flatMap((resource): [string, Prepare][] => [
      [`${resource} create`, (stage) => createGoods(stage, resource)],
      [
        `${resource} edit`,
        async (stage) => {
          const { id } = await stage.goods.create(resource)
          return put(stage, [id], `/${resource}/${id}`, { name: stage.name('Renommé') })
        },
      ],
      [
        `${resource} deleted`,
        async (stage) => {
          const ids = [(await stage.goods.create(resource)).id, (await stage.goods.create(resource)).id]
          return put(stage, ids, `/${resource}/delete`, { ids })
        },
      ],
    ]),
  ),
  ...Object.fromEntries(
    (['expeditions', 'requests'] as const).flatMap((resource): [string, Prepare][] => [
      [
        `${resource} toggle`,
        async (stage) => {
          const { id } = await stage.goods.create(resource, { owner: (await seller(stage)).id })
          return put(stage, [id], `/${resource}/status/${id}`)
        },
      ],
      [
        `${resource} toggled by ids`,
        async (stage) => {
          const ids = [(await stage.goods.create(resource)).id, (await stage.goods.create(resource)).id]
          return put(stage, ids, `/${resource}/status`, { ids })
        },
      ],
    ]),
  ),
  'user create': async (stage) => {
    const email = `${newId()}@test.example`
    const body = {
      country: 'ic',
      name: 'Yao',
      role: 'agent',
      email,
      phone: '0708091011',
      password: 'soixante-quatre',
    }
    const sql = 'select count(*)::int as count from users where email = $1'
    return {
      call: { method: 'POST', path: '/users', body },
      effects: () => counted(stage.api, sql, [email]),
    }
  },
  'user edit': async (stage) => {
    const { id } = await seller(stage)
    return put(stage, [id], `/users/${id}`, { name: stage.name('Renommée') })
  },
  'user toggle': async (stage) => {
    const { id } = await seller(stage)
    return put(stage, [id], `/users/activate/${id}`)
  },
  'users by ids': async (stage) => {
    const ids = [(await seller(stage)).id, (await seller(stage)).id]
    return put(stage, ids, '/users/activate', { ids, isActivated: false })
  },
  'users deleted': async (stage) => {
    const ids = [(await seller(stage)).id]
    return put(stage, ids, '/users/delete', { ids })
  },
  'password set': async (stage) => {
    const { id } = await seller(stage)
    return put(stage, [id], `/users/password/${id}`, { password: 'soixante-dix-huit' })
  },
  'own password': async (stage) => {
    const { user, token } = await stage.api.as(await seller(stage))
    const body = { currentPassword: testPassword, password: 'soixante-dix-huit' }
    return { ...(await put(stage, [user.id], '/profile/password', body)), token }
  },
  'own profile': async (stage) => {
    const { user, token } = await stage.api.as(await seller(stage))
    return { ...(await put(stage, [user.id], '/profile', { name: stage.name('Moi') })), token }
  },
  'view create': async (stage) => {
    const { user, token } = await stage.api.as(await seller(stage))
    const sql = 'select count(*)::int as count from views where owner = $1'
    return {
      token,
      call: { method: 'POST', path: '/views', body: { resource: 'orders', name: 'Vue' } },
      effects: () => counted(stage.api, sql, [user.id]),
    }
  },
  'view deleted': async (stage) => {
    const { post, token } = await stage.api.as(await seller(stage))
    const { body } = await post<{ id: string }>('/views', { body: { resource: 'orders', name: 'Vue' } })
    const sql = 'select 1 - count(*)::int as count from views where id = $1'
    return {
      token,
      call: { method: 'DELETE', path: `/views/${body.id}` },
      effects: () => counted(stage.api, sql, [body.id]),
    }
  },
  'job cancelled': async (stage) => {
    const id = newId()
    await stage.api.context.db.insert(jobs).values({
      id,
      kind: 'order.cancel',
      work: 'nobody knows it',
      batchId: newId(),
      actor: stage.shop.admin.user.id,
      input: {},
    })
    const sql = `select count(*)::int as count from jobs where id = $1 and status = 'CANCELLED'`
    return {
      call: { method: 'POST', path: `/jobs/${id}/cancel` },
      effects: () => counted(stage.api, sql, [id]),
    }
  },
}

const seller = ({ api }: Stage) => api.createUser({ role: 'seller' })

const createGoods = async (stage: Stage, resource: GoodsName) => {
  const name = stage.name('Nouveau')
  const sql = `select count(*)::int as count from ${resource} where name = $1`
  return {
    call: { method: 'POST', path: `/${resource}`, body: { ...goodsInputs[resource](), name } },
    effects: () => counted(stage.api, sql, [name]),
  }
}

type Answer = { status: number; body: string; isReplay: boolean; waits: number }
type Target = { origin: string; token: string; key: string }

/** Makes one call under a key; returns the raw answer. */
const keyedFetch = async (
  { origin, token, key }: Target,
  { method, path, body, file }: RawCall,
): Promise<Omit<Answer, 'waits'>> => {
  const type = file?.type ?? (body === undefined ? null : 'application/json')
  const payload = file === undefined ? JSON.stringify(body) : new Uint8Array(file.bytes)
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': key,
      ...(type === null ? {} : { 'content-type': type }),
    },
    ...(payload === undefined ? {} : { body: payload }),
  })
  const isReplay = response.headers.get('idempotency-replayed') === 'true'
  return { status: response.status, body: await response.text(), isReplay }
}

/** Retries it while the first call is still running. */
const retried = async (target: Target, call: RawCall): Promise<Answer> => {
  for (let waits = 0; ; waits++) {
    const answer = await keyedFetch(target, call)
    if (!isAtWork(answer)) return { ...answer, waits }
    await sleep(10)
  }
}

const isAtWork = ({ status, body }: Pick<Answer, 'status' | 'body'>): boolean =>
  status === 409 && body.includes('IDEMPOTENCY_IN_FLIGHT')

const kinds = Object.entries({ ...shopCalls, ...officeCalls })
const requests = rounds(1_000, 60)
const bursts = rounds(150, 8)
const atOnce = 6
const seed = Number(process.env.FUZZ_SEED ?? 1)

const api = await openApi()
const stage = await setStage(api)
const origin = await api.listen()

const keyFor = (at: number) => `try ${seed} ${at}`
const port = () => Number(new URL(origin).port)

it('a call that was cut and is made again under its key has one effect', async () => {
  const guarantee = trackGuarantee(
    'calls cut before or after their commit and made again: one effect, one answer',
  )
  const seen = { done: 0, undone: 0, waited: 0, kinds: new Set<string>() }
  const cutOne = async (at: number): Promise<void> => {
    const random = createRandom(seed * 10_000 + at)
    const [kind, prepare] = kinds[at % kinds.length]!
    const cut = cuts[Math.floor(at / kinds.length + at) % cuts.length]!
    const { call, token = stage.token, effects } = await prepare(stage)
    const target = { origin, token, key: keyFor(at) }
    await cutCall(random, { ...target, port: port() }, call, cut)
    const first = await retried(target, call)
    const second = await retried(target, call)
    const times = await effects()
    guarantee.tried()
    seen[first.isReplay ? 'done' : 'undone']++
    if (first.waits > 0) seen.waited++
    seen.kinds.add(kind)
    const broke = (why: string) => guarantee.broke(`${kind}, cut ${cut}: ${why}`)
    if (first.status >= 300) broke(`made again, it was refused: ${first.status} ${first.body.slice(0, 300)}`)
    if (times !== 1) broke(`it had ${times} effects`)
    if (
      !second.isReplay ||
      second.status !== first.status ||
      withoutSecrets(second.body) !== withoutSecrets(first.body)
    )
      broke(`answered otherwise: ${second.status} ${second.body.slice(0, 300)}`)
    if (cut === 'by a proxy' && !first.isReplay) broke('its answer was on the way, and is not kept')
  }
  await inLanes(requests, cutOne)
  for (const what of ['done', 'undone'] as const) expect(seen[what], what).toBeGreaterThan(0)
  guarantee.report(
    `${seen.kinds.size} kinds of calls; ${seen.done} cut after their commit, ${seen.undone} before, ${seen.waited} still at work when made again`,
  )
})

it('a call that comes many times at once under one key has one effect', async () => {
  const guarantee = trackGuarantee(
    'eight concurrent calls under one key: one effect, the others get 409 or the same answer',
  )
  let busy = 0
  const burst = async (at: number): Promise<void> => {
    const [kind, prepare] = kinds[(at * 7) % kinds.length]!
    const { call, token = stage.token, effects } = await prepare(stage)
    const target = { origin, token, key: `burst ${keyFor(at)}` }
    const answers = await Promise.all(Array.from({ length: 8 }, () => keyedFetch(target, call)))
    const last = await retried(target, call)
    const times = await effects()
    guarantee.tried()
    busy += answers.filter(isAtWork).length
    if (times !== 1) guarantee.broke(`${kind}: ${times} effects`)
    const firsts = answers.filter((answer) => !isAtWork(answer) && !answer.isReplay)
    if (firsts.length !== 1) guarantee.broke(`${kind}: ${firsts.length} answers that are no replay`)
    for (const one of answers.filter((answer) => !isAtWork(answer)))
      if (one.status !== last.status || withoutSecrets(one.body) !== withoutSecrets(last.body))
        guarantee.broke(`${kind}: ${one.status} ${one.body.slice(0, 200)} and ${last.status}`)
  }
  await inLanes(bursts, burst, 2)
  expect(busy).toBeGreaterThan(0)
  guarantee.report(`${busy} times 409`)
})

/** A repeated answer has null in place of what is answered once. */
const withoutSecrets = (body: string): string => body.replace(/"(secret|key)":(?:null|"[^"]*")/, '"$1":null')

const inLanes = async (count: number, work: (at: number) => Promise<void>, lanes = atOnce): Promise<void> => {
  let next = 0
  const lane = async () => {
    for (let at = next++; at < count; at = next++) await work(at)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
