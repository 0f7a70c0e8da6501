import { expect, it } from 'vitest'
import { createQueryClient } from '../../../../src/api/query-client.ts'
import { createQueryReader } from '../../../../src/palette/ranking/query-caches.ts'

const start = () => {
  const calls: { key: string; signal: AbortSignal; answer: (value: string) => void }[] = []
  const reader = createQueryReader<string>(createQueryClient())
  const read = (key: string) =>
    reader.read(key, () => ({
      queryKey: [key],
      queryFn: ({ signal }) => new Promise<string>((answer) => calls.push({ key, signal, answer })),
    }))
  return { calls, reader, read }
}

const notified = () => new Promise((resolve) => setTimeout(resolve))

it('requests each key once, and publishes its answer', async () => {
  const { calls, reader, read } = start()
  let changes = 0
  reader.answers.subscribe(() => {
    changes += 1
  })
  reader.observe()
  expect(read('a').isPending).toBe(true)
  read('a')
  read('b')
  const before = reader.answers.get()
  expect(calls.map(({ key }) => key)).toEqual(['a', 'b'])
  calls[0]?.answer('A')
  await notified()
  expect([read('a').data, read('b').data]).toEqual(['A', undefined])
  expect(reader.answers.get()).not.toBe(before)
  expect(changes).toBeGreaterThan(0)
  expect(calls).toHaveLength(2)
})

it('requests nothing before it observes, and aborts once it is stopped', async () => {
  const { calls, reader, read } = start()
  read('a')
  expect(calls).toHaveLength(0)
  const stop = reader.observe()
  expect(calls).toHaveLength(1)
  stop()
  expect(calls[0]?.signal.aborted).toBe(true)
})
