import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import type { Actor } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { controlCode, decodeScan, encodeScan } from '../../../domain/scans/scan-code.ts'
import { MAX_SCANS, type ScanTask } from '../../../domain/scans/scan-session.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { scanSessionMachine } from '../../../machines/scan-session/scan-session-machine.ts'
import { countScans } from '../../../machines/scan-session/scan-session-rules.ts'
import type {
  CommitEnd,
  CommitInput,
  LookedUp,
  StoredSession,
} from '../../../machines/scan-session/scan-session-types.ts'
import { wholeReport } from '../../support/whole-records.ts'
import { unreachedStates } from './unreached-states.ts'

const user: Actor = {
  id: 'awa',
  role: 'agent',
  country: 'ic',
  isEmailVerified: true,
  isActivated: true,
}

const task: ScanTask = { action: 'dispatch', delivery: { id: 'issa', name: 'Issa', country: 'ic' } }

const codeOf = (number: number) => encodeScan({ kind: 'shippings', number })
const done = controlCode('done')

/** Even numbers are assigned, odd ones are out; none from a hundred on. */
const parcelOf = (code: string, more: Partial<Shipping> = {}): Shipping | null => {
  const number = decodeScan(code)?.number ?? 0
  if (number >= 100) return null
  return {
    id: `id-${number}`,
    number,
    country: 'ic',
    delivery: 'issa',
    status: number % 2 === 0 ? 'ASSIGNED' : 'OUT_FOR_DELIVERY',
    isBilled: false,
    isHandedOver: false,
    attempts: 1,
    ...more,
  } as Shipping
}

const reportOf = (changed: number, refused: ChangeReport['refused'] = []) => wholeReport(changed, { refused })

type Server = {
  stored?: StoredSession
  lookUp?: (codes: readonly string[]) => Promise<LookedUp>
  commit?: (input: CommitInput) => Promise<CommitEnd>
}

const start = ({ stored = { task, scans: [] }, lookUp, commit }: Server = {}) => {
  const clock = new SimulatedClock()
  const commits: CommitInput[] = []
  const sounds: string[] = []
  const collected: (readonly string[])[] = []
  const actor = createActor(
    scanSessionMachine.provide({
      actors: {
        lookUp: fromPromise<LookedUp, readonly string[]>(({ input }) =>
          lookUp ? lookUp(input) : Promise.resolve(input.map((code) => ({ code, parcel: parcelOf(code) }))),
        ),
        commit: fromPromise<CommitEnd, CommitInput>(({ input }) => {
          commits.push(input)
          return commit
            ? commit(input)
            : Promise.resolve({ kind: 'done', report: reportOf(input.parcels.length) })
        }),
      },
    }),
    { input: { user, stored }, clock },
  )
  actor.on('scan.judged', ({ sound }) => sounds.push(sound))
  actor.on('parcels.collected', ({ ids }) => collected.push(ids))
  actor.start()
  const scan = (...codes: string[]) => {
    for (const code of codes) actor.send({ type: 'code.scanned', code, at: 1 })
  }
  const settled = () => waitFor(actor, (snapshot) => snapshot.matches({ codes: 'idle' }))
  const counts = () => countScans(actor.getSnapshot().context.scans)
  return { actor, clock, commits, sounds, collected, scan, settled, counts }
}

describe('a scan session', () => {
  test('judges each scan by the rules of its task, and counts what is scanned twice', async () => {
    const { actor, scan, settled, counts, sounds } = start()
    scan(codeOf(2))
    await settled()
    scan(codeOf(3))
    await settled()
    scan(codeOf(2))
    expect(counts()).toEqual({ yes: 1, asked: 0, no: 1, unknown: 0, waiting: 0 })
    expect(actor.getSnapshot().context).toMatchObject({ twice: 1, last: { code: codeOf(2), kind: 'twice' } })
    expect(sounds).toEqual(['yes', 'no', 'twice'])
  })

  test('counts codes that are no parcel’s apart, and never looks up a misread one', async () => {
    const asked: string[] = []
    const { scan, settled, actor } = start({
      lookUp: async (codes) => {
        asked.push(...codes)
        return codes.map((code) => ({ code, parcel: null }))
      },
    })
    scan('123456789012', encodeScan({ kind: 'orders', number: 2 }), codeOf(200))
    await settled()
    const reasons = actor.getSnapshot().context.scans.map(({ verdict }) => verdict)
    expect(reasons).toEqual(
      ['misread', 'otherRecord', 'notFound'].map((reason) => ({ kind: 'unknown', reason })),
    )
    expect(asked).toEqual([codeOf(200)])
  })

  test('keeps what is scanned before its action is chosen, and judges it by that', async () => {
    const { actor, scan, settled, counts } = start({ stored: { task: null, scans: [] } })
    scan(codeOf(2), codeOf(3), done)
    await settled()
    expect(actor.getSnapshot().matches({ session: 'choosing' })).toBe(true)
    actor.send({ type: 'session.begin', task })
    expect(counts()).toEqual({ yes: 1, asked: 0, no: 1, unknown: 0, waiting: 0 })
  })

  test('shows an unknown code until its session ends, and counts it in no other', async () => {
    const { actor, scan, settled, counts } = start()
    scan(codeOf(2), codeOf(200), done)
    await waitFor(actor, (snapshot) => snapshot.matches({ session: 'committed' }))
    expect(counts()).toMatchObject({ unknown: 1 })
    scan(codeOf(4))
    await settled()
    expect(counts()).toEqual({ yes: 1, asked: 0, no: 0, unknown: 0, waiting: 0 })
    scan(codeOf(201))
    await settled()
    actor.send({ type: 'session.leave' })
    actor.send({ type: 'session.begin', task })
    expect(counts()).toEqual({ yes: 1, asked: 0, no: 0, unknown: 0, waiting: 0 })
  })

  test('looks three hundred scans up in a few calls and commits them in one', async () => {
    const calls: number[] = []
    const { actor, scan, commits } = start({
      lookUp: async (codes) => {
        calls.push(codes.length)
        return codes.map((code) => ({ code, parcel: { ...parcelOf(codeOf(2))!, id: code } }))
      },
    })
    scan(...Array.from({ length: 300 }, (_, index) => codeOf(1_000 + index)), done)
    await waitFor(actor, (snapshot) => snapshot.matches({ session: 'committed' }))
    expect(calls.length).toBeLessThanOrEqual(4)
    expect(commits.map(({ parcels }) => parcels.length)).toEqual([300])
    expect(actor.getSnapshot().context).toMatchObject({
      scans: [],
      result: { changed: 300, refused: 0, manifests: [] },
    })
  })

  test('keeps what was refused by the commit, with the reason, and what was scanned meanwhile', async () => {
    let answer: (end: CommitEnd) => void = () => undefined
    const { actor, scan, settled } = start({ commit: () => new Promise((resolve) => (answer = resolve)) })
    scan(codeOf(2), codeOf(4))
    await settled()
    actor.send({ type: 'session.commit' })
    expect(actor.getSnapshot().matches({ session: 'committing' })).toBe(true)
    scan(codeOf(6), done)
    const manifests = [{ id: 'm1', number: 12 }]
    const refused = [{ id: 'id-4', number: 4, code: 'ALREADY_THERE' as const }]
    answer({ kind: 'done', report: { ...reportOf(1, refused), manifests } })
    await waitFor(actor, (snapshot) => snapshot.matches({ session: 'committed' }))
    await settled()
    expect(actor.getSnapshot().context.scans.map(({ code, verdict }) => [code, verdict])).toEqual([
      [codeOf(4), { kind: 'no', code: 'ALREADY_THERE', isMoved: true }],
      [codeOf(6), { kind: 'yes' }],
    ])
    expect(actor.getSnapshot().context.result).toEqual({ task, changed: 1, refused: 1, manifests })
  })

  test('keeps everything where a commit is given up or fails', async () => {
    const ends: CommitEnd[] = [{ kind: 'cancelled' }, { kind: 'failed', code: 'OFFLINE' }]
    const { actor, scan, settled, counts } = start({ commit: async () => ends.shift()! })
    scan(codeOf(2))
    await settled()
    for (const failure of [null, 'OFFLINE']) {
      actor.send({ type: 'session.commit' })
      await waitFor(actor, (snapshot) => snapshot.matches({ session: 'scanning' }))
      expect(counts().yes).toBe(1)
      expect(actor.getSnapshot().context.failure).toBe(failure)
    }
  })

  test('judges what was scanned without a network when it is back; a commit asked for meanwhile is dropped', async () => {
    let isOnline = false
    const { actor, scan, settled, counts, commits, sounds } = start({
      lookUp: async (codes) => {
        if (!isOnline) throw Object.assign(new Error('offline'), { code: 'OFFLINE' })
        return codes.map((code) => ({ code, parcel: parcelOf(code) }))
      },
    })
    scan(codeOf(2), codeOf(3), done)
    await waitFor(actor, (snapshot) => snapshot.matches({ codes: 'waiting' }))
    expect(counts()).toMatchObject({ waiting: 2 })
    expect(actor.getSnapshot().context.failure).toBe('OFFLINE')
    // Nor is a commit requested while nothing can be looked up, since its effect would be unknown.
    actor.send({ type: 'session.commit' })
    scan(done)
    expect(sounds).toEqual(['no', 'no'])
    expect(actor.getSnapshot().context).toMatchObject({ failure: 'OFFLINE', isCommitAsked: false })
    isOnline = true
    actor.send({ type: 'network.online' })
    await settled()
    expect(counts()).toEqual({ yes: 1, asked: 0, no: 1, unknown: 0, waiting: 0 })
    expect(commits).toEqual([])
  })

  test('gives up a commit that waits for codes to be read', async () => {
    let answer: () => void = () => undefined
    const { actor, scan, settled, commits } = start({
      lookUp: (codes) =>
        new Promise((resolve) => {
          answer = () => resolve(codes.map((code) => ({ code, parcel: parcelOf(code) })))
        }),
    })
    scan(codeOf(2))
    actor.send({ type: 'session.commit' })
    expect(actor.getSnapshot().context.isCommitAsked).toBe(true)
    actor.send({ type: 'commit.cancel' })
    answer()
    await settled()
    expect(commits).toEqual([])
    expect(actor.getSnapshot().matches({ session: 'scanning' })).toBe(true)
  })

  test('brings the scans of a commit back where it is undone, and not where its parcels move on', async () => {
    let statusOf = (_: string): Shipping['status'] => 'ASSIGNED'
    const { actor, scan, settled, counts } = start({
      lookUp: async (codes) =>
        codes.map((code) => ({ code, parcel: parcelOf(code, { status: statusOf(code) }) })),
    })
    scan(codeOf(2), codeOf(4), done)
    await waitFor(actor, (snapshot) => snapshot.matches({ session: 'committed' }))
    const change = async (ids: readonly string[]) => {
      actor.send({ type: 'parcels.changed', ids })
      await settled()
    }
    statusOf = () => 'OUT_FOR_DELIVERY'
    await change(['id-2', 'id-4'])
    expect(counts()).toMatchObject({ yes: 0, no: 0, waiting: 0 })
    expect(actor.getSnapshot().context.result).toMatchObject({ changed: 2 })

    statusOf = (code) => (code === codeOf(2) ? 'ASSIGNED' : 'DELIVERED')
    await change(['id-2', 'id-4'])
    expect(actor.getSnapshot().context.scans.map(({ code }) => code)).toEqual([codeOf(2)])
    expect(counts()).toMatchObject({ yes: 1, no: 0 })
    expect(actor.getSnapshot().context.result).toBeNull()

    actor.send({ type: 'session.leave' })
    statusOf = () => 'ASSIGNED'
    await change(['id-4'])
    expect(actor.getSnapshot().context.scans).toHaveLength(1)
  })

  test('shows a commit that was undone and redone as it was, with its manifest', async () => {
    const manifests = [{ id: 'm1', number: 12 }]
    let status: Shipping['status'] = 'ASSIGNED'
    const { actor, scan, settled, counts } = start({
      lookUp: async (codes) => codes.map((code) => ({ code, parcel: parcelOf(code, { status }) })),
      commit: async () => ({ kind: 'done', report: { ...reportOf(2), manifests } }),
    })
    const moveTo = async (next: Shipping['status']) => {
      status = next
      actor.send({ type: 'parcels.changed', ids: ['id-2', 'id-4'] })
      await settled()
    }
    scan(codeOf(2), codeOf(4), done)
    await waitFor(actor, (snapshot) => snapshot.matches({ session: 'committed' }))
    await moveTo('OUT_FOR_DELIVERY')
    for (const _ of ['once', 'twice']) {
      await moveTo('ASSIGNED')
      expect(counts()).toMatchObject({ yes: 2, no: 0 })
      expect(actor.getSnapshot().context.result).toBeNull()
      await moveTo('OUT_FOR_DELIVERY')
      expect(counts()).toMatchObject({ yes: 0, no: 0 })
      expect(actor.getSnapshot().context.result).toMatchObject({ changed: 2, manifests })
    }
  })

  test('says why a commit has to wait without a network', async () => {
    const { actor, scan } = start({
      lookUp: async () => {
        throw Object.assign(new Error('offline'), { code: 'OFFLINE' })
      },
    })
    let refused = 0
    actor.on('commit.refused', () => {
      refused += 1
    })
    scan(codeOf(2))
    await waitFor(actor, (snapshot) => snapshot.matches({ codes: 'waiting' }))
    actor.send({ type: 'session.commit' })
    scan(done)
    expect(refused).toBe(2)
  })

  test('begins with what was stored, and judges all anew for another task', async () => {
    const { actor, settled, counts } = start({
      stored: { task: null, scans: [2, 3].map((number) => ({ code: codeOf(number), at: 1 })) },
    })
    await settled()
    expect(actor.getSnapshot().matches({ session: 'choosing' })).toBe(true)
    actor.send({ type: 'session.begin', task })
    expect(counts()).toMatchObject({ yes: 1, no: 1 })
    actor.send({ type: 'session.begin', task: { action: 'deliver', delivery: null } })
    expect(actor.getSnapshot().context.scans.map(({ verdict }) => verdict.kind)).toEqual(['no', 'yes'])
  })

  test('tells of a parcel that somebody else moves before the commit', async () => {
    let status: Shipping['status'] = 'ASSIGNED'
    const { actor, scan, settled } = start({
      lookUp: async (codes) => codes.map((code) => ({ code, parcel: parcelOf(code, { status }) })),
    })
    scan(codeOf(2))
    await settled()
    status = 'CANCELLED'
    actor.send({ type: 'parcels.changed', ids: ['id-2'] })
    await settled()
    expect(actor.getSnapshot().context.scans[0]?.verdict).toEqual({
      kind: 'no',
      code: 'NO_SUCH_TRANSITION',
      isMoved: true,
    })
  })

  test('asks before a parcel goes out earlier than its customer wants, and takes a second scan for a yes', async () => {
    const postponed = (postponedTo: string) => ({ status: 'POSTPONED', postponedTo }) as const
    const { actor, scan, settled, counts, commits, sounds } = start({
      lookUp: async (codes) =>
        codes.map((code) => ({
          code,
          parcel: parcelOf(code, postponed(code === codeOf(2) ? '2001-01-01' : '9999-12-04')),
        })),
    })
    scan(codeOf(2))
    await settled()
    scan(codeOf(4))
    await settled()
    scan(codeOf(6))
    await settled()
    expect(counts()).toMatchObject({ yes: 1, asked: 2, no: 0 })
    expect(actor.getSnapshot().context.scans[1]?.verdict).toEqual({ kind: 'asked', day: '9999-12-04' })
    expect(sounds).toEqual(['yes', 'twice', 'twice'])
    scan(codeOf(4))
    expect(counts()).toMatchObject({ yes: 2, asked: 1 })
    actor.send({ type: 'parcels.changed', ids: ['id-4'] })
    await settled()
    expect(counts()).toMatchObject({ yes: 2, asked: 1 })
    scan(done)
    await waitFor(actor, (snapshot) => snapshot.matches({ session: 'committed' }))
    expect(commits[0]?.parcels.map(({ id }) => id)).toEqual(['id-2', 'id-4'])
    actor.send({ type: 'scan.agree', code: codeOf(6) })
    expect(counts()).toMatchObject({ yes: 1, asked: 0 })
    // Nobody waits at the door of a parcel that is only assigned.
    actor.send({ type: 'session.leave' })
    actor.send({ type: 'session.begin', task: { ...task, action: 'refuse', delivery: null } })
    expect(counts()).toMatchObject({ yes: 1, asked: 0 })
  })

  test('only collecting hands the parcels over and ends the session', async () => {
    const { actor, scan, settled, collected, commits } = start({
      stored: { task: { action: 'collect', delivery: null }, scans: [] },
    })
    scan(codeOf(2), codeOf(3), codeOf(200))
    await settled()
    actor.send({ type: 'session.commit' })
    expect(collected).toEqual([['id-2', 'id-3']])
    expect(commits).toEqual([])
    expect(actor.getSnapshot().context).toMatchObject({ task: null, scans: [] })
  })

  test('takes no more scans than one call commits', () => {
    const scans = Array.from({ length: MAX_SCANS }, (_, index) => ({ code: codeOf(1_000 + index), at: 1 }))
    const { actor, scan } = start({ stored: { task, scans } })
    scan(codeOf(2))
    expect(actor.getSnapshot().context.scans).toHaveLength(MAX_SCANS)
    expect(actor.getSnapshot().context.last).toEqual({ code: codeOf(2), kind: 'full' })
  })

  test('removes scans one by one and all at once', async () => {
    const { actor, scan, settled } = start()
    scan(codeOf(2), codeOf(4))
    await settled()
    actor.send({ type: 'scan.remove', code: codeOf(4) })
    expect(actor.getSnapshot().context.scans.map(({ code }) => code)).toEqual([codeOf(2)])
    actor.send({ type: 'session.clear' })
    expect(actor.getSnapshot().context.scans).toEqual([])
  })

  test('has no state that nothing leads to', () => {
    const parcel = parcelOf(codeOf(2))
    const report = reportOf(1)
    const events = [
      { type: 'session.begin', task },
      { type: 'session.commit' },
      { type: 'code.scanned', code: codeOf(2), at: 1 },
      { type: 'xstate.done.actor.lookUp', output: [{ code: codeOf(2), parcel }], actorId: 'lookUp' },
      { type: 'xstate.error.actor.lookUp', error: new Error('gone'), actorId: 'lookUp' },
      { type: 'xstate.done.actor.commit', output: { kind: 'done', report }, actorId: 'commit' },
    ]
    const serialize = (context: unknown) => {
      const { scans, isCommitAsked } = context as { scans: { verdict: unknown }[]; isCommitAsked: boolean }
      return [scans.map(({ verdict }) => verdict), isCommitAsked]
    }
    const input = { user, stored: { task: null, scans: [] } }
    expect(unreachedStates(scanSessionMachine, events, { input, serialize })).toEqual([])
  })
})
