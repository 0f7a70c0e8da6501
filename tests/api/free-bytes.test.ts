import { expect, it } from 'vitest'
import { freeBytes } from '../../server/spreadsheets/free-bytes.ts'

const megabytes = (): number => process.memoryUsage().external / 1024 / 1024

it('frees memory at once, and may be given the same buffer twice', () => {
  const before = megabytes()
  const lists = Array.from({ length: 10 }, () => new Uint8Array(4 * 1024 * 1024))
  expect(megabytes() - before).toBeGreaterThan(35)
  freeBytes([...lists, lists[0]!])
  expect(megabytes() - before).toBeLessThan(5)
  expect(lists.map(({ byteLength }) => byteLength)).toEqual(lists.map(() => 0))
  freeBytes(lists)
})

it('bytes that share their memory with others stay', () => {
  const small = Buffer.from('kept')
  const part = new Uint8Array(10_000).subarray(0, 10)
  freeBytes([small, part])
  expect(small.toString()).toBe('kept')
  expect(part).toHaveLength(10)
})
