import { expect, test } from 'vitest'
import type { Fields } from '../../../../domain/lib/field.ts'
import {
  choicesWith,
  createDraftStorage,
  leaveDrafts,
  longestWait,
  restoredDraft,
  shelve,
} from '../../../../src/form/draft-storage.ts'
import { clearStored } from '../../../../src/storage/browser-storage.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'

const fields: Fields = {
  name: { kind: 'text', max: 100 },
  password: { kind: 'password', min: 6, max: 128 },
  product: { kind: 'reference', resource: 'products' },
}
const start = { name: 'Awa', password: '', product: '' }
const typed = { name: 'Awa Koné', password: 'secret-word', product: 'p1' }

test('typed values are restored, passwords never', () => {
  const storage = memoryStorage()
  const drafts = createDraftStorage('awa', '/users/add', { tab: storage, device: memoryStorage() })
  shelve(drafts, fields, { start, draft: typed, words: { product: 'Lampe' }, version: 3 })
  expect(
    JSON.stringify([...Array(storage.length)].map((_, at) => storage.getItem(storage.key(at) ?? ''))),
  ).not.toContain('secret-word')
  const draft = drafts.read()
  expect(restoredDraft(start, draft)).toEqual({ name: 'Awa Koné', password: '', product: 'p1' })
  expect(draft?.version).toBe(3)
  expect(choicesWith({}, draft).product?.chosen).toEqual({ value: 'p1', label: 'Lampe' })
})

test('belongs to its user and form, and is removed once nothing differs or the user signs out', () => {
  const storage = memoryStorage()
  const drafts = createDraftStorage('awa', '/users/add', { tab: storage, device: memoryStorage() })
  const others = createDraftStorage('moussa', '/users/add', { tab: storage, device: memoryStorage() })
  const keep = () => shelve(drafts, fields, { start, draft: typed, words: {}, version: null })
  keep()
  expect([
    others.read(),
    createDraftStorage('awa', '/orders/add', { tab: storage, device: memoryStorage() }).read(),
  ]).toEqual([null, null])
  shelve(drafts, fields, { start, draft: start, words: {}, version: null })
  expect(drafts.read()).toBeNull()
  keep()
  shelve(others, fields, { start, draft: typed, words: {}, version: null })
  clearStored('signedOut', 'awa', { tab: storage, device: memoryStorage() })
  expect(drafts.read()).toBeNull()
  expect(others.read()).not.toBeNull()
})

test('invalid drafts, and fields that the form no longer has, are ignored', () => {
  const storage = memoryStorage()
  storage.setItem('draft awa /users/add', '{"fields":')
  const drafts = createDraftStorage('awa', '/users/add', { tab: storage, device: memoryStorage() })
  expect(drafts.read()).toBeNull()
  storage.setItem('draft awa /users/add', '{"fields":{"name":true,"gone":"x"},"words":{},"version":null}')
  expect(restoredDraft(start, drafts.read())).toEqual(start)
})

test('a closed tab’s draft is restored in any tab of its user only, for a week', () => {
  const [first, second, device] = [memoryStorage(), memoryStorage(), memoryStorage()]
  const left = 1_000_000
  const form = (user: string, tab: Storage, now = left) =>
    createDraftStorage(user, '/users/add', { tab, device, now: () => now })
  const type = () => shelve(form('awa', first), fields, { start, draft: typed, words: {}, version: null })
  const leave = () => {
    type()
    leaveDrafts(first, device, left)
  }
  leave()
  expect(form('awa', second, left + longestWait).read()?.fields.name).toBe('Awa Koné')
  // The draft now belongs to this tab; a third tab does not get it.
  expect(form('awa', memoryStorage()).read()).toBeNull()
  leave()
  expect(form('moussa', memoryStorage()).read()).toBeNull()
  expect(device.length).toBe(0)
  leave()
  expect(form('awa', memoryStorage(), left + longestWait + 1).read()).toBeNull()
  expect(device.length).toBe(0)
  leave()
  clearStored('signedOut', 'awa', { tab: memoryStorage(), device })
  expect(device.length).toBe(0)
})
