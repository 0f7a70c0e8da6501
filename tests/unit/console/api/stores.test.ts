import { describe, expect, test, vi } from 'vitest'
import { createDeviceStore } from '../../../../src/api/endpoints/account.ts'
import { clearStored } from '../../../../src/storage/browser-storage.ts'
import { countryRecord, createCountryStore } from '../../../../src/stores/country-store.ts'
import {
  createKeptSessionStore,
  createLockStore,
  createSessionStore,
} from '../../../../src/stores/session-store.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'

const record = {
  id: 'u1',
  name: 'Awa Koné',
  role: 'agent',
  email: 'agent@waybill.test',
  country: 'sn',
  calls: false,
  isEmailVerified: true,
  isActivated: true,
  token: 'secret',
} as const

describe('session store', () => {
  test('gives back what it was given, until it is cleared', () => {
    const store = createSessionStore(memoryStorage())
    store.write(record)
    expect(store.read()).toEqual(record)
    store.clear()
    expect(store.read()).toBeNull()
  })

  test.each(['{', '[]', '{"token":"x"}', JSON.stringify({ ...record, role: 'emperor' })])(
    'takes %s for no session',
    (text) => expect(createSessionStore(memoryStorage({ session: text })).read()).toBeNull(),
  )
})

describe('device store', () => {
  test('gives each account what this browser was given for it, however its address is cased', () => {
    const storage = memoryStorage()
    const store = createDeviceStore(() => storage)
    expect(store.read('awa@waybill.test')).toBeNull()
    store.write('Awa@Waybill.test ', 'one')
    store.write('noe@waybill.test', 'two')
    store.write('awa@waybill.test', 'three')
    expect(createDeviceStore(() => storage).read('AWA@waybill.test')).toBe('three')
    expect(store.read('noe@waybill.test')).toBe('two')
  })

  test('stores the twenty accounts that signed in last', () => {
    const storage = memoryStorage()
    const store = createDeviceStore(() => storage)
    for (let at = 0; at < 25; at++) store.write(`user-${at}@waybill.test`, `device-${at}`)
    expect(store.read('user-4@waybill.test')).toBeNull()
    expect(store.read('user-5@waybill.test')).toBe('device-5')
    expect(store.read('user-24@waybill.test')).toBe('device-24')
  })

  test.each(['{', '[]', '7', 'null', '{"awa@waybill.test":7}'])('takes %s for no device', (devices) =>
    expect(createDeviceStore(() => memoryStorage({ devices })).read('awa@waybill.test')).toBeNull(),
  )

  test('does without a browser that stores nothing', () => {
    const store = createDeviceStore(() => {
      throw new Error('denied')
    })
    store.write('awa@waybill.test', 'one')
    expect(store.read('awa@waybill.test')).toBeNull()
  })
})

describe('lock store', () => {
  test('keeps whose session is locked, and nothing that opens it', () => {
    const storage = memoryStorage()
    const store = createLockStore(storage)
    store.write({ name: record.name, email: record.email })
    expect(store.read()).toEqual({ name: 'Awa Koné', email: 'agent@waybill.test' })
    expect(storage.getItem('session')).toBeNull()
    store.clear()
    expect(store.read()).toBeNull()
  })

  test.each(['{', '[]', 'null', '{"name":"Awa"}', '{"name":1,"email":"a@b.ci"}'])(
    'takes %s for none',
    (text) => expect(createLockStore(memoryStorage({ locked: text })).read()).toBeNull(),
  )
})

describe('kept session', () => {
  const session = {
    id: 'kone',
    name: 'Awa Koné',
    role: 'delivery',
    email: 'kone@example.ci',
    country: 'ic',
    calls: false,
    isEmailVerified: true,
    isActivated: true,
    token: 'of-kone',
  } as const
  const hour = 3_600_000

  test('is one, and ends after twelve hours without use', () => {
    const storage = memoryStorage()
    let now = 0
    const store = createKeptSessionStore(storage, () => now)
    store.write({ ...session, id: 'other', token: 'of-other' })
    store.write(session)
    expect(storage.length).toBe(1)
    now = 11 * hour
    store.touch({ ...session, name: 'Awa Koné-Diabaté' })
    now = 22 * hour
    expect(store.read()).toEqual({ ...session, name: 'Awa Koné-Diabaté' })
    store.touch({ ...session, token: 'of-another-tab' })
    now = 23 * hour + 1
    expect(store.read()).toBeNull()
    expect(storage.length).toBe(0)
  })

  test.each(['{', 'null', '{"at":0,"session":{"token":1}}', '{"session":{}}'])('takes %s for none', (text) =>
    expect(createKeptSessionStore(memoryStorage({ 'kept-session.kone': text }), () => 0).read()).toBeNull(),
  )

  test.each(['signedOut', 'locked', 'expired'] as const)('ends when its session is %s', (ending) => {
    const device = memoryStorage()
    createKeptSessionStore(device).write(session)
    clearStored(ending, 'kone', { device, tab: memoryStorage() })
    expect(device.length).toBe(0)
  })
})

describe('country store', () => {
  test('keeps code, name and flag under the key country', () => {
    const storage = memoryStorage()
    createCountryStore(storage).write('sn', 'fr', 'kone')
    expect(JSON.parse(storage.getItem('country') ?? '')).toEqual({ code: 'sn', name: 'Sénégal', flag: '🇸🇳' })
    expect(createCountryStore(storage).read()).toBe('sn')
  })

  test('is Ivory Coast until one is chosen, and when the stored one is unreadable', () => {
    expect(createCountryStore(memoryStorage()).read()).toBe('ic')
    expect(createCountryStore(memoryStorage({ country: 'sn' })).read()).toBe('ic')
  })

  test('is Ivory Coast, and reports it, if the stored code is unknown', () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(createCountryStore(memoryStorage({ country: '{"code":"xx"}' })).read()).toBe('ic')
    expect(said).toHaveBeenCalledWith('unknown country code: xx')
    said.mockRestore()
  })

  test('an unknown code changes nothing and is said in the console', () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const storage = memoryStorage()
    createCountryStore(storage).write('atlantis', 'fr', 'kone')
    expect(storage.getItem('country')).toBeNull()
    expect(said).toHaveBeenCalledWith('unknown country code: atlantis')
    said.mockRestore()
  })

  test('names a country in the language of the reader', () => {
    expect([countryRecord('ic', 'fr').name, countryRecord('tn', 'en').name]).toEqual([
      'Côte d’Ivoire',
      'Tunisia',
    ])
  })
})
