import { expect, test } from 'vitest'
import { createCommandLog } from '../../../../src/stores/command-log.ts'

const open = () => {
  const leftOut: string[] = []
  const log = createCommandLog({ onLeftOut: ({ id }) => leftOut.push(id) })
  const run = (id: string, { isChange = false, args = {} } = {}) =>
    log.began({ command: { id, isChange }, args, words: Object.values(args) })
  const ids = () => log.steps().map(({ command }) => command)
  return { log, run, ids, leftOut }
}
const change = { isChange: true }

test('keeps what was run in its order, and the last change with its arguments', () => {
  const { log, run, ids } = open()
  run('order.status', { ...change, args: { status: 'CONFIRMED' } })({ kind: 'done', report: null })
  run('list.down')({ kind: 'done', report: null })
  expect(ids()).toEqual(['order.status', 'list.down'])
  expect(log.lastChange()).toMatchObject({
    command: 'order.status',
    args: { status: 'CONFIRMED' },
    words: ['CONFIRMED'],
  })
})

test('has a change at once that the server has not answered yet', () => {
  const { log, run } = open()
  run('order.status', change)
  expect(log.lastChange()?.command).toBe('order.status')
})

test.each([{ kind: 'cancelled' } as const, { kind: 'failed', code: 'OFFLINE' } as const])(
  'forgets what was $kind: the change before it is the last again',
  (end) => {
    const { log, run, ids } = open()
    run('order.confirm', change)({ kind: 'done', report: null })
    run('order.delete', change)(end)
    expect(ids()).toEqual(['order.confirm'])
    expect(log.lastChange()?.command).toBe('order.confirm')
  },
)

test('takes what was undone out of the steps; it is still what is repeated', () => {
  const { log, run, ids } = open()
  run('order.confirm', change)
  run('list.down')
  log.undone()
  expect(ids()).toEqual(['list.down'])
  expect(log.lastChange()?.command).toBe('order.confirm')
})

test('records from one moment to another, and reports commands that cannot be steps', () => {
  const { log, run, leftOut } = open()
  run('list.up')
  expect(log.recorded()).toBeNull()
  log.record()
  run('order.confirm', change)
  log.began({ command: { id: 'order.create', unrecorded: 'reported' }, args: {}, words: [] })
  log.began({ command: { id: 'console.palette', unrecorded: 'quietly' }, args: {}, words: [] })
  run('list.down')
  expect(log.recorded()).toHaveLength(2)
  expect(log.stop().map(({ command }) => command)).toEqual(['order.confirm', 'list.down'])
  expect(log.recorded()).toBeNull()
  expect(leftOut).toEqual(['order.create'])
})
