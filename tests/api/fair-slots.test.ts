import { expect, it } from 'vitest'
import { makeFairQueue, makeFairSlots } from '../../server/core/fair-slots.ts'

const bounds = { slots: 2, slotsPerUser: 1, waitingPerUser: 3 }

it('takes turns by user, and the oldest of each first', () => {
  const queue = makeFairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.push(item[0]!, item)
  const taken = Array.from({ length: 7 }, () => queue.take())
  expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', null])
})

it('gives one user a share of the slots and leaves the rest to others', async () => {
  const slots = makeFairSlots(bounds)
  const order: string[] = []
  const hold = async (user: string) => {
    const free = await slots.acquire(user)
    order.push(user)
    return free
  }
  const first = await hold('a')
  const second = hold('a')
  const free = await hold('b')
  expect(order).toEqual(['a', 'b'])
  first()
  await second
  expect(order).toEqual(['a', 'b', 'a'])
  free()
  free()
  await hold('b')
})

it('refuses a user who has too many waiting', async () => {
  const slots = makeFairSlots(bounds)
  await slots.acquire('a')
  for (let count = 0; count < 3; count++) void slots.acquire('a')
  await expect(slots.acquire('a')).rejects.toMatchObject({ code: 'TOO_MANY_CALLS' })
  await slots.acquire('b')
})

it('removes calls that have waited too long', async () => {
  const slots = makeFairSlots({ ...bounds, slots: 1 })
  const free = await slots.acquire('a')
  const timeout = { timeoutMs: 5, onTimeout: () => new Error('late') }
  await expect(slots.acquire('b', timeout)).rejects.toThrow('late')
  free()
  await slots.acquire('c')
})

it('forgets who waits and leaves, and serves the next one', async () => {
  const slots = makeFairSlots({ ...bounds, slots: 1 })
  const free = await slots.acquire('a')
  const leaving = new AbortController()
  const left = slots.acquire('b', undefined, leaving.signal)
  const next = slots.acquire('b')
  leaving.abort()
  await expect(left).rejects.toMatchObject({ code: 'CANCELLED' })
  free()
  await next
  await expect(slots.acquire('c', undefined, leaving.signal)).rejects.toMatchObject({ code: 'CANCELLED' })
})

it('refuses those who wait already once too many wait in all, and no newcomer', async () => {
  const slots = makeFairSlots({ slots: 1, slotsPerUser: 1, waitingPerUser: 10, waitingInAll: 3 })
  await slots.acquire('a')
  for (const user of ['b', 'b', 'c']) void slots.acquire(user)
  await expect(slots.acquire('b')).rejects.toMatchObject({ code: 'OVERLOADED' })
  let isServed = false
  void slots.acquire('d').then(() => {
    isServed = true
  })
  await Promise.resolve()
  expect(isServed).toBe(false)
})
