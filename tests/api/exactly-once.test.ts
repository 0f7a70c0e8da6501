import { expect, it } from 'vitest'
import { createRandom } from '../../server/seed/row-writer.ts'
import { openApi } from '../support/api/start-api.ts'
import { rounds } from '../support/is-full.ts'
import { cutCall, cuts } from '../support/loss/cut-call.ts'
import { isAtWork, keyedFetch, retried } from '../support/loss/keyed-fetch.ts'
import { officeCalls } from '../support/loss/office-calls.ts'
import { setStage } from '../support/loss/stage.ts'
import { tradeCalls } from '../support/loss/trade-calls.ts'
import { trackGuarantee } from '../support/trust/guarantee.ts'

const kinds = Object.entries({ ...tradeCalls, ...officeCalls })
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
    const door = { origin, token, key: keyFor(at) }
    await cutCall(random, { ...door, port: port() }, call, cut)
    const first = await retried(door, call)
    const second = await retried(door, call)
    const times = await effects()
    guarantee.tried()
    seen[first.isReplay ? 'done' : 'undone']++
    if (first.waits > 0) seen.waited++
    seen.kinds.add(kind)
    const broke = (why: string) => guarantee.broke(`${kind}, cut ${cut}: ${why}`)
    if (first.status >= 300) broke(`made again, it was refused: ${first.status} ${first.body.slice(0, 300)}`)
    if (times !== 1) broke(`it had ${times} effects`)
    if (!second.isReplay || second.status !== first.status || second.body !== first.body)
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
    'calls that come eight times at once under one key: one effect, the others wait (409) or are told the same',
  )
  let busy = 0
  const burst = async (at: number): Promise<void> => {
    const [kind, prepare] = kinds[(at * 7) % kinds.length]!
    const { call, token = stage.token, effects } = await prepare(stage)
    const door = { origin, token, key: `burst ${keyFor(at)}` }
    const told = await Promise.all(Array.from({ length: 8 }, () => keyedFetch(door, call)))
    const last = await retried(door, call)
    const times = await effects()
    guarantee.tried()
    busy += told.filter(isAtWork).length
    if (times !== 1) guarantee.broke(`${kind}: ${times} effects`)
    const firsts = told.filter((answer) => !isAtWork(answer) && !answer.isReplay)
    if (firsts.length !== 1) guarantee.broke(`${kind}: ${firsts.length} answers that are no replay`)
    for (const one of told.filter((answer) => !isAtWork(answer)))
      if (one.status !== last.status || one.body !== last.body)
        guarantee.broke(`${kind}: ${one.status} ${one.body.slice(0, 200)} and ${last.status}`)
  }
  await inLanes(bursts, burst, 2)
  expect(busy).toBeGreaterThan(0)
  guarantee.report(`${busy} times told to come again`)
})

const inLanes = async (count: number, work: (at: number) => Promise<void>, lanes = atOnce): Promise<void> => {
  let next = 0
  const lane = async () => {
    for (let at = next++; at < count; at = next++) await work(at)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
