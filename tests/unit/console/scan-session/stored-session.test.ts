import { expect, test } from 'vitest'
import { MAX_SCANS } from '../../../../domain/scans/scan-session.ts'
import {
  readSession,
  sessionKey,
  storeSession,
} from '../../../../src/features/scan-session/stored-session.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'

const key = sessionKey('awa', 'ic')
const task = { action: 'dispatch', delivery: { id: 'issa', name: 'Issa', country: 'ic' } } as const
const nothing = { task: null, scans: [] }

test('a session is there again for the same person and country alone', () => {
  const storage = memoryStorage()
  const stored = {
    task,
    scans: [
      { code: '100000000018', at: 1 },
      { code: '100000999994', at: 2, typed: '99999' },
    ],
  }
  expect(storeSession(key, stored, storage)).toBe(true)
  expect(readSession(key, storage)).toEqual(stored)
  expect(readSession(sessionKey('awa', 'sn'), storage)).toEqual(nothing)
  expect(readSession(sessionKey('issa', 'ic'), storage)).toEqual(nothing)
  storeSession(key, { task: null, scans: [] }, storage)
  expect(storage.length).toBe(0)
})

test('a browser that stores nothing is said', () => {
  const full = {
    setItem: () => {
      throw new Error('full')
    },
    removeItem: () => undefined,
  }
  expect(storeSession(key, { task, scans: [] }, full)).toBe(false)
})

test.each<[string, unknown, unknown]>([
  ['no JSON', '{', nothing],
  ['something else', '"x"', nothing],
  ['an unknown action', { task: { action: '__proto__' }, scans: [] }, nothing],
  ['an action without its delivery guy', { task: { action: 'assign' }, scans: [] }, nothing],
  ['scans that are none', { task: null, scans: [1, null, { code: 2, at: 3 }] }, nothing],
  [
    'the same code twice',
    { task: null, scans: [1, 2].map((at) => ({ code: '1', at })) },
    { task: null, scans: [{ code: '1', at: 1 }] },
  ],
])('%s in the storage stops nothing', (_, value, expected) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  expect(readSession(key, memoryStorage({ [key]: text }))).toEqual(expected)
})

test('reads no more scans than a session takes', () => {
  const scans = Array.from({ length: MAX_SCANS + 1 }, (_, at) => ({ code: String(at), at }))
  const storage = memoryStorage({ [key]: JSON.stringify({ task: null, scans }) })
  expect(readSession(key, storage).scans).toHaveLength(MAX_SCANS)
})
