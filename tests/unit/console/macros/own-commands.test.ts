import { expect, test } from 'vitest'
import type { Macro } from '../../../../domain/users/preferences.ts'
import { availabilityOf } from '../../../../src/commands/command.ts'
import { withUserCommands } from '../../../../src/commands/create-registry.ts'
import { runCommand } from '../../../../src/commands/run-command.ts'
import { macroAsCommand, repeatCommand } from '../../../../src/features/macros/macro-commands.ts'
import { registry } from '../../../support/console-registry.ts'
import { wholeOrder, wholeShipping } from '../../../support/whole-records.ts'
import { consoleView } from '../palette/console-view.ts'
import { contextWith, recordingPorts } from '../palette/palette-context.ts'

const last = { command: 'order.status', args: { status: 'CONFIRMED' }, words: ['Confirmée'] }
const { t } = consoleView(contextWith())
const reader = { get: registry.get, context: () => contextWith(), t }
const own = registry.get('change.repeat')!
const repeat = repeatCommand(own, last, reader)
const inOrders = contextWith({ resource: 'orders', active: wholeOrder() })

test('repeat says what it would do, and takes aim and dry run from the last change', () => {
  expect(repeat).toMatchObject({ target: 'many', resource: 'orders' })
  expect(repeat.text).toBe('Répéter : Changer le statut : Confirmée')
  expect(repeat.preview).toBeDefined()
})

test('repeat shows the comment that it repeats', () => {
  const comment = { command: 'order.comment', args: { comment: 'Rappeler demain' }, words: [] }
  expect(repeatCommand(own, comment, reader).text).toBe('Répéter : Commenter : Rappeler demain')
})

test.each([
  ['nothing was changed yet', repeatCommand(own, null, reader), inOrders, 'NOTHING_TO_REPEAT'],
  [
    'another list is in view',
    repeat,
    contextWith({ resource: 'shippings', active: wholeShipping() }),
    'OTHER_LIST',
  ],
  [
    'the role may not',
    repeat,
    { ...inOrders, actor: { ...contextWith().actor!, role: 'delivery' as const } },
    'FORBIDDEN',
  ],
  [
    'one at a time is meant and several are selected',
    repeatCommand(own, { command: 'order.copy', args: {} }, reader),
    { ...inOrders, selection: { count: 2, predicate: { ids: ['o1', 'o2'] }, records: [] } },
    'ONE_AT_A_TIME',
  ],
])('repeat is refused where %s', (_, command, context, code) => {
  expect(availabilityOf(command, context)).toEqual({ kind: 'refused', code })
})

test('repeat runs the same command with the same arguments on the current records', async () => {
  const { ports, calls } = recordingPorts()
  const began: unknown[] = []
  const reported = {
    ...ports,
    began: ({ command, args }: { command: { id: string }; args: object }) => {
      began.push([command.id, args])
      return () => undefined
    },
  }
  await runCommand(repeat, { ...inOrders, active: wholeOrder({ id: 'o9' }), ports: reported })
  expect(calls).toEqual([expect.stringContaining('"target":{"ids":["o9"]}')])
  expect(calls[0]).toContain('"status":"CONFIRMED"')
  expect(began).toContainEqual(['order.status', { status: 'CONFIRMED' }])
})

test('the question of a repeated assignment names the courier', async () => {
  const { ports, calls } = recordingPorts()
  const inShippings = contextWith({ resource: 'shippings', active: wholeShipping({ status: 'PENDING' }) })
  const args = { delivery: '01890000-0000-7000-8000-00000000000a' }
  const again = repeatCommand(own, { command: 'shipping.assign', args, words: ['Hervé Dosso'] }, reader)
  await runCommand(again, { ...inShippings, ports })
  expect(calls).toEqual([expect.stringContaining('"note":"Hervé Dosso"')])
})

const macro = (steps: Macro['steps']): Macro => ({ id: 'm1', name: 'Relance', steps })
const asCommand = (steps: Macro['steps']) => macroAsCommand(macro(steps), registry.get, async () => undefined)

test('a macro that begins with a change of records acts on these, and on nothing by itself otherwise', () => {
  expect(asCommand([last])).toMatchObject({
    id: 'macro:m1',
    text: 'Relance',
    target: 'many',
    resource: 'orders',
  })
  expect(asCommand([{ command: 'go.orders', args: {} }, last])).toMatchObject({ target: 'none' })
})

test.each([
  ['no longer exists', { command: 'order.forget', args: {} }, 'admin', 'STEP_GONE'],
  ['is not for this role', { command: 'user.activate', args: {} }, 'seller', 'STEP_FORBIDDEN'],
] as const)('a macro of which a step %s says so', (_, step, role, code) => {
  const context = { ...inOrders, actor: { ...contextWith().actor!, role } }
  expect(asCommand([last, step]).whyNot(context)).toBe(code)
})

test('user commands replace those of the same id, and follow the others', () => {
  const mixed = withUserCommands(registry, {
    commands: () => [repeat, asCommand([last])],
    bindings: () => [],
  })
  expect(mixed.get('change.repeat')).toBe(repeat)
  expect(mixed.commands.filter(({ id }) => id === 'change.repeat')).toEqual([repeat])
  expect(mixed.commands.at(-1)?.id).toBe('macro:m1')
  expect(mixed.get('order.status')).toBe(registry.get('order.status'))
})

test('the list is the same one for as long as it has the same commands', () => {
  let commands = [repeat]
  const mixed = withUserCommands(registry, { commands: () => [...commands], bindings: () => [] })
  const before = mixed.commands
  expect(mixed.commands).toBe(before)
  commands = [repeat, asCommand([last])]
  expect(mixed.commands).toHaveLength(before.length + 1)
  expect(mixed.commands).toBe(mixed.commands)
})
