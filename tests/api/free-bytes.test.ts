import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { freeBytes } from '../../server/spreadsheets/packed-import.ts'

/** A process of its own: garbage of other tests, collected meanwhile, would count as freed. */
const measured = `
  import { freeBytes } from './server/spreadsheets/packed-import.ts'
  const megabytes = () => process.memoryUsage().external / 1024 / 1024
  const before = megabytes()
  const lists = Array.from({ length: 10 }, () => new Uint8Array(4 * 1024 * 1024))
  const taken = megabytes() - before
  freeBytes([...lists, lists[0]])
  const left = megabytes() - before
  const lengths = lists.map(({ byteLength }) => byteLength)
  freeBytes(lists)
  console.log(JSON.stringify({ taken, left, lengths }))`

it('frees memory at once, and may be given the same buffer twice', () => {
  const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', measured])
  const { taken, left, lengths } = JSON.parse(output.toString())
  expect(taken).toBeGreaterThan(35)
  expect(left).toBeLessThan(5)
  expect(lengths).toEqual(Array(10).fill(0))
})

it('bytes that share their memory with others stay', () => {
  const small = Buffer.from('kept')
  const part = new Uint8Array(10_000).subarray(0, 10)
  freeBytes([small, part])
  expect(small.toString()).toBe('kept')
  expect(part).toHaveLength(10)
})
