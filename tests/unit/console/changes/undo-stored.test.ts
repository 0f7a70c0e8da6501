import { describe, expect, test } from 'vitest'
import type { ChangeBatch } from '../../../../domain/changes/changes.ts'
import { pickBatch } from '../../../../src/features/changes/undo-stored.ts'

const batch = (id: string, fields: Partial<ChangeBatch> = {}): ChangeBatch => ({
  id,
  at: '2026-03-01T10:00:00.000Z',
  actor: 'me',
  actorName: 'Me',
  by: null,
  verb: 'order.cancel',
  resource: 'orders',
  country: 'ic',
  records: 1,
  undone: 0,
  undoes: null,
  named: [],
  ...fields,
})

describe('undo picks', () => {
  test('the newest change', () => {
    expect(pickBatch([batch('b'), batch('a')], 'undo')?.id).toBe('b')
  })

  test('the one before a change that is undone, in whole or in part', () => {
    const batches = [batch('u', { undoes: 'c' }), batch('c', { undone: 1 }), batch('a')]
    expect(pickBatch(batches, 'undo')?.id).toBe('a')
    expect(pickBatch([batch('c', { records: 3, undone: 1 }), batch('a')], 'undo')?.id).toBe('a')
  })

  test('a redo', () => {
    const batches = [
      batch('r', { undoes: 'u' }),
      batch('u', { undoes: 'c', undone: 1 }),
      batch('c', { undone: 1 }),
    ]
    expect(pickBatch(batches, 'undo')?.id).toBe('r')
  })

  test('nothing that cannot be undone, nor the undo of another user’s change', () => {
    const batches = [batch('p', { verb: 'user.set-password' }), batch('x', { undoes: 'theirs' }), batch('a')]
    expect(pickBatch(batches, 'undo')?.id).toBe('a')
  })

  test('among older ones where these have none', () => {
    expect(pickBatch([batch('u', { undoes: 'c' }), batch('c', { undone: 1 })], 'undo')).toBeUndefined()
  })
})

describe('redo picks', () => {
  test('the newest undo that was not redone', () => {
    const batches = [
      batch('r', { undoes: 'u2' }),
      batch('u2', { undoes: 'a', undone: 1 }),
      batch('u1', { undoes: 'b' }),
      batch('b', { undone: 1 }),
      batch('a', { undone: 1 }),
    ]
    expect(pickBatch(batches, 'redo')?.id).toBe('u1')
  })

  test('nothing once something else was changed', () => {
    expect(pickBatch([batch('c'), batch('u', { undoes: 'a' })], 'redo')).toBeNull()
  })
})
