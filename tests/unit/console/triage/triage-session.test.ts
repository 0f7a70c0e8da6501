import { expect, test } from 'vitest'
import type { Order } from '../../../../domain/orders/order.ts'
import { undoable } from '../../../../machines/triage/triage-rules.ts'
import type { Handled } from '../../../../machines/triage/triage-types.ts'
import { storeTriageSession, triageSessionOf } from '../../../../src/features/triage/triage-session.ts'
import type { OutboxResult } from '../../../../src/stores/outbox-host.ts'

const handledAs = (id: string, more: Partial<Handled>): Handled => ({
  id,
  order: { id: `order of ${id}`, number: 1 } as Order,
  decision: { status: 'CONFIRMED' },
  at: 0,
  state: 'done',
  batchId: `batch of ${id}`,
  ...more,
})

const leave = (
  handled: readonly Handled[],
  { passed = [], resume = [] }: { passed?: string[]; resume?: string[] } = {},
) => {
  const listeners = new Set<(result: OutboxResult, isReported: boolean) => void>()
  const onResult = (listener: (result: OutboxResult, isReported: boolean) => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  storeTriageSession('one', { where: {}, handled, passed, resume }, { onResult })
  return (result: object) => {
    for (const listener of listeners) listener(result as OutboxResult, false)
  }
}

test('the last outcome can be undone on return, though its answer came while another screen was open', () => {
  const tell = leave([handledAs('last', { state: 'sending', batchId: null }), handledAs('older', {})])
  tell({ type: 'outbox.sent', entry: { id: 'last' }, report: { batchId: 'its batch' } })
  const [last] = undoable(triageSessionOf('one', {}).handled)
  expect(last).toMatchObject({ id: 'last', state: 'done', batchId: 'its batch' })
})

test('an outcome refused meanwhile was none', () => {
  const tell = leave([handledAs('last', { state: 'sending', batchId: null }), handledAs('older', {})])
  tell({ type: 'outbox.refused', entry: { id: 'last' }, code: 'VERSION' })
  expect(triageSessionOf('one', {}).handled.map(({ id }) => id)).toEqual(['older'])
  expect(triageSessionOf('of another user', {}).handled).toEqual([])
})

test('the order left last and the skipped ones return only under the filter of their session', () => {
  leave([handledAs('last', {})], { passed: ['skipped'], resume: ['left'] })
  expect(triageSessionOf('one', {})).toMatchObject({ passed: ['skipped'], resume: ['left'] })
  const other = triageSessionOf('one', { status: 'PENDING' })
  expect(other).toMatchObject({ passed: [], resume: [] })
  expect(undoable(other.handled).map(({ id }) => id)).toEqual(['last'])
})
