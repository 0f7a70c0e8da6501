import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../../domain/access/permissions.ts'
import {
  broughtStock,
  whyNotDeleteExpedition,
  whyNotEditExpedition,
  whyNotMoveExpedition,
  whyNotRevertExpedition,
} from '../../../domain/expeditions/policy.ts'
import {
  type AnswerStatus,
  answerStatuses,
  answerVerb,
  nextAnswer,
} from '../../../domain/lib/answer-status.ts'
import { whyNotMoveRequest } from '../../../domain/requests/policy.ts'
import { actorOf } from '../../support/whole-records.ts'

const actor = (role: Role) => actorOf(role, { id: 'me' })
const admin = actor('admin')

/** Verb from answer (row) to answer (column): c confirm, u unconfirm, m mark, - none. */
const written = `
              PENDING CONFIRMED NOT_YET NO_COMMENT
  PENDING     -       c         m       m
  CONFIRMED   u       -         u       u
  NOT_YET     m       c         -       m
  NO_COMMENT  m       c         m       -
`
const words: Record<string, string | null> = { c: 'confirm', u: 'unconfirm', m: 'mark', '-': null }

const [columns, ...rows] = written
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/))

const steps = rows.flatMap(([from, ...cells]) =>
  cells.map((cell, at): [AnswerStatus, AnswerStatus, string | null] => [
    from as AnswerStatus,
    columns![at] as AnswerStatus,
    words[cell]!,
  ]),
)

const expedition = {
  country: 'ic',
  owner: 'somebody',
  status: 'PENDING' as AnswerStatus,
  product: 'lamp' as string | null,
  quantity: 5,
  isDeleted: false,
}

describe('an answer', () => {
  it('has a step, or none, from every status to every other', () => {
    expect(steps).toHaveLength(answerStatuses.length ** 2)
    expect(new Set(steps.map(([from, to]) => `${from} ${to}`)).size).toBe(answerStatuses.length ** 2)
  })

  it.each(steps)('from %s to %s is %s', (from, to, step) => {
    expect(answerVerb('expedition', from, to)).toBe(step && `expedition.${step}`)
    expect(answerVerb('request', from, to)).toBe(step && `request.${step}`)
  })

  it.each(steps)('from %s to %s is for admins alone (%s)', (from, to, step) => {
    for (const role of roles) {
      const expected = role !== 'admin' ? 'FORBIDDEN' : step === null ? 'ALREADY_THERE' : null
      const standing = { ...expedition, status: from }
      expect(whyNotMoveExpedition(actor(role), { ...standing, available: 5 }, to), role).toBe(expected)
      expect(whyNotMoveRequest(actor(role), standing, to), role).toBe(expected)
    }
  })

  it('confirms when no status is given, and from CONFIRMED returns to PENDING', () => {
    expect(nextAnswer).toEqual({
      PENDING: 'CONFIRMED',
      CONFIRMED: 'PENDING',
      NOT_YET: 'CONFIRMED',
      NO_COMMENT: 'CONFIRMED',
    })
  })
})

describe('the stock of an expedition', () => {
  const confirmed = { ...expedition, status: 'CONFIRMED' as const }

  it('is what a confirmed one that names a product brought, while it is not deleted', () => {
    for (const status of answerStatuses) {
      expect(broughtStock({ ...expedition, status })).toBe(status === 'CONFIRMED' ? 5 : 0)
    }
    expect(broughtStock({ ...confirmed, product: null })).toBe(0)
    expect(broughtStock({ ...confirmed, isDeleted: true })).toBe(0)
  })

  it.each(['PENDING', 'NOT_YET', 'NO_COMMENT'] as const)('does not go back to %s once used', (to) => {
    const move = (available: number | null) => whyNotMoveExpedition(admin, { ...confirmed, available }, to)
    expect([move(4), move(5), move(6), move(null)]).toEqual(['STOCK_USED', null, null, null])
  })

  it('comes in whatever is there', () => {
    expect(whyNotMoveExpedition(admin, { ...expedition, available: 0 }, 'CONFIRMED')).toBeNull()
  })

  it('fixes product and quantity, and keeps the expedition from being deleted', () => {
    const edit = (from: typeof expedition, next: Partial<typeof expedition>) =>
      whyNotEditExpedition(admin, from, { ...from, ...next })
    expect(edit(confirmed, { quantity: 6 })).toBe('EXPEDITION_IS_CONFIRMED')
    expect(edit(confirmed, { product: null })).toBe('EXPEDITION_IS_CONFIRMED')
    expect(edit(confirmed, {})).toBeNull()
    expect(edit(expedition, { quantity: 6, product: 'fan' })).toBeNull()
    expect(whyNotDeleteExpedition(admin, confirmed)).toBe('EXPEDITION_IS_CONFIRMED')
    expect(whyNotDeleteExpedition(admin, expedition)).toBeNull()
  })

  it('goes back only as far as it is there, to a product that is there', () => {
    const back = (from: object, next: object, available: number | null) =>
      whyNotRevertExpedition({ ...expedition, ...from }, { ...expedition, ...next }, available)
    expect(back({ status: 'CONFIRMED' }, {}, 4)).toBe('STOCK_USED')
    expect(back({ status: 'CONFIRMED' }, {}, 5)).toBeNull()
    expect(back({ status: 'CONFIRMED' }, { isDeleted: true }, 4)).toBe('STOCK_USED')
    expect(back({}, { status: 'CONFIRMED' }, 0)).toBeNull()
    expect(back({ isDeleted: true }, {}, null)).toBe('PRODUCT_NOT_FOUND')
    expect(back({ isDeleted: true }, { product: null }, null)).toBeNull()
    expect(back({}, { isDeleted: true }, null)).toBeNull()
  })
})
