import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../../domain/access/permissions.ts'
import type { OpenApiDocument } from '../../../server/openapi/openapi.ts'
import { createRandom } from '../../../server/seed/row-writer.ts'
import { readSpecAccess } from '../../support/access/read-spec-access.ts'
import type { TestUser } from '../../support/api/insert-user.ts'
import { expectSoundBooks } from '../../support/api/sound-books.ts'
import { expectSoundHistory } from '../../support/api/sound-history.ts'
import { openApi } from '../../support/api/start-api.ts'
import { hostileKinds } from '../../support/fuzz/hostile-values.ts'
import { createKnownRecords } from '../../support/fuzz/known-records.ts'
import { callsOf, makeCall, type PossibleCall } from '../../support/fuzz/make-call.ts'
import { faultOf, formatCall, isJson, sendCall } from '../../support/fuzz/send-call.ts'
import { stockUp } from '../../support/fuzz/stock-up.ts'
import { isFull, rounds } from '../../support/is-full.ts'
import { trackGuarantee } from '../../support/trust/guarantee.ts'

let collect: (() => void) | null = null

/** Heap in use after garbage collection, in megabytes. */
const usedMemory = async (): Promise<number> => {
  if (collect === null) {
    setFlagsFromString('--expose_gc')
    collect = runInNewContext('gc') as () => void
  }
  // Let timers and finalizers run.
  for (let times = 0; times < 3; times++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    collect()
  }
  return process.memoryUsage().heapUsed / 1_048_576
}

/** Growth of the heap in megabytes, measured after some seconds: only leaks remain. */
const leastMore = async (before: number): Promise<number> => {
  let more = (await usedMemory()) - before
  for (let seconds = 0; more > MAX_GROWTH && seconds < 30; seconds++) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    more = (await usedMemory()) - before
  }
  return more
}

const calls = rounds(10_000, 300)
/**
 * After this many calls everything is loaded and compiled, the validators of an administrator's some 350 calls and their
 * answers last; further calls must not retain memory.
 */
const warmUp = 6_000
/** Allowed growth in megabytes after the remaining calls: about a kilobyte a call. */
const MAX_GROWTH = 4
/** Concurrent callers of a role. */
const atOnce = 4
const seed = Number(process.env.FUZZ_SEED ?? 1)
/** Excluded: the stream never ends, and a logout ends the session of later calls. */
const leftOut = ['streamEvents', 'logOut']

const api = await openApi()
const document = (await api.anybody.get<OpenApiDocument>('/openapi.json')).body

/** Counts of statuses and of the kinds of invalid values, over all callers. */
const statuses = new Map<string, number>()
const count = (name: string): void => void statuses.set(name, (statuses.get(name) ?? 0) + 1)

describe.each([...roles, null])('made-up calls of %s', (role) => {
  it('are answered as the document says, soon, and never by a fault of the server', {
    timeout: rounds(1_800_000, 120_000),
  }, async () => {
    const guarantee = trackGuarantee(
      `made-up calls of ${role ?? 'nobody'}: no fault of the server, no hang, answered as described`,
    )
    const known = createKnownRecords(createRandom(seed))
    const { open, closed } = callsFor(role)
    const statuses = { done: 0, refused: 0 }
    let sent = 0
    const openLane = (nth: number) => {
      const random = createRandom(seed * 1_000 + roles.indexOf(role as never) * 100 + nth + 1)
      let caller: (TestUser & { token: string }) | null = null
      return async (until: number): Promise<void> => {
        while (sent < until) {
          const at = sent++
          if (role !== null && caller === null) {
            const { user, token } = await api.as(await api.createUser({ role }))
            caller = { ...user, token }
          }
          // Records are used up: calls move them to a final status or delete them.
          if (at % 250 === 0) {
            // Another caller may move or delete a record before its set-up is complete.
            await stockUp(api, known, caller).catch((error: Error) => {
              if (!/^4\d\d /.test(error.message)) guarantee.broke(`stocking up: ${error.message}`)
            })
          }
          const possible = closed.length === 0 || random.chance(0.8) ? open : closed
          const call = makeCall(random, document, possible[at % possible.length]!, known)
          // Advance the clock, since all anonymous calls share the rate limit of one address.
          if (role === null) api.clock.advance(1_000)
          const began = performance.now()
          const answer = await sendCall(api, call, caller?.token ?? null)
          guarantee.tried()
          if (answer === null) {
            guarantee.broke(`${formatCall(call)}\n  hangs`)
            continue
          }
          const took = performance.now() - began
          // A generated call may end the session or deactivate the account: continue with a new user.
          if (answer.statusCode === 401 || /NOT_ACTIVATED|NOT_VERIFIED/.test(answer.body)) caller = null
          count(`${answer.statusCode}`)
          if (answer.statusCode < 300) statuses.done++
          else statuses.refused++
          for (const kind of call.spoilt) count(kind)
          const fault = await faultOf(api, call, answer, took)
          if (fault !== null) guarantee.broke(`${formatCall(call)}\n  ${fault.slice(0, 600)}`)
          else if (answer.statusCode < 300 && isJson(answer))
            known.learn(call.resource, answer.statusCode, answer.json())
        }
      }
    }
    const lanes = Array.from({ length: atOnce }, (_, nth) => openLane(nth))
    const play = (until: number) => Promise.all(lanes.map((lane) => lane(until)))
    await play(Math.min(warmUp, calls))
    const memory = isFull ? await usedMemory() : 0
    await play(calls)
    const share = (part: number) => `${Math.round((part / calls) * 100)} %`
    let grown = ''
    if (isFull) {
      const more = await leastMore(memory)
      grown = `; memory from ${memory.toFixed(1)} by ${more.toFixed(1)} MB in ${calls - warmUp} calls`
      if (more > MAX_GROWTH) guarantee.broke(`memory grew by ${more.toFixed(1)} MB`)
    }
    guarantee.report(`${share(statuses.done)} done, ${share(statuses.refused)} refused${grown}`)
  })
})

it('were of every kind, and leave books that add up', async () => {
  const guarantee = trackGuarantee('stock, cash and history add up after all made-up calls')
  for (const kind of [...hostileKinds, '200', '201', '400', '401', '403', '404'])
    expect(statuses.get(kind) ?? 0, kind).toBeGreaterThan(0)
  await settled()
  for (const check of [expectSoundBooks, expectSoundHistory]) {
    guarantee.tried()
    await check(api).catch((error: Error) => guarantee.broke(error.message.slice(0, 2_000)))
  }
  guarantee.report(hostileKinds.map((kind) => `${kind} ${statuses.get(kind)}`).join(', '))
})

/** The calls open to the role, and those refused by access rules. */
const callsFor = (role: Role | null): { open: PossibleCall[]; closed: PossibleCall[] } => {
  const spec = readSpecAccess()
  const mayCall = ({ method, path }: PossibleCall): boolean => {
    const name = `${method} ${path.replace('/api/', '')}`
    const gated = [...spec.records, ...spec.plain].find(({ call }) => call === name)
    if (gated !== undefined) return role !== null && gated.reach[role] !== '-'
    return role !== null || !spec.ofSession.includes(name)
  }
  const possible = callsOf(document, leftOut)
  const shuffled = createRandom(seed).shuffle(possible)
  return { open: shuffled.filter(mayCall), closed: shuffled.filter((call) => !mayCall(call)) }
}

/** Waits for the jobs that calls have started. */
const settled = () =>
  expect
    .poll(
      async () => {
        const { rows } = await api.context.pool.query(
          `select count(*)::int as count from jobs where status in ('QUEUED', 'RUNNING')`,
        )
        return rows[0].count
      },
      { timeout: 60_000 },
    )
    .toBe(0)
