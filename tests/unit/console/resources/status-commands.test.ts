import { describe, expect, test } from 'vitest'
import { fromPromise } from 'xstate'
import type { Role } from '../../../../domain/access/permissions.ts'
import type { Expedition } from '../../../../domain/expeditions/expedition.ts'
import type { Invoice } from '../../../../domain/invoices/invoice.ts'
import type { Shipping } from '../../../../domain/shippings/shipping.ts'
import { changeMachine, type PendingChange } from '../../../../machines/change/change-machine.ts'
import { callChange } from '../../../../src/api/change-call.ts'
import { createApi } from '../../../../src/api/create-api.ts'
import type { ArgumentChoice, CommandContext } from '../../../../src/commands/command.ts'
import type { Arguments, CommandPorts } from '../../../../src/commands/command-ports.ts'
import { createChangeHost } from '../../../../src/features/changes/change-host.ts'
import { registry } from '../../../support/console-registry.ts'
import { wholeExpedition, wholeInvoice, wholeReport, wholeShipping } from '../../../support/whole-records.ts'
import { answering, json } from '../api/answering.ts'
import { contextWith, recordingPorts } from '../palette/palette-context.ts'

const as = (role: Role) =>
  ({ id: 'u9', role, country: 'ic', isEmailVerified: true, isActivated: true }) as const

const contextOfShipping = (shipping: Partial<Shipping>, role: Role = 'admin') =>
  contextWith({ resource: 'shippings', active: wholeShipping(shipping), actor: as(role) })

const whyNot = (id: string, context: CommandContext) => registry.get(id)!.whyNot(context)

/** The change request of a command that is run with these arguments. */
const changeOf = (id: string, context: CommandContext, args: Arguments = {}) => {
  const { ports, calls } = recordingPorts()
  void registry.get(id)!.run({ ...context, ports }, args)
  return calls.map((line) => JSON.parse(line.replace('change ', '')))
}

const choicesOf = (id: string, context: CommandContext) => {
  const argument = registry.get(id)!.args![0]!
  const choices = argument.kind === 'choice' ? argument.choices(context, AbortSignal.abort()) : []
  return (choices as readonly ArgumentChoice[]).map(({ value }) => value)
}

describe('several selected parcels', () => {
  const whyNotOf = (statuses: readonly Shipping['status'][], count = statuses.length) => {
    const records = statuses.map((status, at) => wholeShipping({ id: `s${at}`, status }))
    const selection = { count, predicate: { ids: records.map(({ id }) => id) }, records }
    return whyNot('shipping.deliver', contextWith({ resource: 'shippings', selection, actor: as('admin') }))
  }

  test('refuse what none of them can take, and nothing that one can or that is not loaded', () => {
    expect(whyNotOf(['PENDING', 'CANCELLED'])).toBe('NO_SUCH_TRANSITION')
    expect(whyNotOf(['PENDING', 'OUT_FOR_DELIVERY'])).toBeNull()
    expect(whyNotOf(['PENDING', 'CANCELLED'], 3)).toBeNull()
  })
})

describe('one current parcel', () => {
  test.each([
    ['PENDING', 'shipping.assign', null],
    ['PENDING', 'shipping.unassign', 'ALREADY_THERE'],
    ['PENDING', 'shipping.dispatch', 'NO_SUCH_TRANSITION'],
    ['OUT_FOR_DELIVERY', 'shipping.deliver', null],
    ['OUT_FOR_DELIVERY', 'shipping.collect', null],
    ['OUT_FOR_DELIVERY', 'shipping.postpone', null],
    ['OUT_FOR_DELIVERY', 'shipping.dispatch', 'ALREADY_THERE'],
    ['OUT_FOR_DELIVERY', 'shipping.assign', 'SHIPPING_IS_OUT'],
    ['DELIVERED', 'shipping.reopen', null],
    ['DELIVERED', 'shipping.dispatch', 'NO_SUCH_TRANSITION'],
    ['POSTPONED', 'shipping.reopen', 'NO_SUCH_TRANSITION'],
    ['RETURNED', 'shipping.comment', 'SHIPPING_IS_OVER'],
  ] as const)('%s: %s is %s', (status, id, code) => {
    expect(whyNot(id, contextOfShipping({ status }))).toBe(code)
  })

  test('a billed delivery cannot be reversed', () => {
    expect(whyNot('shipping.reopen', contextOfShipping({ status: 'DELIVERED', isHandedOver: true }))).toBe(
      'CASH_HANDED_OVER',
    )
    expect(whyNot('shipping.reopen', contextOfShipping({ status: 'DELIVERED', isBilled: true }))).toBe(
      'ALREADY_INVOICED',
    )
  })

  test('of another delivery person is out of reach; returning is not theirs', () => {
    const theirs = contextOfShipping({ status: 'OUT_FOR_DELIVERY', delivery: 'somebody' }, 'delivery')
    const mine = contextOfShipping({ status: 'OUT_FOR_DELIVERY', delivery: 'u9' }, 'delivery')
    expect(whyNot('shipping.deliver', theirs)).toBe('NOT_FOUND')
    expect(whyNot('shipping.deliver', mine)).toBeNull()
    expect(whyNot('shipping.return', mine)).toBe('FORBIDDEN')
  })
})

describe('several selected records', () => {
  const many = (role: Role) =>
    contextWith({
      resource: 'shippings',
      actor: as(role),
      active: wholeShipping(),
      selection: { count: 60, predicate: { where: { status: 'PENDING' } }, records: [wholeShipping()] },
    })

  test('only the role decides beforehand', () => {
    expect(whyNot('shipping.dispatch', many('agent'))).toBeNull()
    expect(whyNot('shipping.delete', many('agent'))).toBe('FORBIDDEN')
    expect(whyNot('shipping.status', many('seller'))).toBe('FORBIDDEN')
  })

  test('a status that none of them can take is refused with its reason, if all are known', () => {
    const refusals = (records: Shipping[], count: number) => {
      const selection = { count, predicate: { ids: records.map(({ id }) => id) }, records }
      const argument = registry.get('shipping.status')!.args![0]!
      const choices =
        argument.kind === 'choice'
          ? (argument.choices({ ...many('agent'), selection }, AbortSignal.abort()) as ArgumentChoice[])
          : []
      return new Map(choices.map(({ value, refusal }) => [value, refusal]))
    }
    const out = (id: string) => wholeShipping({ id, status: 'OUT_FOR_DELIVERY', country: 'ic' })
    const over = (id: string) => wholeShipping({ id, status: 'RETURNED', country: 'ic' })
    expect(refusals([over('a'), over('b')], 2).get('DELIVERED')).toBe('NO_SUCH_TRANSITION')
    expect(refusals([over('a'), out('b')], 2).get('DELIVERED')).toBeNull()
    expect(refusals([over('a'), over('b')], 60).get('DELIVERED')).toBeNull()
  })

  test('a status goes to everything that matches, with what it asks for', () => {
    const target = { where: { status: 'PENDING' } }
    const args = { status: 'POSTPONED', postponedTo: '2026-11-24', comment: 'not asked for' }
    expect(changeOf('shipping.status', many('agent'), args)).toEqual([
      {
        kind: 'status',
        verb: 'shipping.status',
        effect: 'shipping.postpone',
        subject: null,
        resource: 'shippings',
        target,
        count: 60,
        body: { status: 'POSTPONED', postponedTo: '2026-11-24' },
        confirmation: 'unseen',
      },
    ])
    expect(changeOf('shipping.assign', many('agent'), { delivery: 'd1' })).toMatchObject([
      { kind: 'delivery', target, count: 60, body: { delivery: 'd1' } },
    ])
    expect(changeOf('shipping.unassign', many('agent'))).toMatchObject([
      { kind: 'delivery', body: { delivery: null } },
    ])
  })

  test('a parcel that is out is returned by the rows and commands of damaged goods alone', () => {
    const out = contextOfShipping({ status: 'OUT_FOR_DELIVERY' })
    expect(whyNot('shipping.return-damaged', out)).toBeNull()
    expect(whyNot('shipping.return', out)).toBe('NO_SUCH_TRANSITION')
    const argument = registry.get('shipping.status')!.args![0]!
    const choices = argument.kind === 'choice' ? argument.choices(out, AbortSignal.abort()) : []
    const refusals = new Map(
      (choices as readonly ArgumentChoice[]).map(({ value, refusal }) => [value, refusal]),
    )
    expect(refusals.get('RETURNED_DAMAGED')).toBeNull()
    expect(refusals.get('RETURNED')).toBe('NO_SUCH_TRANSITION')
  })

  test('a return is sound unless its command, its row or its argument says that the goods are damaged', () => {
    const damaged = { effect: 'shipping.return-damaged', body: { status: 'RETURNED', condition: 'damaged' } }
    const sound = [{ kind: 'status', effect: 'shipping.return', body: { status: 'RETURNED' } }]
    expect(changeOf('shipping.return', many('agent'))).toMatchObject(sound)
    expect(changeOf('shipping.return', many('agent'))[0].body).not.toHaveProperty('condition')
    expect(changeOf('shipping.status', many('agent'), { status: 'RETURNED' })).toMatchObject(sound)
    expect(changeOf('shipping.return', many('agent'), { condition: 'damaged' })).toMatchObject([damaged])
    expect(changeOf('shipping.return-damaged', many('agent'))).toMatchObject([damaged])
    expect(changeOf('shipping.status', many('agent'), { status: 'RETURNED_DAMAGED' })).toMatchObject([
      damaged,
    ])
  })

  test('an amount of cash is a number, and of one parcel alone', () => {
    const out = contextOfShipping({ status: 'OUT_FOR_DELIVERY' }, 'agent')
    expect(changeOf('shipping.collect', out, { collected: '12500.5' })).toMatchObject([
      { target: { ids: ['s1'] }, count: 1, body: { status: 'DELIVERED', collected: 12_500.5 } },
    ])
    expect(registry.get('shipping.collect')!.target).toBe('one')
  })

  test('a dry run that was seen is not asked for again', async () => {
    const report = wholeReport(1, { batchId: null })
    const { ports, calls } = recordingPorts()
    const applied: PendingChange[] = []
    const host = createChangeHost(
      changeMachine.provide({
        actors: {
          apply: fromPromise(async ({ input }) => {
            applied.push(input.change)
            return { report, at: 0 }
          }),
        },
      }),
      {
        onStart: () => undefined,
        ask: () => calls.push('asked'),
        onChanged: () => undefined,
        onNothingToUndo: () => undefined,
        onNothingToRedo: () => undefined,
        takeBack: () => undefined,
      },
    )
    const own = {
      ...ports,
      change: ((request, shown) => host.start(request, { shown })) as typeof ports.change,
    }
    await registry.get('shipping.dispatch')!.run({ ...many('agent'), ports: own, shown: { report } }, {})
    expect([applied.length, calls]).toEqual([1, []])
    void registry.get('shipping.lose')!.run({ ...many('agent'), ports: own, shown: { report } }, {})
    expect([applied.length, calls]).toEqual([1, ['asked']])
  })
})

describe('the statuses that s offers', () => {
  test('are those that the role has a verb for; assigning needs a name', () => {
    expect(choicesOf('shipping.status', contextWith({ actor: as('agent') }))).toEqual([
      'OUT_FOR_DELIVERY',
      'DELIVERED',
      'NOT_REACHABLE',
      'POSTPONED',
      'REFUSED',
      'RETURNED',
      'LOST',
      'PENDING',
      'CANCELLED',
      'RETURNED_DAMAGED',
    ])
    const delivery = choicesOf('shipping.status', contextWith({ actor: as('delivery') }))
    expect(delivery).not.toContain('RETURNED')
    expect(delivery).not.toContain('LOST')
    expect(choicesOf('expedition.status', contextWith())).toEqual([
      'PENDING',
      'CONFIRMED',
      'NOT_YET',
      'NO_COMMENT',
    ])
  })
})

describe('other current records', () => {
  const expedition = (status: Expedition['status']) =>
    contextWith({ resource: 'expeditions', active: wholeExpedition({ status }) })
  const invoice = (status: Invoice['status']) =>
    contextWith({ resource: 'invoices', active: wholeInvoice({ status }) })

  test('a confirmed expedition is put back before it is deleted', () => {
    expect(whyNot('expedition.confirm', expedition('CONFIRMED'))).toBe('ALREADY_THERE')
    expect(whyNot('expedition.unconfirm', expedition('CONFIRMED'))).toBeNull()
    expect(whyNot('expedition.delete', expedition('CONFIRMED'))).toBe('EXPEDITION_IS_CONFIRMED')
    expect(whyNot('expedition.delete', expedition('NOT_YET'))).toBeNull()
  })

  test('the fees of a paid invoice cannot be changed', () => {
    expect(whyNot('invoice.edit', invoice('PAID'))).toBe('INVOICE_IS_PAID')
    expect(whyNot('invoice.pay', invoice('PAID'))).toBe('ALREADY_THERE')
    expect(whyNot('invoice.unpay', invoice('PAID'))).toBeNull()
    expect(whyNot('invoice.edit', invoice('UN_PAID'))).toBeNull()
  })
})

test('the delivery people of the parcel’s country are asked for, and the dry run of the choice', async () => {
  const report = wholeReport(1, { batchId: null })
  const courier = { id: 'd1', name: 'Yao Diabaté', phone: '+2250505726315' }
  const server = await answering(({ url }, response) =>
    json(response, 200, url.includes('delivery-guys') ? { items: [courier], total: 1 } : report),
  )
  const api = createApi({
    baseUrl: server.baseUrl,
    token: () => 'secret',
    onUnauthorized: () => undefined,
    language: () => 'fr',
  })
  const context = contextOfShipping({ country: 'tn' })
  const dryRunOf: CommandPorts['dryRun'] = (change, signal) =>
    callChange(api, change, { dryRun: true, signal })
  const withApi = { ...context, ports: { ...context.ports, api, dryRun: dryRunOf } }
  const assign = registry.get('shipping.assign')!
  const [argument] = assign.args!
  const choices =
    argument?.kind === 'choice' ? await argument.choices(withApi, new AbortController().signal) : []
  expect(choices).toEqual([{ value: 'd1', text: 'Yao Diabaté', detail: '+225 05 05 72 63 15' }])
  const dryRun = await assign.preview!(withApi, { delivery: 'd1' }, new AbortController().signal)
  expect(dryRun).toEqual(report)
  expect(server.calls.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', '/api/users/delivery-guys?country=tn&load=true', ''],
    ['PUT', '/api/shippings/delivery', '{"ids":["s1"],"delivery":"d1","dryRun":true}'],
  ])
  await server.close()
})

test('the question of a delivery says the cash that it brings', () => {
  const records = [17_500, 4_000].map((totalPrice, at) =>
    wholeShipping({ id: `s${at}`, country: 'ic', status: 'OUT_FOR_DELIVERY', totalPrice }),
  )
  const selected = (count: number) =>
    contextWith({
      resource: 'shippings',
      actor: as('admin'),
      selection: { predicate: { ids: records.map(({ id }) => id) }, count, records },
    })
  const noteOf = (id: string, count: number, args: Arguments = {}) => {
    const { ports, calls } = recordingPorts()
    const say: CommandPorts['say'] = (key, values) => `${key} ${values?.amount}`
    void registry.get(id)!.run({ ...selected(count), ports: { ...ports, say } }, args)
    return JSON.parse(calls[0]!.replace('change ', '')).note
  }
  expect(noteOf('shipping.deliver', 2)).toBe('shippings:cashDue 21500')
  expect(noteOf('shipping.status', 2, { status: 'DELIVERED' })).toBe('shippings:cashDue 21500')
  expect(noteOf('shipping.status', 2, { status: 'REFUSED' })).toBeUndefined()
  // Some are not loaded.
  expect(noteOf('shipping.deliver', 3)).toBeUndefined()
})
