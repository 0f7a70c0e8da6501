import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { paletteMachine } from '../../../machines/palette/palette-machine.ts'
import { type Invocation, recordArgument } from '../../../machines/palette/palette-types.ts'
import { unreachedStates } from './unreached-states.ts'

const report = (changed: number): ChangeReport => ({
  batchId: null,
  counts: { changed, refused: 0, refusedBy: {} },
  changed: [],
  refused: [],
})

const invocation = (changes: Partial<Invocation> = {}): Invocation => ({
  command: 'order.confirm',
  args: {},
  record: null,
  asks: [],
  words: [],
  previews: false,
  ...changes,
})

const start = (world: { preview?: () => Promise<ChangeReport>; run?: () => Promise<void> } = {}) => {
  const ran: unknown[] = []
  const actor = createActor(
    paletteMachine.provide({
      actors: {
        preview: fromPromise(() => world.preview?.() ?? Promise.resolve(report(40))),
        run: fromPromise(async ({ input }) => {
          ran.push(input)
          await world.run?.()
        }),
      },
    }),
  )
  actor.start()
  actor.send({ type: 'palette.open' })
  return { actor, ran, top: () => actor.getSnapshot().context.frames.at(-1) }
}

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

  test('a bulk command is not run before its dry run was seen and agreed to', async () => {
    const { actor, ran } = start()
    actor.send({ type: 'command.choose', invocation: invocation({ previews: true }) })
    expect(actor.getSnapshot().can({ type: 'command.confirm' })).toBe(false)
    await waitFor(actor, (state) => state.matches({ shown: { confirming: 'ready' } }))
    expect(ran).toEqual([])
    actor.send({ type: 'command.confirm' })
    expect(ran).toEqual([{ invocation: invocation({ previews: true }), preview: report(40) }])
  })

  test('a dry run that was already shown beside the item is not shown a second time', () => {
    const { actor, ran } = start()
    const chosen = invocation({ previews: true })
    actor.send({ type: 'command.choose', invocation: chosen, preview: report(3) })
    expect(ran).toEqual([{ invocation: chosen, preview: report(3) }])
  })

  test('an answer whose dry run its row already showed is confirmed at once, and still asked for', () => {
    const { actor, ran } = start({ preview: () => new Promise(() => undefined) })
    actor.send({ type: 'command.choose', invocation: invocation({ asks: ['status'], previews: true }) })
    actor.send({ type: 'argument.give', value: 'CONFIRMED', word: 'Confirmée', preview: report(3) })
    expect(actor.getSnapshot().matches({ shown: { confirming: 'ready' } })).toBe(true)
    expect(ran).toEqual([])
    actor.send({ type: 'command.confirm' })
    expect(ran).toMatchObject([{ invocation: { args: { status: 'CONFIRMED' } }, preview: report(3) }])
  })

  test('a dry run that would change nothing cannot be confirmed', async () => {
    const { actor } = start({ preview: async () => report(0) })
    actor.send({ type: 'command.choose', invocation: invocation({ previews: true }) })
    await waitFor(actor, (state) => state.matches({ shown: { confirming: 'ready' } }))
    expect(actor.getSnapshot().can({ type: 'command.confirm' })).toBe(false)
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
    await waitFor(actor, (state) => state.matches({ shown: { confirming: 'ready' } }))
    expect(actor.getSnapshot().context.failure).toBeNull()
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
      failure: null,
    })
  })

  test('every state can be reached', () => {
    const events = [
      { type: 'palette.open' },
      { type: 'palette.close' },
      { type: 'page.back' },
      { type: 'command.choose', invocation: invocation({ asks: ['status'], previews: true }) },
      { type: 'command.choose', invocation: invocation() },
      { type: 'argument.give', value: 'CONFIRMED', word: 'Confirmée' },
      { type: 'command.confirm' },
      { type: 'xstate.done.actor.preview', output: report(1), actorId: 'preview' },
      { type: 'xstate.error.actor.preview', error: new Error('offline'), actorId: 'preview' },
    ]
    expect(unreachedStates(paletteMachine, events)).toEqual([])
  })
})
