import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import type { Api } from '../../../../src/api/create-api.ts'
import { describeLastChange } from '../../../../src/features/changes/who-changed.ts'

const t = ((key: string, values: Record<string, unknown> = {}) =>
  [key, ...Object.values(values)].join(' ')) as unknown as TFunction

const told = (actor: string, minutesAgo: number) => {
  const at = new Date(Date.now() - minutesAgo * 60_000).toISOString()
  const history = async () => ({
    items: [{ verb: 'order.confirm', actor, actorName: 'Awa Koné', by: null, at }],
    total: 1,
  })
  const api = { history } as unknown as Pick<Api, 'history'>
  const reader = {
    api,
    t,
    language: 'en',
    country: 'ic',
    me: 'me',
    loadTexts: async () => undefined,
  } as const
  return describeLastChange({ resource: 'orders', id: 'o1', number: 10_423 }, reader)
}

test('a refusal names a change that somebody else made just now, and no other', async () => {
  expect(await told('another', 1)).toContain('history:verb.confirm · Awa Koné')
  expect(await told('another', 60)).toBeNull()
  expect(await told('me', 1)).toBeNull()
})
