import { describe, expect, test } from 'vitest'
import type { Role } from '../../../../domain/access/permissions.ts'
import type { CommandContext } from '../../../../src/commands/command.ts'
import { argumentSections } from '../../../../src/palette/results/argument-page.ts'
import { asksAfter, commandItem } from '../../../../src/palette/results/command-item.ts'
import type { PaletteView } from '../../../../src/palette/results/palette-view.ts'
import { readInput } from '../../../../src/palette/results/read-input.ts'
import { lookupOf, readingsOf } from '../../../../src/palette/results/readings.ts'
import { typedSections } from '../../../../src/palette/results/typed-sections.ts'
import { registry } from '../../../support/console-registry.ts'
import { wholeOrder, wholeShipping } from '../../../support/whole-records.ts'
import { consoleView } from './console-view.ts'
import { contextWith, hitWith } from './palette-context.ts'

const as = (role: Role) =>
  ({ id: 'u9', role, country: 'ic', isEmailVerified: true, isActivated: true }) as const

const onShippings = (changes: Partial<CommandContext> = {}) =>
  contextWith({ resource: 'shippings', active: wholeShipping({ status: 'OUT_FOR_DELIVERY' }), ...changes })

const typed = (query: string, view: PaletteView) => {
  const input = readInput(query)
  const readings = readingsOf(input, view)
  const sections = typedSections(input, readings, view)
  return {
    lookup: lookupOf(input, readings, view, 'users'),
    rows: sections.flatMap(({ items }) => items).map(({ id, title, detail }) => ({ id, title, detail })),
    ids: sections.flatMap(({ items }) => items.map(({ id }) => id)),
  }
}

describe('a number that may be a record’s or a value', () => {
  const search = {
    hits: [hitWith({ resource: 'shippings', id: 's9', number: 12_000 })],
    query: '12000',
    failure: null,
  } as const
  const inlineIds = (view: PaletteView) =>
    typed('livrée autre somme 12000', view).ids.filter((id) => id.startsWith('command:shipping.collect'))

  test('is both: the amount for the parcel in view, then the parcel of that number, if there is one', () => {
    const both = ['command:shipping.collect?collected=12000', 'command:shipping.collect#s9']
    expect(inlineIds(consoleView(onShippings(), { search }))).toEqual(both)
    const none = { ...search, hits: [] }
    expect(inlineIds(consoleView(onShippings(), { search: none }))).toEqual(both.slice(0, 1))
  })

  test('is the parcel first where none is in view', () => {
    expect(inlineIds(consoleView(contextWith(), { search }))).toEqual([
      'command:shipping.collect#s9',
      'command:shipping.collect?collected=12000',
    ])
  })
})

describe('commands of one name in several lists', () => {
  test('those of the list in view come first, records next, the others last and say whose they are', () => {
    const search = { hits: [hitWith()], query: 'marquer injoignable', failure: null } as const
    const { rows } = typed('marquer injoignable', consoleView(onShippings(), { search }))
    expect(rows.map(({ id, detail }) => [id, detail])).toEqual([
      ['command:shipping.not-reachable', undefined],
      ['command:shipping.status?status=NOT_REACHABLE', undefined],
      ['record:orders/o1', 'Commande n° 10423 · +225 07 08 09 10 11'],
      ['command:order.not-reachable', 'Commandes'],
      ['command:order.status?status=NOT_REACHABLE', 'Commandes'],
    ])
  })

  test('the same word means the list in view, on each', () => {
    const onOrders = contextWith({ resource: 'orders', active: wholeOrder() })
    expect(typed('annuler', consoleView(onOrders)).ids[0]).toBe('command:order.cancel')
    expect(typed('annuler', consoleView(onShippings())).ids[0]).toBe('command:shipping.cancel')
    const view = consoleView(onShippings())
    view.recents.use('command:order.cancel')
    expect(typed('annuler', view).ids[0]).toBe('command:shipping.cancel')
  })

  test('without a list in view each is offered, to be asked which record', () => {
    const { rows } = typed('confirmer', consoleView(contextWith()))
    expect(rows.slice(0, 3)).toMatchObject([
      { id: 'command:order.confirm', detail: 'Commandes' },
      { id: 'command:expedition.confirm', detail: 'Expéditions' },
      { id: 'command:request.confirm', detail: 'Demandes' },
    ])
  })

  test('what a role may never do elsewhere is no answer', () => {
    const { ids } = typed('annuler', consoleView(onShippings({ actor: as('agent') })))
    expect(ids).toContain('command:shipping.cancel')
    expect(ids).not.toContain('command:order.cancel')
  })

  test('a number after such a command is looked for in every list that has it', () => {
    const hits = [hitWith({ number: 12 }), hitWith({ resource: 'expeditions', id: 'e1', number: 12 })]
    const view = consoleView(contextWith(), { search: { hits, query: '12', failure: null } })
    const { lookup, ids } = typed('confirmer 12', view)
    expect(lookup).toEqual({ query: '#12', resource: null })
    expect(ids.slice(0, 2)).toEqual(['command:order.confirm#o1', 'command:expedition.confirm#e1'])
    expect(typed('reporter 12', view).lookup).toEqual({ query: '#12', resource: 'shippings' })
  })
})

describe('a day and an amount', () => {
  const page = (id: string, name: string, query: string, context = onShippings()) =>
    argumentSections(registry.get(id)!, name, query, consoleView(context))[0]!.items.map(({ title, act }) => [
      title,
      act.kind === 'answer' && act.value,
    ])

  test('a day is chosen by its name, or written', () => {
    expect(page('shipping.postpone', 'postponedTo', '')).toHaveLength(31)
    expect(page('shipping.postpone', 'postponedTo', 'demain')[0]).toEqual([
      'dimanche 22 novembre 2026',
      '2026-11-22',
    ])
    expect(page('shipping.postpone', 'postponedTo', '2036-12-24')).toEqual([
      ['mercredi 24 décembre 2036', '2036-12-24'],
    ])
  })

  test('an amount is read and shown in the money of the parcel', () => {
    const amount = (query: string, country: 'ic' | 'tn') =>
      page(
        'shipping.collect',
        'collected',
        query,
        onShippings({ active: wholeShipping({ country, status: 'OUT_FOR_DELIVERY' }) }),
      ).map(([title, value]) => [String(title).replace(/\s/g, ' '), value])
    expect(amount('12 500', 'ic')).toEqual([['12 500 F CFA', '12500']])
    expect(amount('45,500', 'tn')).toEqual([['45,500 TND', '45.5']])
    expect(amount('beaucoup', 'ic')).toEqual([])
    expect(amount('-5', 'ic')).toEqual([])
  })

  test('a day may be typed on the same line as the command', () => {
    const { rows } = typed('reporter demain', consoleView(onShippings()))
    expect(rows[0]).toMatchObject({
      id: 'command:shipping.postpone?postponedTo=2026-11-22',
      title: 'Reporter : dimanche 22 novembre 2026',
    })
  })
})

describe('a status that asks for more', () => {
  const status = registry.get('shipping.status')!
  const pendingAct = commandItem(status, onShippings(), consoleView(onShippings())).act
  const invocation = pendingAct.kind === 'invoke' ? pendingAct.invocation : null

  test('asks for the status alone, until it is one that needs a day', () => {
    expect(invocation?.asks).toEqual(['status'])
    expect(asksAfter(status, invocation!, 'DELIVERED')).toEqual([])
    expect(asksAfter(status, invocation!, 'POSTPONED')).toEqual(['postponedTo'])
  })

  test('asks for the day at once where the status was typed', () => {
    const { rows } = typed('statut reportee', consoleView(onShippings()))
    expect(rows[0]?.id).toBe('command:shipping.status?status=POSTPONED')
    const given = { args: { status: 'POSTPONED' }, words: ['Reportée'], hit: null }
    const { act } = commandItem(status, onShippings(), { ...consoleView(onShippings()), given })
    expect(act).toMatchObject({ invocation: { asks: ['postponedTo'], words: ['Reportée'] } })
  })

  test('asks which record first, and then what it needs', () => {
    const { act } = commandItem(registry.get('order.reopen')!, contextWith(), consoleView(contextWith()))
    expect(act).toMatchObject({ invocation: { asks: ['@record', 'comment'] } })
    const reopening = act.kind === 'invoke' ? act.invocation : null
    expect(asksAfter(registry.get('order.reopen')!, reopening!, 'orders/o1')).toEqual(['comment'])
  })
})
