import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import {
  type ChangeInput,
  changeMachine,
  type PendingChange,
} from '../../../machines/change/change-machine.ts'
import { done, failed, problem, unreachedStates } from './unreached-states.ts'

const report = (changed: number, refused = 0, batchId: string | null = 'b1'): ChangeReport => ({
  batchId,
  counts: { changed, refused, refusedBy: refused > 0 ? { OUT_OF_STOCK: refused } : {} },
  changed: [],
  refused: [],
})

const change: PendingChange = {
  kind: 'status',
  verb: 'order.confirm',
  effect: 'order.confirm',
  subject: null,
  resource: 'orders',
  target: { where: { status: 'PENDING' }, except: [] },
  count: 42,
  body: null,
  confirmation: 'unseen',
}

const idempotencyKeys = { apply: 'intent-1', undo: 'intent-2' }
const body = { status: 'CONFIRMED' }

const start = (
  world: {
    check?: (change: PendingChange) => Promise<ChangeReport>
    apply?: (idempotencyKey: string, signal: AbortSignal) => Promise<ChangeReport | null>
    undo?: (batchId: string | null, idempotencyKey: string) => Promise<ChangeReport>
  },
  input: Partial<ChangeInput> = {},
) => {
  const clock = new SimulatedClock()
  const machine = changeMachine.provide({
    actors: {
      check: fromPromise(({ input }) => world.check?.(input) ?? Promise.resolve(report(40, 2, null))),
      apply: fromPromise(async ({ input, signal }) => ({
        report: world.apply ? await world.apply(input.idempotencyKey, signal) : report(40, 2),
        at: clock.now(),
      })),
      undo: fromPromise(
        ({ input }) => world.undo?.(input.batchId, input.idempotencyKey) ?? Promise.resolve(report(40)),
      ),
    },
    delays: { untilDeadline: ({ context }) => Math.max(0, (context.deadline ?? 0) - clock.now()) },
  })
  const actor = createActor(machine, { clock, input: { change, idempotencyKeys, ...input } })
  const emitted: string[] = []
  actor.on('*', ({ type, report }) => emitted.push(`${type} ${report?.counts.changed}`))
  actor.start()
  return { actor, clock, emitted, machine }
}

describe('change machine', () => {
  test('shows what would change before it changes anything', async () => {
    let applied = 0
    const { actor } = start({
      apply: async () => {
        applied += 1
        return report(40, 2)
      },
    })
    actor.send({ type: 'change.choose', body })
    await waitFor(actor, (state) => state.matches('confirming'))
    expect(actor.getSnapshot().context.expected).toEqual(report(40, 2, null))
    expect(applied).toBe(0)
    actor.send({ type: 'change.confirm' })
    await waitFor(actor, (state) => state.matches('undoable'))
    expect(actor.getSnapshot().context.result).toEqual(report(40, 2))
    expect(applied).toBe(1)
  })

  test('is undone as soon as it is done if undo was requested before the answer', async () => {
    const steps: string[] = []
    let answer: (report: ChangeReport) => void = () => undefined
    const { actor, emitted } = start(
      {
        apply: () => new Promise((resolve) => (answer = resolve)),
        undo: async (batchId) => {
          steps.push(`undo ${batchId}`)
          return report(40)
        },
      },
      { change: { ...change, body, confirmation: 'never' } },
    )
    actor.send({ type: 'change.undo' })
    expect(steps).toEqual([])
    answer(report(40, 2))
    await waitFor(actor, (state) => state.matches('done'))
    expect(steps).toEqual(['undo b1'])
    expect(emitted).toEqual(['change.settled 40', 'change.undone 40'])
  })

  test('cannot be confirmed when nothing would change', async () => {
    const { actor } = start({ check: async () => report(0, 42, null) })
    actor.send({ type: 'change.choose', body })
    await waitFor(actor, (state) => state.matches('confirming'))
    expect(actor.getSnapshot().can({ type: 'change.confirm' })).toBe(false)
    actor.send({ type: 'change.cancel' })
    expect(actor.getSnapshot().matches('cancelled')).toBe(true)
  })

  test('what was agreed to in the palette is applied at once', async () => {
    let checked = 0
    const { actor } = start(
      {
        check: async () => {
          checked += 1
          return report(1)
        },
      },
      { change: { ...change, body, confirmation: 'never' } },
    )
    await waitFor(actor, (state) => state.matches('undoable'))
    expect(checked).toBe(0)
  })

  test('asks with the dry run that was made already, and makes no other', async () => {
    const { actor } = start(
      { check: () => Promise.reject(problem('INTERNAL')) },
      { change: { ...change, body }, expected: report(3, 0, null) },
    )
    expect(actor.getSnapshot().matches('confirming')).toBe(true)
    actor.send({ type: 'change.confirm' })
    await waitFor(actor, (state) => state.matches('undoable'))
  })

  test('what was queued settles without a report and offers no undo', async () => {
    const { actor } = start(
      { apply: async () => null },
      { change: { ...change, body, confirmation: 'never' } },
    )
    await waitFor(actor, (state) => state.matches('settled'))
    expect(actor.getSnapshot().context.result).toBeNull()
  })

  test('can be undone for at least ten seconds, and not after', async () => {
    const { actor, clock } = start(
      {},
      { change: { ...change, body, confirmation: 'never' }, undoWindow: 500 },
    )
    await waitFor(actor, (state) => state.matches('undoable'))
    expect(actor.getSnapshot().context.deadline).toBe(10_000)
    clock.increment(9_999)
    expect(actor.getSnapshot().matches('undoable')).toBe(true)
    clock.increment(1)
    expect(actor.getSnapshot().matches('done')).toBe(true)
  })

  test('undoes the batch and reports both', async () => {
    const undone: unknown[] = []
    const { actor, emitted } = start(
      {
        undo: async (batchId, idempotencyKey) => {
          undone.push(batchId, idempotencyKey)
          return report(39, 1)
        },
      },
      { change: { ...change, body, confirmation: 'never' } },
    )
    await waitFor(actor, (state) => state.matches('undoable'))
    actor.send({ type: 'change.undo' })
    await waitFor(actor, (state) => state.matches('done'))
    expect(undone).toEqual(['b1', 'intent-2'])
    expect(actor.getSnapshot().context.undone).toEqual(report(39, 1))
    expect(emitted).toEqual(['change.settled 40', 'change.undone 39'])
  })

  test('a change that changed nothing offers no undo', async () => {
    const { actor } = start(
      { apply: async () => report(0, 42, null) },
      { change: { ...change, body, confirmation: 'never' } },
    )
    await waitFor(actor, (state) => state.matches('settled'))
    actor.send({ type: 'change.dismiss' })
    expect(actor.getSnapshot().status).toBe('done')
  })

  test('a retry goes on from where it failed, under the same idempotency key', async () => {
    const idempotencyKeys: string[] = []
    const { actor } = start({
      apply: async (idempotencyKey) => {
        idempotencyKeys.push(idempotencyKey)
        if (idempotencyKeys.length === 1) throw problem('OFFLINE')
        return report(40)
      },
    })
    actor.send({ type: 'change.choose', body })
    await waitFor(actor, (state) => state.matches('confirming'))
    actor.send({ type: 'change.confirm' })
    await waitFor(actor, (state) => state.matches({ failed: 'applying' }))
    expect(actor.getSnapshot().context.failure?.code).toBe('OFFLINE')
    actor.send({ type: 'change.retry' })
    await waitFor(actor, (state) => state.matches('undoable'))
    expect(idempotencyKeys).toEqual(['intent-1', 'intent-1'])
    expect(actor.getSnapshot().context.failure).toBeNull()
  })

  test('cancelling while it is applied aborts the call, and can be taken up again', async () => {
    let aborted = false
    const { actor } = start(
      {
        apply: (_, signal) =>
          new Promise(() => {
            signal.addEventListener('abort', () => {
              aborted = true
            })
          }),
      },
      { change: { ...change, body, confirmation: 'never' } },
    )
    actor.send({ type: 'change.cancel' })
    expect(aborted).toBe(true)
    expect(actor.getSnapshot().context.failure?.code).toBe('CANCELLED')
    expect(actor.getSnapshot().can({ type: 'change.retry' })).toBe(true)
  })

  test('brought back from storage, the undo ends when it would have ended', async () => {
    const { actor, clock, machine } = start({}, { change: { ...change, body, confirmation: 'never' } })
    await waitFor(actor, (state) => state.matches('undoable'))
    const persisted = JSON.parse(JSON.stringify(actor.getPersistedSnapshot()))
    actor.stop()
    clock.increment(6_000)
    const restored = createActor(machine, {
      clock,
      snapshot: persisted,
      input: { change, idempotencyKeys },
    }).start()
    restored.send({ type: 'change.resume' })
    clock.increment(3_999)
    expect(restored.getSnapshot().matches('undoable')).toBe(true)
    clock.increment(1)
    expect(restored.getSnapshot().matches('done')).toBe(true)
  })

  test('every state can be reached', () => {
    const events = [
      { type: 'change.choose', body },
      ...['confirm', 'cancel', 'retry', 'undo', 'dismiss'].map((verb) => ({ type: `change.${verb}` })),
      done('check', report(40, 2, null)),
      done('apply', { report: report(40), at: 0 }),
      done('apply', { report: report(0, 1, null), at: 0 }),
      done('undo', report(40)),
      failed('check'),
      failed('apply'),
      failed('undo'),
    ]
    expect(unreachedStates(changeMachine, events, { input: { change, idempotencyKeys } })).toEqual([])
  })
})
