import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  deliveryOutcome,
  hasFailedTooLong,
  MAX_RETRY_AFTER_MS,
  readRetryAfter,
  retryDelaysMs,
} from '../../../../domain/webhooks/retry-schedule.ts'

const now = Date.UTC(2026, 10, 27, 12)
const failed = { status: 500, retryAfter: null }
const never = () => 0

it('tries again after the delays of Standard Webhooks, ten attempts in all', () => {
  const delays: number[] = []
  for (let attempt = 1; ; attempt++) {
    const outcome = deliveryOutcome(failed, attempt, now, never)
    if (outcome.kind !== 'retry') {
      expect(outcome.kind).toBe('given-up')
      break
    }
    delays.push((outcome.at - now) / 1000)
  }
  expect([0, ...delays]).toEqual([0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])
})

it('delays by up to a fifth more, never less', () => {
  const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fraction, (attempt, share) => {
      const outcome = deliveryOutcome(failed, attempt, now, () => share)
      const waited = outcome.kind === 'retry' ? outcome.at - now : -1
      expect(waited).toBeGreaterThanOrEqual(retryDelaysMs[attempt]!)
      expect(waited).toBeLessThanOrEqual(retryDelaysMs[attempt]! * 1.2)
    }),
  )
})

it.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [299, 'delivered'],
  [199, 'retry'],
  [301, 'retry'],
  [304, 'retry'],
  [404, 'retry'],
  [410, 'gone'],
  [429, 'retry'],
  [503, 'retry'],
  [null, 'retry'],
])('reads the status %s as %s', (status, kind) => {
  expect(deliveryOutcome({ status, retryAfter: null }, 1, now, never).kind).toBe(kind)
})

it('stops at 410 on the last attempt too', () => {
  expect(deliveryOutcome({ status: 410, retryAfter: null }, 10, now, never).kind).toBe('gone')
})

it.each([
  ['120', now + 120_000],
  [' 0 ', now],
  ['Fri, 27 Nov 2026 13:00:00 GMT', now + 3_600_000],
  ['999999999', now + MAX_RETRY_AFTER_MS],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
  ['Fri, 99 Nov 2026 13:00:00 GMT', null],
  [null, null],
])('reads Retry-After %j', (text, at) => {
  expect(readRetryAfter(text, now)).toBe(at)
})

it('waits for the later of its own delay and Retry-After', () => {
  const at = (retryAfter: string, attempt: number) =>
    deliveryOutcome({ status: 503, retryAfter }, attempt, now, never)
  expect(at('120', 1)).toEqual({ kind: 'retry', at: now + 120_000 })
  expect(at('120', 2)).toEqual({ kind: 'retry', at: now + 300_000 })
  expect(at('Thu, 01 Jan 1970 00:00:00 GMT', 1)).toEqual({ kind: 'retry', at: now + 5000 })
})

it('switches off after five days of failure, not before', () => {
  const days = (count: number) => now - count * 86_400_000
  expect(hasFailedTooLong(null, now)).toBe(false)
  expect(hasFailedTooLong(days(5) + 1, now)).toBe(false)
  expect(hasFailedTooLong(days(5), now)).toBe(true)
})
