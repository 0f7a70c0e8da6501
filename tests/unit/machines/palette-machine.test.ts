import { describe, expect, test } from 'vitest'
import { type ActorRefFrom, createActor, fromPromise, type SnapshotFrom, waitFor } from 'xstate'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { changeMachine, type PendingChange } from '../../../machines/change/change-machine.ts'
import { paletteMachine, type Ran, type RunInput } from '../../../machines/palette/palette-machine.ts'
import { type Invocation, recordArgument } from '../../../machines/palette/palette-types.ts'
import { wholeReport } from '../../support/whole-records.ts'
import { unreachedStates } from './unreached-states.ts'

const report = (changed: number) => wholeReport(changed, { batchId: null })

const invocation = (changes: Partial<Invocation> = {}): Invocation => ({
  command: 'order.confirm',
  args: {},
  record: null,
  asks: [],
  words: [],
  previews: false,
  ...changes,
})

const change: PendingChange = {
  kind: 'status',
  verb: 'order.confirm',
  effect: 'order.confirm',
  subject: null,
  resource: 'orders',
  target: { where: {} },
  count: 40,
  body: { status: 'CONFIRMED' },
  confirmation: 'unseen',
}

/** Commands that are to ask here do so by a change of the real machine; `applied` are those that were agreed to. */
const start = (world: { preview?: () => Promise<ChangeReport>; run?: () => Promise<void> } = {}) => {
  const ran: unknown[] = []
  const applied: unknown[] = []
  const machine = changeMachine.provide({
    actors: {
      check: fromPromise(() => world.preview?.() ?? Promise.resolve(report(40))),
      apply: fromPromise(async ({ input }) => {
        applied.push(input.change)
        return { report: report(40), at: 0 }
      }),
    },
  })
  const ask = (input: RunInput) =>
    new Promise<Ran>((resolve) => {
      const idempotencyKeys = { apply: 'a', undo: 'u' }
      const asked = createActor(machine, {
        input: { change, expected: input.preview, idempotencyKeys },
      }).start()
      asked.subscribe((snapshot) => {
        if (snapshot.matches('failed')) resolve({ code: snapshot.context.failure?.code ?? null })
        if (snapshot.matches('cancelled')) cancelled.push(input.invocation)
      })
      input.ask?.(asked)
    })
  const cancelled: unknown[] = []
  const actor = createActor(
    paletteMachine.provide({
      actors: {
        run: fromPromise(async ({ input }) => {
          if (input.ask === null) ran.push({ invocation: input.invocation, preview: input.preview })
          await world.run?.()
          if (input.ask !== null) return ask(input)
          return { code: null }
        }),
        agree: fromPromise(async ({ input }) => input.change?.send({ type: 'change.confirm' })),
      },
    }),
  )
  actor.start()
  actor.send({ type: 'palette.open' })
  return { actor, ran, applied, cancelled, top: () => actor.getSnapshot().context.frames.at(-1) }
}

const canConfirm = (snapshot: SnapshotFrom<typeof paletteMachine>) =>
  snapshot.can({ type: 'command.confirm' })

/** The change answers by itself: the palette's own snapshot does not tell. */
const ready = (actor: ActorRefFrom<typeof paletteMachine>) =>
  expect.poll(() => canConfirm(actor.getSnapshot())).toBe(true)

describe('palette machine', () => {
  test('a command that lacks nothing runs, and the palette is off the screen by then', () => {
    const { actor, ran } = start({ run: () => new Promise(() => undefined) })
    actor.send({ type: 'command.choose', invocation: invocation() })
    expect(ran).toEqual([{ invocation: invocation(), preview: null }])
    expect(actor.getSnapshot().hasTag('visible')).toBe(false)
  })

  test('asks for what is missing, one page each, in order', () => {
    const { actor, ran, top } = start()
    actor.send({
      type: 'command.choose',
      invocation: invocation({ asks: [recordArgument, 'status', 'comment'] }),
    })
    expect(top()?.page).toMatchObject({ kind: 'argument', name: recordArgument })
    actor.send({ type: 'argument.give', value: 'orders/o-7', word: 'Awa Koné' })
    expect(top()?.page).toMatchObject({ kind: 'argument', name: 'status' })
    actor.send({ type: 'argument.give', value: 'CANCELLED', word: 'Annulée' })
    expect(top()?.page).toMatchObject({ kind: 'argument', name: 'comment' })
    actor.send({ type: 'argument.give', value: 'called twice', word: 'called twice' })
    expect(ran).toEqual([
      {
        invocation: invocation({
          record: { resource: 'orders', id: 'o-7' },
          args: { status: 'CANCELLED', comment: 'called twice' },
          words: ['Awa Koné', 'Annulée', 'called twice'],
        }),
        preview: null,
      },
    ])
  })

  test('an answer may leave something else to be asked', () => {
    const { actor, ran, top } = start()
    actor.send({ type: 'command.choose', invocation: invocation({ asks: ['status'] }) })
    actor.send({ type: 'argument.give', value: 'PENDING', word: 'En attente', asks: ['comment'] })
    expect(top()?.page).toMatchObject({ kind: 'argument', name: 'comment' })
    expect(ran).toEqual([])
    actor.send({ type: 'argument.give', value: 'a slip', word: 'a slip', asks: [] })
    expect(ran).toMatchObject([{ invocation: { args: { status: 'PENDING', comment: 'a slip' }, asks: [] } }])
  })

  test('going back returns to the page before, with what was typed there', () => {
    const { actor, top } = start()
    actor.send({ type: 'query.type', query: 'stat' })
    actor.send({ type: 'item.highlight', item: 'command:order.status' })
    actor.send({ type: 'command.choose', invocation: invocation({ asks: ['status'] }) })
    actor.send({ type: 'query.type', query: 'x' })
    actor.send({ type: 'page.back' })
    expect(actor.getSnapshot().matches({ shown: 'open' })).toBe(true)
    expect(top()).toMatchObject({ query: 'stat', highlighted: 'command:order.status' })
  })

  test('going back takes the scope away before the page', () => {
    const { actor, top } = start()
    actor.send({
      type: 'page.push',
      page: { kind: 'record', record: { resource: 'orders', id: '1' }, title: '' },
    })
    actor.send({ type: 'scope.set', scope: 'orders' })
    actor.send({ type: 'page.back' })
    expect(top()).toMatchObject({ scope: null, page: { kind: 'record' } })
    actor.send({ type: 'page.back' })
    expect(top()?.page).toEqual({ kind: 'root' })
    actor.send({ type: 'page.back' })
    expect(top()?.page).toEqual({ kind: 'root' })
  })

  test('leaving the scope keeps the text that is looked for everywhere', () => {
    const { actor, top } = start()
    actor.send({ type: 'scope.set', scope: 'orders' })
    expect(top()).toMatchObject({ scope: 'orders', query: '' })
    actor.send({ type: 'query.type', query: 'bamba' })
    actor.send({ type: 'item.highlight', item: 'everywhere' })
    actor.send({ type: 'scope.set', scope: null, query: 'bamba' })
    expect(top()).toMatchObject({ scope: null, query: 'bamba', highlighted: null })
  })

  test('a bulk command changes nothing before its dry run was seen and agreed to', async () => {
    const { actor, applied } = start()
    actor.send({ type: 'command.choose', invocation: invocation({ previews: true }) })
    expect(canConfirm(actor.getSnapshot())).toBe(false)
    await ready(actor)
    expect(actor.getSnapshot().context.change?.getSnapshot().context.expected).toEqual(report(40))
    expect(applied).toEqual([])
    actor.send({ type: 'command.confirm' })
    expect(actor.getSnapshot().hasTag('visible')).toBe(false)
    await expect.poll(() => applied).toEqual([change])
  })

  test('a dry run that was already shown beside the item is not shown a second time', () => {
    const { actor, ran } = start()
    const chosen = invocation({ previews: true })
    actor.send({ type: 'command.choose', invocation: chosen, preview: report(3) })
    expect(ran).toEqual([{ invocation: chosen, preview: report(3) }])
  })

  test('an answer whose dry run its row already showed is confirmed at once, and still asked for', async () => {
    const { actor, ran, applied } = start({ preview: () => new Promise(() => undefined) })
    actor.send({ type: 'command.choose', invocation: invocation({ asks: ['status'], previews: true }) })
    actor.send({ type: 'argument.give', value: 'CONFIRMED', word: 'Confirmée', preview: report(3) })
    await ready(actor)
    expect([...ran, ...applied]).toEqual([])
    expect(actor.getSnapshot().context).toMatchObject({
      invocation: { args: { status: 'CONFIRMED' } },
      preview: report(3),
    })
    actor.send({ type: 'command.confirm' })
    await expect.poll(() => applied).toEqual([change])
  })

  test('a confirmation that comes before the change itself has asked is not lost', () => {
    const { actor, ran } = start({ run: () => new Promise(() => undefined) })
    actor.send({ type: 'command.choose', invocation: invocation({ asks: ['status'], previews: true }) })
    actor.send({ type: 'argument.give', value: 'CONFIRMED', word: 'Confirmée', preview: report(3) })
    actor.send({ type: 'command.confirm' })
    expect(ran).toMatchObject([{ preview: report(3) }])
  })

  test('a dry run that would change nothing cannot be confirmed', async () => {
    const { actor } = start({ preview: async () => report(0) })
    actor.send({ type: 'command.choose', invocation: invocation({ previews: true }) })
    await expect
      .poll(() => actor.getSnapshot().context.change?.getSnapshot().matches('confirming'))
      .toBe(true)
    expect(canConfirm(actor.getSnapshot())).toBe(false)
  })

  test('a dry run that failed says why and can be tried again', async () => {
    let tries = 0
    const { actor } = start({
      preview: async () => {
        tries += 1
        if (tries === 1) throw Object.assign(new Error(), { code: 'OFFLINE' })
        return report(1)
      },
    })
    actor.send({ type: 'command.choose', invocation: invocation({ previews: true }) })
    await waitFor(actor, (state) => state.matches({ shown: { confirming: 'failed' } }))
    expect(actor.getSnapshot().context.failure?.code).toBe('OFFLINE')
    actor.send({ type: 'preview.retry' })
    await ready(actor)
    expect(actor.getSnapshot().context.failure).toBeNull()
  })

  test.each(['page.back', 'palette.close'] as const)('%s takes the question back', async (type) => {
    const { actor, applied, cancelled } = start()
    actor.send({ type: 'command.choose', invocation: invocation({ previews: true }) })
    await ready(actor)
    actor.send({ type })
    expect([cancelled.length, applied.length]).toEqual([1, 0])
    expect(actor.getSnapshot().hasTag('visible')).toBe(type === 'page.back')
  })

  test('opens at the question of a command asked for by key', () => {
    const { actor, top } = start()
    actor.send({ type: 'palette.close' })
    actor.send({ type: 'palette.open', invocation: invocation({ asks: ['status'] }) })
    expect(actor.getSnapshot().matches({ shown: 'argument' })).toBe(true)
    expect(top()?.page).toMatchObject({ kind: 'argument', name: 'status' })
    // No previous step: going back does nothing, Escape closes.
    actor.send({ type: 'page.back' })
    expect(actor.getSnapshot().context.frames).toHaveLength(1)
  })

  test('goes from a question to a record that answers it, and back to the question as it was', () => {
    const { actor, top } = start()
    actor.send({ type: 'palette.open', invocation: invocation({ asks: [recordArgument] }) })
    actor.send({ type: 'query.type', query: 'awa' })
    actor.send({ type: 'item.highlight', item: 'record:orders/o1' })
    const record = { resource: 'orders', id: 'o1' } as const
    actor.send({ type: 'page.push', page: { kind: 'record', record, title: 'Awa Koné' } })
    expect(actor.getSnapshot().matches({ shown: 'open' })).toBe(true)
    expect(top()?.page).toMatchObject({ kind: 'record', record })
    actor.send({ type: 'page.back' })
    expect(actor.getSnapshot().matches({ shown: 'argument' })).toBe(true)
    expect(top()).toMatchObject({ query: 'awa', highlighted: 'record:orders/o1' })
  })

  test('leaves its pages before its command runs', () => {
    const { actor, ran, top } = start({ run: () => new Promise(() => undefined) })
    actor.send({ type: 'command.choose', invocation: invocation({ asks: ['status'] }) })
    actor.send({ type: 'argument.give', value: 'CANCELLED', word: 'Annulée' })
    expect(actor.getSnapshot().matches('running')).toBe(true)
    expect(ran).toHaveLength(1)
    expect(top()).toBeUndefined()
  })

  test('closes with nothing left over, whatever the command came to', async () => {
    const { actor } = start({ run: () => Promise.reject(new Error('refused')) })
    actor.send({ type: 'command.choose', invocation: invocation() })
    await waitFor(actor, (state) => state.matches('closed'))
    expect(actor.getSnapshot().context).toEqual({
      frames: [],
      invocation: null,
      preview: null,
      change: null,
      failure: null,
    })
  })

  test('every state can be reached', () => {
    const input = { change, expected: report(1), idempotencyKeys: { apply: 'a', undo: 'u' } }
    const confirming = createActor(changeMachine, { input }).start()
    const events = [
      { type: 'palette.open' },
      { type: 'palette.close' },
      { type: 'page.back' },
      { type: 'command.choose', invocation: invocation({ asks: ['status'], previews: true }) },
      { type: 'command.choose', invocation: invocation() },
      { type: 'argument.give', value: 'CONFIRMED', word: 'Confirmée' },
      { type: 'change.asked', change: confirming },
      { type: 'command.confirm' },
      { type: 'xstate.error.actor.ask', error: new Error('offline'), actorId: 'ask' },
    ]
    const serialize = (context: unknown) => (context as { change: unknown }).change !== null
    expect(unreachedStates(paletteMachine, events, { serialize })).toEqual([])
  })
})
