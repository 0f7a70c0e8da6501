import { describe, expect, it } from 'vitest'
import { likelihoodOf } from '../../../domain/calls/customer-likelihood.ts'
import { dealTo, firstShare, keepsPromises } from '../../../domain/calls/distribution.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 8, minute))
const callers = [
  { user: 'awa', share: 3, since: at(0) },
  { user: 'issa', share: 2, since: at(5) },
  { user: 'zoe', share: 3, since: at(9) },
]

describe('dealTo', () => {
  it.each([
    ['issa', ['issa']],
    ['awa', ['issa', 'awa']],
    ['zoe', ['issa', 'awa', 'zoe']],
    ['somebody who is away', []],
  ])('deals for %s to those whose turn comes before, and to them', (asker, turns) => {
    expect(dealTo(callers, asker)).toEqual(turns)
  })

  it('begins with the smallest share of the others', () => {
    expect(firstShare(callers)).toBe(2)
    expect(firstShare([])).toBe(0)
  })
})

it('keeps promises unless the queue is shared', () => {
  expect((['shared', 'affinity', 'fair'] as const).map(keepsPromises)).toEqual([false, true, true])
})

it.each([
  [null, 0.5],
  [{ delivered: 3, of: 7 }, 3 / 7],
  [{ delivered: 0, of: 2 }, 0],
  [{ delivered: 4, of: 4 }, 1],
])('takes a customer of %j to take the next parcel by %d', (score, likelihood) => {
  expect(likelihoodOf(score)).toBe(likelihood)
})
