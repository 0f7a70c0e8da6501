import { expect, it } from 'vitest'
import type { Role } from '../../../domain/access/roles.ts'
import type { Api } from '../../../src/api/create-api.ts'
import { createPreviewCache } from '../../../src/features/preview/preview-cache.ts'
import { contextWith, recordingPorts, shippingWith } from '../palette/palette-context.ts'

const ref = { resource: 'shippings', id: 's1' } as const
const change = { id: 'c1', verb: 'shipping.dispatch' }

/** The two calls of a preview, written down; the record's answer waits until it is let go. */
const openCalls = (history: () => Promise<unknown> = async () => ({ items: [change], total: 1 })) => {
  const asked: string[] = []
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const api = {
    ...recordingPorts().ports.api,
    one: async () => {
      asked.push('one')
      await answered
      return shippingWith()
    },
    history: (_: string, __: string, { limit }: { limit?: number }) => {
      asked.push(`history ${limit}`)
      return history()
    },
  } as unknown as Api
  return { api, asked, answer }
}

const actorOf = (role: Role) => ({ ...contextWith().actor!, role })
const going = () => new AbortController().signal

it('reads a record with the newest line of its history, once', async () => {
  const { api, asked, answer } = openCalls()
  const cache = createPreviewCache(api, actorOf('agent'))
  expect(cache.peek(ref)).toBeUndefined()
  answer()
  const facts = await cache.read(ref, going())
  expect(facts).toEqual({ record: shippingWith(), last: change })
  expect(asked).toEqual(['one', 'history 1'])
  expect(cache.peek(ref)).toBe(facts)
})

it('asks for no history that the reader may not see', async () => {
  const { api, asked, answer } = openCalls()
  answer()
  const facts = await createPreviewCache(api, actorOf('delivery')).read(ref, going())
  expect(facts.last).toBeNull()
  expect(asked).toEqual(['one'])
})

it('shows the record where only its history cannot be read', async () => {
  const { api, answer } = openCalls(() => Promise.reject(new Error('unavailable')))
  answer()
  const facts = await createPreviewCache(api, actorOf('admin')).read(ref, going())
  expect(facts).toEqual({ record: shippingWith(), last: null })
})

it('keeps nothing of a read that was given up', async () => {
  const { api, answer } = openCalls()
  const cache = createPreviewCache(api, actorOf('admin'))
  const request = new AbortController()
  const reading = cache.read(ref, request.signal)
  request.abort()
  answer()
  await reading
  expect(cache.peek(ref)).toBeUndefined()
})
