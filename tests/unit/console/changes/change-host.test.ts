import { expect, test, vi } from 'vitest'
import { fromPromise, waitFor } from 'xstate'
import type { ChangeReport } from '../../../../domain/changes/changes.ts'
import { type ChangeActor, changeMachine } from '../../../../machines/change/change-machine.ts'
import type { Api } from '../../../../src/api/create-api.ts'
import type { ChangeRequest } from '../../../../src/commands/command-ports.ts'
import {
  bindChange,
  createChangeHost,
  createScreenChanges,
} from '../../../../src/features/changes/change-host.ts'
import { wholeReport } from '../../../support/whole-records.ts'

const report = (batchId: string | null) => wholeReport(batchId === null ? 0 : 1, { batchId })

const request = (id: string): ChangeRequest => ({
  kind: 'status',
  verb: 'order.confirm',
  effect: 'order.confirm',
  subject: null,
  resource: 'orders',
  target: { ids: [id] },
  count: 1,
  body: { status: 'CONFIRMED' },
  confirmation: 'never',
})

/** A host with a server stub whose answers the test resolves. */
const openHost = () => {
  const calls: string[] = []
  const putBack: string[] = []
  const answers = new Map<string, (report: ChangeReport) => void>()
  const host: ReturnType<typeof createChangeHost> = createChangeHost(
    changeMachine.provide({
      actors: {
        apply: fromPromise(({ input }) => {
          const { target } = input.change
          const id = 'ids' in target ? target.ids.join() : ''
          return new Promise((resolve) => answers.set(id, (report) => resolve({ report, at: Date.now() })))
        }),
        undo: fromPromise(async ({ input }) => {
          calls.push(`undo ${input.batchId}`)
          return report(`undo of ${input.batchId}`)
        }),
      },
    }),
    {
      onStart: () => undefined,
      ask: () => undefined,
      onChanged: () => undefined,
      onPutBack: (resource) => putBack.push(resource),
      onNothingToUndo: () => calls.push('nothing to undo'),
      onNothingToRedo: () => calls.push('nothing to redo'),
      takeBack: (batches, way) => {
        calls.push(`${way} ${batches.join()}`)
        host.tookBack(
          batches,
          batches.map((id) => `un-${id}`),
          way,
        )
      },
    },
  )
  const answer = async (id: string, batchId: string | null = `batch of ${id}`) => {
    answers.get(id)?.(report(batchId))
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { host, calls, putBack, answer }
}

test('undoes the last change, and the one before it the next time', async () => {
  const { host, calls, answer } = openHost()
  host.start(request('1'))
  await answer('1')
  host.start(request('2'))
  await answer('2')
  host.undoLast()
  host.undoLast()
  host.undoLast()
  await answer('none')
  expect(calls).toEqual(['undo batch of 2', 'undo batch of 1', 'nothing to undo'])
})

test('says that records were put back, which may be in the list’s filter again', async () => {
  const { host, putBack, answer } = openHost()
  host.start(request('1'))
  await answer('1')
  expect(putBack).toEqual([])
  host.undoLast()
  await answer('none')
  expect(putBack).toEqual(['orders'])
})

test('undoes a pending change once the server has answered', async () => {
  const { host, calls, answer } = openHost()
  host.start(request('1'))
  host.undoLast()
  expect(calls).toEqual([])
  await answer('1')
  expect(calls).toEqual(['undo batch of 1'])
})

test('passes over a change that changed nothing', async () => {
  const { host, calls, answer } = openHost()
  host.start(request('1'))
  await answer('1')
  host.start(request('2'))
  await answer('2', null)
  host.undoLast()
  await answer('none')
  expect(calls).toEqual(['undo batch of 1'])
})

test('redoes an undone change, and undoes that again', async () => {
  const { host, calls, answer } = openHost()
  host.start(request('1'))
  await answer('1')
  host.undoLast()
  await answer('none')
  host.redoLast()
  host.redoLast()
  host.undoLast()
  expect(calls).toEqual([
    'undo batch of 1',
    'redo undo of batch of 1',
    'nothing to redo',
    'undo un-undo of batch of 1',
  ])
})

test('acts in the order of keys that are pressed before the answers have come', async () => {
  const calls: string[] = []
  const answers: (() => void)[] = []
  const asked = (name: string) => {
    calls.push(name)
    return new Promise<void>((resolve) => answers.push(resolve))
  }
  const host: ReturnType<typeof createChangeHost> = createChangeHost(
    changeMachine.provide({
      actors: {
        apply: fromPromise(
          () => new Promise((resolve) => resolve({ report: report('batch'), at: Date.now() })),
        ),
        undo: fromPromise(async () => {
          await asked('undo')
          return report('undo of batch')
        }),
      },
    }),
    {
      onStart: () => undefined,
      ask: () => undefined,
      onChanged: () => undefined,
      onNothingToUndo: async () => {
        await asked('stored undo')
        host.tookBack(['older'], ['undo of older'], 'undo')
      },
      onNothingToRedo: () => asked('stored redo'),
      takeBack: async (batches, way) => {
        await asked(`${way} ${batches.join()}`)
        host.tookBack(batches, [`redo of ${batches.join()}`], way)
      },
    },
  )
  await host.start(request('1'))
  const { undoLast, redoLast } = host
  for (const press of [undoLast, undoLast, redoLast, redoLast, undoLast]) press()
  const last = 'undo redo of undo of batch'
  const seen = ['undo', 'stored undo', 'redo undo of older', 'redo undo of batch', last]
  for (const [at] of seen.entries()) {
    await vi.waitFor(() => expect(answers).toHaveLength(at + 1))
    await new Promise((resolve) => setTimeout(resolve))
    expect(calls).toEqual(seen.slice(0, at + 1))
    answers[at]!()
  }
})

test('has nothing to do again once something else was changed', async () => {
  const { host, calls, answer } = openHost()
  host.start(request('1'))
  await answer('1')
  host.undoLast()
  await answer('none')
  host.start(request('2'))
  await answer('2')
  host.redoLast()
  expect(calls).toEqual(['undo batch of 1', 'nothing to redo'])
})

test('leaves a part of a larger change to its caller', async () => {
  const { host, calls, answer } = openHost()
  const end = host.start(request('1'), { isPart: true })
  await answer('1')
  expect(await end).toEqual({ kind: 'done', report: report('batch of 1') })
  host.undoLast()
  host.rememberBatches(['batch of 1', 'batch of 2'])
  host.undoLast()
  host.undoLast()
  expect(calls).toEqual(['nothing to undo', 'undo batch of 1,batch of 2', 'nothing to undo'])
})

/** A screen that applies its changes itself, as the courier's round does. */
const openScreen = () => {
  const applied: ChangeRequest[] = []
  const screen = {
    resource: 'orders' as const,
    selection: async () => null,
    peek: () => null,
    active: () => null,
    list: null,
    change: (request: ChangeRequest) => applied.push(request) > 0,
  }
  const machine = bindChange({
    api: {} as Api,
    dryRun: async () => report('dry run'),
    queue: (change) => screen.change({ ...change, body: change.body ?? {} }),
  })
  const ignored = () => undefined
  const { start } = createChangeHost(machine, {
    ...{ onStart: ignored, ask: ignored, onChanged: ignored },
    ...{ onNothingToUndo: ignored, onNothingToRedo: ignored, takeBack: ignored },
  })
  return { applied, start: createScreenChanges(() => screen, start) }
}

test('a screen that applies its changes itself does so at once', async () => {
  const { applied, start } = openScreen()
  expect(await start({ ...request('1'), confirmation: 'unseen' })).toEqual({ kind: 'done', report: null })
  expect(applied).toHaveLength(1)
})

test.each(['change.confirm', 'change.cancel'] as const)(
  'on such a screen too the palette asks before: %s',
  async (answer) => {
    const { applied, start } = openScreen()
    const asked: ChangeActor[] = []
    const shown = { report: null, ask: (change: ChangeActor) => void asked.push(change) }
    const end = start({ ...request('1'), confirmation: 'unseen' }, { shown })
    await new Promise((resolve) => setTimeout(resolve))
    expect([asked.length, applied.length]).toEqual([1, 0])
    const [change] = asked
    await waitFor(change!, (snapshot) => snapshot.matches('confirming'))
    change!.send({ type: answer })
    const isConfirmed = answer === 'change.confirm'
    expect(await end).toEqual(isConfirmed ? { kind: 'done', report: null } : { kind: 'cancelled' })
    expect(applied).toHaveLength(isConfirmed ? 1 : 0)
  },
)

test('finds the last change since an instant, leaving out those that were sent by the outbox', () => {
  const { host, calls } = openHost()
  const before = Date.now() - 1
  host.rememberBatches(['merge'])
  host.remember(() => false)
  host.remember(() => calls.push('outcome') > 0, { isQueued: true })
  expect(host.madeSince(Date.now() + 1)).toBeNull()
  expect(host.madeSince(before)?.(), 'one that is too late').toBe(false)
  expect(host.madeSince(before)?.()).toBe(true)
  expect(host.madeSince(before)).toBeNull()
  expect(calls).toEqual(['undo merge'])
  host.undoLast()
  expect(calls, 'the outcome is still on the stack').toEqual(['undo merge', 'outcome'])
})
