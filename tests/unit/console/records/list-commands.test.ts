import { describe, expect, test } from 'vitest'
import { availabilityOf, type CommandContext } from '../../../../src/commands/command.ts'
import type { ListPort } from '../../../../src/commands/command-ports.ts'
import { exportCommands } from '../../../../src/features/exports/export-commands.ts'
import { listCommands } from '../../../../src/features/list/list-commands.ts'
import { wholeOrder } from '../../../support/whole-records.ts'
import { contextWith, recordingPorts } from '../palette/palette-context.ts'

const commandOf = (id: string) => [...listCommands, ...exportCommands].find((command) => command.id === id)!

const ordersUnder = (list: Partial<ListPort>, changes: Partial<CommandContext> = {}): CommandContext => {
  const port: ListPort = {
    refresh: () => undefined,
    search: () => '',
    matching: async () => ({ where: {} }),
    selectAll: () => undefined,
    ...list,
  }
  return contextWith({
    resource: 'orders',
    active: wholeOrder(),
    ports: { ...recordingPorts().ports, list: port },
    ...changes,
  })
}

describe('what acts on everything that a list shows', () => {
  const faulty: Partial<ListPort> = { whyNotSelectAll: () => 'FILTER_NOT_APPLIED' }
  const selection = { count: 1, predicate: { ids: ['o1'] }, records: [wholeOrder()] }

  test.each(['list.select-all', 'order.export'])('%s is refused while the filter is not applied', (id) => {
    expect(availabilityOf(commandOf(id), ordersUnder({}))).toEqual({ kind: 'ready' })
    expect(availabilityOf(commandOf(id), ordersUnder(faulty))).toEqual({
      kind: 'refused',
      code: 'FILTER_NOT_APPLIED',
    })
  })

  test('the export of selected rows is not, nor that of another list', () => {
    const ready = { kind: 'ready' }
    expect(availabilityOf(commandOf('order.export'), ordersUnder(faulty, { selection }))).toEqual(ready)
    expect(availabilityOf(commandOf('product.export'), ordersUnder(faulty))).toEqual(ready)
  })
})
