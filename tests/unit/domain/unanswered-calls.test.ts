import { expect, it } from 'vitest'
import type { Change } from '../../../domain/changes/changes.ts'
import { unansweredCalls } from '../../../domain/triage/unanswered-calls.ts'

const line = (id: string, attempts: [number, number], more: Partial<Change> = {}): Change => ({
  id,
  batchId: `batch of ${id}`,
  at: '2026-11-27T10:00:00.000Z',
  actor: null,
  actorName: null,
  by: null,
  verb: 'order.not-reachable',
  resource: 'orders',
  recordId: 'o',
  before: { attempts: attempts[0] },
  after: { attempts: attempts[1] },
  undoes: null,
  isUndone: false,
  number: 1,
  name: 'Awa',
  names: {},
  ...more,
})

const idsOf = (lines: readonly Change[]) => unansweredCalls(lines).map(({ id }) => id)

it('lists the calls without answer, neither those taken back nor their undos', () => {
  const lines = [
    line('undo', [2, 1], { undoes: 'second' }),
    line('second', [1, 2], { isUndone: true }),
    line('first', [0, 1]),
    line('other', [0, 0], { verb: 'order.comment' }),
  ]
  expect(idsOf(lines)).toEqual(['first'])
})

it('lists a call that was taken back and made again once', () => {
  const lines = [
    line('redo', [0, 1], { undoes: 'undo' }),
    line('undo', [1, 0], { undoes: 'first', isUndone: true }),
    line('first', [0, 1], { isUndone: true }),
  ]
  expect(idsOf(lines)).toEqual(['redo'])
})
