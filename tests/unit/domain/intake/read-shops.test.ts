import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideEvent } from '../../../../domain/intake/decide-event.ts'
import { shopReaders } from '../../../../domain/intake/read-event.ts'
import { shopToOrders } from '../../../../domain/intake/shop-to-orders.ts'
import { sourceKinds } from '../../../../domain/intake/source-kinds.ts'
import { allEvents } from '../../../support/intake/all-events.ts'
import { mapping, owner, products } from '../../../support/intake/catalogue.ts'

const source = { reference: 'S12', name: 'Boutique Awa' }
const actor = { id: owner, role: 'admin', country: 'ic', isEmailVerified: true, isActivated: true } as const
const events = Object.entries(allEvents)

describe.each(events)('%s', (_, { kind, country, headers, body, reading, orders, code, notes }) => {
  const read = shopReaders[kind](headers, body)

  it('is read', () => {
    expect(read).toMatchObject({ ok: true, value: reading })
  })

  it('makes its orders', () => {
    const decided = read.ok && decideEvent(read.value, null, { source, country, mapping, products, actor })
    const created = decided ? decided.create.map(({ input }) => input) : []
    expect(created).toMatchObject(orders)
    expect(created).toHaveLength(orders.length)
    if (code !== undefined) expect(decided).toMatchObject({ code })
    if (notes !== undefined) expect(decided).toMatchObject({ notes: notes.map((note) => ({ code: note })) })
  })

  it('collects what is outstanding, to the smallest unit', () => {
    if (!read.ok || read.value.kind !== 'order' || orders.length === 0 || read.value.outstanding === null)
      return
    const plan = shopToOrders(read.value, { source, country, mapping, products })
    if (!plan.ok || plan.value.kind !== 'plan') throw new Error('no plan')
    const thousandths = plan.value.orders.map(({ input }) => Math.round(input.price * 1000) * input.quantity)
    expect(thousandths.reduce((sum, one) => sum + one, 0)).toBe(Math.round(read.value.outstanding * 1000))
  })
})

/** The JSON of an event with one member, at any depth, replaced or left out. */
const withOneMemberChanged = (value: unknown): { path: string; changed: unknown }[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((name) => {
    const inner = (value as Record<string, unknown>)[name]
    const replaced = [
      null,
      [],
      {},
      '',
      ' ',
      'x',
      0,
      -1,
      1.5,
      true,
      [null],
      [[]],
      { '0': inner },
      '\u0000\ud800',
    ]
    const copies = replaced.map((one) => ({
      path: `${name} = ${JSON.stringify(one)}`,
      changed: withMember(value, name, one),
    }))
    const { [name]: _, ...without } = value as Record<string, unknown>
    return [
      ...copies,
      { path: `no ${name}`, changed: Array.isArray(value) ? [] : without },
      ...withOneMemberChanged(inner).map(({ path, changed }) => ({
        path: `${name}.${path}`,
        changed: withMember(value, name, changed),
      })),
    ]
  })
}

const withMember = (value: object, name: string, member: unknown): unknown => {
  const copy = Array.isArray(value) ? [...value] : { ...value }
  Reflect.set(copy, name, member)
  return copy
}

describe('an event with any member missing, null or of another kind', () => {
  it.each(events.filter(([, { body }]) => body.includes('{')))(
    '%s',
    (_, { kind, country, headers, body }) => {
      for (const { path, changed } of withOneMemberChanged(JSON.parse(body.replace('\ufeff', '')))) {
        const read = shopReaders[kind](headers, JSON.stringify(changed))
        expect(read.ok || ['REQUIRED', 'NOT_A_NUMBER', 'BAD_JSON'].includes(read.code), path).toBe(true)
        if (!read.ok) continue
        const decided = decideEvent(read.value, null, { source, country, mapping, products, actor })
        if (decided.verdict === 'refused') expect(decided.code, path).not.toBe('VALIDATION_FAILED')
      }
    },
  )
})

describe.each(sourceKinds)('the reader of %s', (kind) => {
  it('throws at nothing', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(...events), (json, [, { headers }]) => {
        shopReaders[kind](headers, json)
        shopReaders[kind](headers, json.slice(1))
      }),
    )
    for (const body of [
      '',
      'null',
      '[]',
      '{}',
      '"x"',
      '1',
      '{"id":',
      '['.repeat(100_000),
      '\ufeff',
      'webhook_id=x',
    ])
      expect(['ok', 'BAD_JSON', 'REQUIRED'], body.slice(0, 20)).toContain(codeOf(shopReaders[kind]({}, body)))
  })

  it('reads an id of any length as it is, or refuses it', () => {
    const long = shopReaders[kind](
      {},
      `{"id":"${'7'.repeat(121)}","line_items":[],"variants":[],"ref":1,"items":[]}`,
    )
    expect(codeOf(long)).toBe('TOO_LONG')
    const exact = shopReaders[kind](
      {},
      '{"id":123456789012345678901234567890,"line_items":[],"variants":[],"ref":1}',
    )
    expect(exact).toMatchObject({ value: { externalId: '123456789012345678901234567890' } })
  })
})

const codeOf = (read: { ok: true } | { ok: false; code: string }): string => (read.ok ? 'ok' : read.code)
