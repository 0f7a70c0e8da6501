import { expect, test } from 'vitest'
import { fromPromise, waitFor } from 'xstate'
import type { ChangeReport } from '../../../../domain/changes/changes.ts'
import type { Order } from '../../../../domain/orders/order.ts'
import {
  type Applied,
  type ChangeActor,
  changeMachine,
  type PendingChange,
} from '../../../../machines/change/change-machine.ts'
import type { Command, CommandContext } from '../../../../src/commands/command.ts'
import type { ChangeEnd } from '../../../../src/commands/command-ports.ts'
import { createRegistry } from '../../../../src/commands/create-registry.ts'
import { createChangeHost } from '../../../../src/features/changes/change-host.ts'
import { type MacroRunServices, runMacro } from '../../../../src/features/macros/run-macro.ts'
import type { MacroStep } from '../../../../src/features/macros/step-words.ts'
import { orderActions } from '../../../../src/resources/orders/commands.ts'
import { wholeOrder } from '../../../support/whole-records.ts'
import { contextWith, recordingPorts } from '../palette/palette-context.ts'

const confirm: MacroStep = { command: 'order.status', args: { status: 'CONFIRMED' } }
const comment: MacroStep = { command: 'order.comment', args: { comment: 'Rappeler' } }
const down: MacroStep = { command: 'test.down', args: {} }

const reportOf = (batchId: string, changed: number, refusedBy: ChangeReport['counts']['refusedBy'] = {}) => ({
  batchId: changed > 0 ? batchId : null,
  counts: { changed, refused: Object.values(refusedBy).reduce((sum, one) => sum + one, 0), refusedBy },
  changed: [],
  refused: [],
})

/** A list of three rows, the first active, and a server with preset answers in order. `dryRun` is what each change would do. */
const openMacroServices = (
  answers: (ChangeReport | ChangeEnd)[] = [],
  own: Partial<MacroRunServices> = {},
  dryRun: ChangeReport = reportOf('none', 1),
) => {
  const rows = [1, 2, 3].map((number) => wholeOrder({ id: `o${number}`, number, version: 1 }))
  const made: string[] = []
  let at = 0
  const { ports } = recordingPorts()
  const api = { ...ports.api, one: async (_: string, id: string) => row(id) } as typeof ports.api
  const row = (id: string): Order => ({ ...(rows.find((one) => one.id === id) ?? wholeOrder()), version: 7 })
  const context = (): CommandContext =>
    contextWith({ resource: 'orders', active: rows[at] ?? null, ports: { ...ports, api } })
  const moving: Command = {
    id: 'test.down',
    target: 'none',
    section: 'list',
    icon: 'arrow-down',
    whyNot: () => (at === rows.length - 1 ? 'NOT_FOUND' : null),
    run: () => {
      at += 1
      made.push(`down to ${rows[at]?.id}`)
    },
  }
  const answer = (): ChangeEnd => {
    const next = answers.shift() ?? reportOf(`b${made.length}`, 1)
    return 'kind' in next ? next : { kind: 'done', report: next }
  }
  const macroServices: MacroRunServices = {
    get: createRegistry([...orderActions.commands, moving]).get,
    context: async () => context(),
    change: async (request, shown) => {
      let end: ChangeEnd | null = null
      const apply = fromPromise<Applied, { change: PendingChange; idempotencyKey: string }>(
        async ({ input: { change } }) => {
          const { target, body } = change
          made.push(`${body?.status} ${'ids' in target ? target.ids.join() : 'all'}`)
          end = answer()
          return { report: end.kind === 'done' ? end.report : null, at: 0 }
        },
      )
      const machine = changeMachine.provide({ actors: { check: fromPromise(async () => dryRun), apply } })
      const settled = await createChangeHost(machine, silent).start(request, { isPart: true, shown })
      return end ?? settled
    },
    edit: async ({ record, input }) => {
      made.push(`${Object.values(input).join()} on ${record.id} of version ${record.version}`)
      return answer()
    },
    agree: async ({ at: step, count }) => {
      made.push(`asked at ${step} of ${count}`)
      return true
    },
    watch: () => async () => undefined,
    patience: 0,
    isStopped: () => false,
    ...own,
  }
  return { macroServices, context, made }
}

const silent: Parameters<typeof createChangeHost>[1] = {
  onStart: () => undefined,
  ask: () => {
    throw new Error('a macro shows its own question')
  },
  onChanged: () => undefined,
  onNothingToUndo: () => undefined,
  onNothingToRedo: () => undefined,
  takeBack: () => undefined,
}

test('runs its steps one after the other on the current records, read again after a change', async () => {
  const { macroServices, context, made } = openMacroServices()
  const end = await runMacro([confirm, comment, down, confirm], context(), macroServices)
  expect(made).toEqual(['CONFIRMED o1', 'Rappeler on o1 of version 7', 'down to o2', 'CONFIRMED o2'])
  expect(end).toMatchObject({ done: 4, code: null, changed: 3, batches: ['b1', 'b2', 'b4'] })
})

test('stops at the refused step and says why; the steps before it can be undone', async () => {
  const { macroServices, context, made } = openMacroServices()
  const end = await runMacro([confirm, down, down, down, confirm], context(), macroServices)
  expect(made).toEqual(['CONFIRMED o1', 'down to o2', 'down to o3'])
  expect(end).toMatchObject({ done: 3, code: 'NOT_FOUND', batches: ['b1'] })
})

test.each([
  ['fails', { kind: 'failed', code: 'OFFLINE' } as const, 'OFFLINE'],
  ['is cancelled', { kind: 'cancelled' } as const, 'CANCELLED'],
  ['changes nothing', reportOf('b', 0, { OUT_OF_STOCK: 1 }), 'OUT_OF_STOCK'],
])('stops where a change %s', async (_, answer, code) => {
  const { macroServices, context, made } = openMacroServices([answer])
  expect(await runMacro([confirm, down], context(), macroServices)).toMatchObject({
    done: 0,
    code,
    batches: [],
  })
  expect(made).toEqual(['CONFIRMED o1'])
})

test.each([
  ['is gone', { command: 'order.forget', args: {} }, 'STEP_GONE'],
  ['opens a form', { command: 'order.edit', args: {} }, 'STEP_GONE'],
  ['lacks an argument', { command: 'order.status', args: {} }, 'REQUIRED'],
])('stops at a step that %s', async (_, step, code) => {
  const { macroServices, context } = openMacroServices()
  expect(await runMacro([step], context(), macroServices)).toMatchObject({ done: 0, code })
})

test('goes on after a step that has nothing to do', async () => {
  const { macroServices, context, made } = openMacroServices([reportOf('b', 0, { ALREADY_THERE: 1 })])
  const end = await runMacro([confirm, comment, down], context(), macroServices)
  expect(made).toEqual(['CONFIRMED o1', 'Rappeler on o1 of version 7', 'down to o2'])
  expect(end).toMatchObject({ done: 3, code: null, changed: 1, refused: 0, skipped: 1 })
})

test('asks once before it touches many, with the dry run of that step', async () => {
  const report = reportOf('none', 38, { OUT_OF_STOCK: 2 })
  const seen: unknown[] = []
  const { macroServices, context, made } = openMacroServices([], {}, report)
  const many = {
    ...context(),
    selection: { count: 40, predicate: { where: {} }, records: [] },
  }
  const agree: MacroRunServices['agree'] = (asked) => {
    seen.push(asked.report)
    return macroServices.agree(asked)
  }
  await runMacro([confirm, confirm], many, { ...macroServices, agree, context: async () => many })
  expect(seen).toEqual([report])
  expect(made).toEqual(['asked at 0 of 40', 'CONFIRMED all', 'CONFIRMED all'])
})

test('changes none of many records without confirmation, or when nothing would change', async () => {
  const { macroServices, context, made } = openMacroServices([], { agree: async () => false })
  const many = { ...context(), selection: { count: 40, predicate: { where: {} }, records: [] } }
  expect(await runMacro([confirm], many, macroServices)).toMatchObject({ code: 'CANCELLED' })
  const none = openMacroServices([], {}, reportOf('none', 0, { ALREADY_THERE: 40 }))
  expect(await runMacro([confirm], many, none.macroServices)).toMatchObject({
    code: null,
    changed: 0,
    skipped: 1,
  })
  expect([...made, ...none.made]).toEqual([])
})

test('shows its first question where it was started, and asks no more for the same records', async () => {
  const { macroServices, context, made } = openMacroServices()
  const many = { ...context(), selection: { count: 40, predicate: { where: {} }, records: [] } }
  const ask = (change: ChangeActor) => {
    made.push('asked in the palette')
    void waitFor(change, (state) => state.matches('confirming')).then(() =>
      change.send({ type: 'change.confirm' }),
    )
  }
  const ground = { ...macroServices, context: async () => many }
  await runMacro([confirm, confirm], { ...many, shown: { report: null, ask } }, ground)
  const report = reportOf('none', 38)
  await runMacro([confirm], { ...many, shown: { report } }, ground)
  expect(made).toEqual(['asked in the palette', 'CONFIRMED all', 'CONFIRMED all', 'CONFIRMED all'])
})

test('stays with a record that was named until a step leads elsewhere', async () => {
  const { macroServices, context, made } = openMacroServices()
  const named = { ...context(), active: wholeOrder({ id: 'o3', number: 3 }) }
  await runMacro([confirm, comment, down, confirm], named, macroServices)
  expect(made).toEqual(['CONFIRMED o3', 'Rappeler on o3 of version 7', 'down to o2', 'CONFIRMED o2'])
})

test('ends before its next step once it is undone', async () => {
  let isStopped = false
  const { macroServices, context, made } = openMacroServices([], { isStopped: () => isStopped })
  const end = await runMacro([confirm, down, confirm], context(), {
    ...macroServices,
    watch: () => async () => {
      isStopped = true
    },
  })
  expect(made).toEqual(['CONFIRMED o1'])
  expect(end).toMatchObject({ done: 1, code: 'CANCELLED', batches: ['b1'] })
})
