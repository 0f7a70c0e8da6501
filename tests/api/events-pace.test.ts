import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttledWriter } from '../../server/modules/events/routes.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const open = () => {
  const written: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (text: string, _, done) => {
      written.push(text)
      done()
    },
  })
  return { written, stream, writer: throttledWriter(stream) }
}

it('writes what comes after a pause at once', () => {
  const { written, writer } = open()
  writer.write('a')
  vi.advanceTimersByTime(1_000)
  writer.write('b')
  expect(written).toEqual(['a', 'b'])
})

it('writes the events of thirty changes in a tenth of a second in two writes, in order', () => {
  const { written, writer } = open()
  const messages = Array.from({ length: 30 }, (_, at) => `${at};`)
  for (const message of messages) {
    writer.write(message)
    vi.advanceTimersByTime(3)
  }
  vi.advanceTimersByTime(100)
  expect(written.length).toBe(2)
  expect(written.join('')).toBe(messages.join(''))
})

it('leaves nothing behind when it ends, and writes nothing afterwards', () => {
  const { written, stream, writer } = open()
  writer.write('a')
  writer.write('b')
  writer.end()
  writer.write('c')
  vi.advanceTimersByTime(1_000)
  expect(written).toEqual(['a', 'b'])
  expect(stream.writableEnded).toBe(true)
})

it('disconnects a reader that is a million characters behind', () => {
  const stream = new Writable({ decodeStrings: false, write: () => undefined })
  const writer = throttledWriter(stream)
  writer.write('x'.repeat(1_000_001))
  expect(stream.destroyed).toBe(true)
})
