import { expect, test } from 'vitest'
import { sessionKey } from '../../../../src/features/scan-session/stored-session.ts'
import { createRecentFilters } from '../../../../src/filter/filter-context.ts'
import { createRecents } from '../../../../src/palette/ranking/recents.ts'
import { clearStored, itemOf } from '../../../../src/storage/browser-storage.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'
import { hitWith } from '../palette/palette-context.ts'

const users = ['0190f2c4-0000-7000-8000-00000000a001', '0190f2c4-0000-7000-8000-00000000a002'] as const

/** A browser that two users have used, as the parts of the console store it. */
const usedBrowser = () => {
  const device = memoryStorage({ settings: '{}', i18nextLng: 'de', 'columns.orders': '{}', country: '{}' })
  const tab = memoryStorage({ reloads: '1' })
  for (const user of users) {
    const recents = createRecents(device, user)
    recents.use('record:orders/o1', hitWith())
    recents.use('command:order.confirm')
    createRecentFilters(device, user).use('orders', 'telephone:0708091017')
    device.setItem(sessionKey(user, 'ic'), '{"task":null,"scans":[{"code":"100000000018","at":1}]}')
    device.setItem(`desk.${user}`, '{"isUnsent":false}')
    device.setItem(`calculator.${user}`, 'price=5')
    device.setItem(`draft ${user} /orders/add`, '{}')
    tab.setItem(`draft ${user} /users/add`, '{}')
  }
  return { device, tab }
}

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')

const [awa, issa] = users
const ofNobody = ['settings', 'i18nextLng', 'columns.orders', 'country', 'reloads']
const allOf = (user: string) => [
  `palette.recents.${user}`,
  `palette.used.${user}`,
  `filters.${user}.orders`,
  sessionKey(user, 'ic'),
  `desk.${user}`,
  `calculator.${user}`,
  `draft ${user} /orders/add`,
  `draft ${user} /users/add`,
]
const lookedUpBy = (user: string) => [`palette.recents.${user}`, `filters.${user}.orders`]
const without = (keys: string[], gone: string[]) => keys.filter((key) => !gone.includes(key))

test.each([
  ['signedOut', awa, allOf(awa)],
  ['otherUser', issa, allOf(awa)],
  ['expired', awa, lookedUpBy(awa)],
  ['locked', awa, lookedUpBy(awa)],
] as const)('%s clears what it says, of whom it says', (ending, user, gone) => {
  const storages = usedBrowser()
  clearStored(ending, user, storages)
  const left = [...keysOf(storages.device), ...keysOf(storages.tab)]
  expect(left.toSorted()).toEqual(without([...ofNobody, ...allOf(awa), ...allOf(issa)], [...gone]).toSorted())
})

test('preferences that the server does not have yet wait for their user', () => {
  const storages = { device: memoryStorage({ [`desk.${awa}`]: '{"isUnsent":true}' }), tab: memoryStorage() }
  clearStored('signedOut', awa, storages)
  clearStored('otherUser', issa, storages)
  expect(keysOf(storages.device)).toEqual([`desk.${awa}`])
})

test('a key that begins as another one does is not taken for it', () => {
  expect(itemOf('device', 'settings.mine')).toBeUndefined()
  expect(itemOf('tab', `palette.recents.${awa}`)).toBeUndefined()
  const longer = `${awa}x`
  const storages = { device: memoryStorage({ [`filters.${longer}.orders`]: '[]' }), tab: memoryStorage() }
  clearStored('signedOut', awa, storages)
  expect(keysOf(storages.device)).toEqual([`filters.${longer}.orders`])
})
