import { describe, expect, test } from 'vitest'
import { type CommandContext, defineCommand } from '../../../../src/commands/command.ts'
import { createRegistry } from '../../../../src/commands/create-registry.ts'
import { createRecents } from '../../../../src/palette/ranking/recents.ts'
import { prepare, prepareChoice } from '../../../../src/palette/ranking/text-analysis.ts'
import { argumentSections } from '../../../../src/palette/results/argument-page.ts'
import { emptySections } from '../../../../src/palette/results/browse-sections.ts'
import { MAX_ITEMS, type PaletteSection, trimSections } from '../../../../src/palette/results/palette-item.ts'
import type { PaletteView } from '../../../../src/palette/results/palette-view.ts'
import { readInput, resourceScopeOf } from '../../../../src/palette/results/read-input.ts'
import { lookupOf, readingsOf } from '../../../../src/palette/results/readings.ts'
import { typedSections, withWider } from '../../../../src/palette/results/typed-sections.ts'
import { memoryStorage } from '../../../support/memory-storage.ts'
import { wholeOrder } from '../../../support/whole-records.ts'
import { contextWith, hitWith } from './palette-context.ts'

const names: Record<string, string[]> = {
  'order.confirm': ['Confirmer', 'Confirm'],
  'order.delete': ['Supprimer', 'Delete'],
  'order.status': ['Changer le statut', 'Change status'],
  'order.comment': ['Commenter', 'Comment'],
  'go.orders': ['Aller aux commandes', 'Go to orders'],
  'go.secret': ['Aller au coffre', 'Go to the safe'],
}

const choices = [
  { value: 'CONFIRMED', labelKey: 'confirmed' },
  { value: 'CANCELLED', labelKey: 'cancelled' },
]

const onOrders = { resource: 'orders', section: 'record', whyNot: () => null, run: () => undefined } as const

const registry = createRegistry([
  defineCommand({ ...onOrders, id: 'order.delete', target: 'many', icon: 'trash', danger: true }),
  defineCommand({
    ...onOrders,
    id: 'order.confirm',
    target: 'many',
    icon: 'check',
    keys: ['k'],
    whyNot: ({ active }) =>
      active && 'status' in active && active.status === 'CONFIRMED' ? 'ALREADY_THERE' : null,
    preview: () => Promise.reject(new Error('not asked here')),
    confirmation: () => 'unseen',
  }),
  defineCommand({
    ...onOrders,
    id: 'order.status',
    target: 'many',
    icon: 'tag',
    args: [{ name: 'status', kind: 'choice', choices: () => choices }],
  }),
  defineCommand({
    ...onOrders,
    id: 'order.comment',
    target: 'one',
    icon: 'comment',
    args: [{ name: 'comment', kind: 'text', maxLength: 10 }],
  }),
  defineCommand({
    id: 'go.orders',
    target: 'none',
    section: 'go',
    icon: 'orders',
    whyNot: () => null,
    run: () => undefined,
  }),
  defineCommand({
    id: 'go.secret',
    target: 'none',
    section: 'go',
    icon: 'lock',
    whyNot: () => 'FORBIDDEN',
    run: () => undefined,
  }),
])

const viewWith = (context: CommandContext, changes: Partial<PaletteView> = {}): PaletteView => ({
  registry,
  context,
  t: (key, values) => [key, ...Object.values(values ?? {})].join(' '),
  language: 'fr',
  help: () => [],
  numbers: { read: () => ({ hits: [] }) },
  flags: [],
  isPhone: false,
  recents: createRecents(memoryStorage(), 'u1'),
  prepared: registry.commands.map(({ id }) => prepare(id, names[id] ?? [], [])),
  choices: () => [
    prepareChoice(choices[0]!, 'Confirmée', ['Confirmée', 'Confirmed']),
    prepareChoice(choices[1]!, 'Annulée', ['Annulée', 'Cancelled']),
  ],
  choicePhase: () => 'ready',
  search: { hits: [], query: '', failure: null },
  records: { find: () => [] },
  scope: null,
  customers: { isAllowed: true, read: () => ({ phase: 'loading', customer: null }) },
  ...changes,
})

const typed = (query: string, view: PaletteView) => {
  const input = readInput(query)
  const readings = readingsOf(input, view)
  return { sections: typedSections(input, readings, view), lookup: lookupOf(input, readings, view, 'users') }
}

const ids = (sections: readonly PaletteSection[]) =>
  sections.flatMap(({ items }) => items.map(({ id }) => id))

const selecting = contextWith({
  resource: 'orders',
  active: wholeOrder(),
  selection: { count: 42, predicate: { where: {} }, records: [wholeOrder()] },
})

describe('the palette with nothing typed', () => {
  test('offers the selection first, then the record in view, then places', () => {
    const sections = trimSections(emptySections(viewWith(selecting)))
    expect(sections.map(({ id, items }) => [id, items.map((item) => item.id)])).toEqual([
      ['selection', ['command:order.confirm', 'command:order.status', 'command:order.delete']],
      ['record', ['command:order.comment']],
      ['go', ['command:go.orders']],
    ])
  })

  test('shows why the record in view cannot take a command, below those that it can', () => {
    const context = contextWith({ resource: 'orders', active: wholeOrder({ status: 'CONFIRMED' }) })
    const record = trimSections(emptySections(viewWith(context)))[0]!
    expect(record.items.at(-1)).toMatchObject({ id: 'command:order.confirm', refusal: 'ALREADY_THERE' })
  })

  test('leaves out on a phone what the record in view cannot take; what is typed still finds it', () => {
    const context = contextWith({ resource: 'orders', active: wholeOrder({ status: 'CONFIRMED' }) })
    const view = viewWith(context, { isPhone: true })
    expect(ids(trimSections(emptySections(view)))).not.toContain('command:order.confirm')
    expect(ids(trimSections(typed('confirmer', view).sections))).toContain('command:order.confirm')
  })

  test('leaves out what a role may never do, and records where there are none', () => {
    expect(ids(trimSections(emptySections(viewWith(contextWith()))))).toEqual(['command:go.orders'])
  })

  test('offers records that were opened lately', () => {
    const view = viewWith(contextWith())
    view.recents.use('record:orders/o1', hitWith())
    expect(ids(emptySections(view))).toContain('record:orders/o1')
  })
})

describe('the palette with something typed', () => {
  test.each([
    ['statut annulee', 'command:order.status?status=CANCELLED'],
    ['status cancelled', 'command:order.status?status=CANCELLED'],
    ['changer le statut conf', 'command:order.status?status=CONFIRMED'],
    ['statut confirmed', 'command:order.status?status=CONFIRMED'],
  ])('%s names a command and its value', (query, id) => {
    expect(ids(typed(query, viewWith(selecting)).sections)[0]).toBe(id)
  })

  test('a command with its value asks for nothing more', () => {
    const { sections } = typed('statut annulee', viewWith(selecting))
    expect(sections[0]!.items[0]!.act).toMatchObject({
      kind: 'invoke',
      invocation: { command: 'order.status', args: { status: 'CANCELLED' }, asks: [], record: null },
    })
  })

  test('a number after a command is looked up, and the row says whose it is', () => {
    const before = typed('confirm 10423', viewWith(contextWith()))
    expect(before.lookup).toEqual({ query: '#10423', resource: 'orders' })
    const search = {
      hits: [hitWith({ number: 104_230, id: 'o9' }), hitWith()],
      query: '10423',
      failure: null,
    }
    const { sections } = typed('confirm 10423', viewWith(contextWith(), { search } as Partial<PaletteView>))
    expect(sections[0]!.items).toMatchObject([
      {
        id: 'command:order.confirm#o1',
        detail: 'orders:numbered 10423 · Awa Koné',
        act: { invocation: { record: { resource: 'orders', id: 'o1' }, asks: [], previews: true } },
      },
    ])
  })

  test('a number and a text after a command are both taken', () => {
    const search = { hits: [hitWith()], query: '10423', failure: null }
    const { sections } = typed(
      'commenter 10423 a rappeler',
      viewWith(contextWith(), { search } as Partial<PaletteView>),
    )
    expect(sections[0]!.items[0]!.act).toMatchObject({
      invocation: { args: { comment: 'a rappeler' }, asks: [] },
    })
  })

  test('a command on records asks which, when none is current', () => {
    const item = typed('confirmer', viewWith(contextWith())).sections[0]!.items[0]
    expect(item?.act).toMatchObject({ invocation: { asks: ['@record'] } })
  })

  test('commands come before records, and records before commands that match with a typo', () => {
    const search = { hits: [hitWith({ rank: 3 })], query: 'conf', failure: null } as const
    expect(ids(typed('conf', viewWith(selecting, { search })).sections)).toEqual([
      'command:order.confirm',
      'record:orders/o1',
    ])
    const slipped = { ...search, query: 'confrim' }
    expect(ids(typed('confrim', viewWith(selecting, { search: slipped })).sections)).toEqual([
      'record:orders/o1',
      'command:order.confirm',
    ])
  })

  test('hits of an earlier question stay, those that still match first', () => {
    const search = {
      hits: [hitWith({ id: 'kone' }), hitWith({ id: 'traore', title: 'Awa Traoré' })],
      query: 'awa',
      failure: null,
    } as const
    expect(ids(typed('awa tra', viewWith(contextWith(), { search })).sections)).toEqual([
      'record:orders/traore',
      'customer:+2250708091011',
      'record:orders/kone',
    ])
  })

  test.each([
    ['>conf', { query: '', resource: null }],
    ['#104', { query: '#104', resource: null }],
    ['@awa', { query: 'awa', resource: 'users' }],
    ['awa', { query: 'awa', resource: null }],
  ])('%s is looked up as it says', (query, lookup) => {
    expect(typed(query, viewWith(contextWith())).lookup).toEqual(lookup)
  })

  test('digits behind a zero are a telephone number before they are a record’s number', () => {
    const hits = [
      hitWith({ resource: 'expeditions', id: 'e1', number: 707, customerPhone: undefined, rank: 0 }),
      hitWith({ id: 'o1', customerPhone: '+2250707123456', rank: 6 }),
    ]
    const search = { hits, query: '0707', failure: null } as const
    const { sections } = typed('0707', viewWith(contextWith(), { search }))
    expect(ids(sections)).toEqual(['record:orders/o1', 'record:expeditions/e1'])
  })

  test('a scope without any match offers to look everywhere first', () => {
    const view = viewWith(contextWith(), { scope: 'shippings' })
    const { sections } = typed('zzz', view)
    const [first] = withWider(sections, ' zzz ', view).flatMap(({ items }) => items)
    expect(first).toMatchObject({
      id: 'everywhere',
      title: 'palette:everywhere zzz',
      act: { kind: 'widen', text: 'zzz' },
    })
    const nothing = {
      id: 'list',
      title: '',
      icon: 'filter',
      isNothing: true,
      act: { kind: 'type', text: '' },
    } as const
    const empty = [{ id: 'found', heading: null, items: [nothing] }]
    expect(ids(withWider(empty, 'zzz', view))).toEqual(['everywhere', 'list'])
  })

  test('nothing else looks everywhere: a match, no scope, a search that failed', () => {
    const scoped = viewWith(contextWith(), { scope: 'orders' })
    const { sections } = typed('aller', scoped)
    expect(ids(withWider(sections, 'aller', scoped))).toEqual(['command:go.orders'])
    expect(ids(withWider([], 'zzz', viewWith(contextWith())))).toEqual([])
    const failure = { query: 'zzz', code: 'OFFLINE' }
    const failed = { ...scoped, search: { hits: [], query: '', failure } }
    expect(ids(withWider([], 'zzz', failed))).toEqual([])
  })

  test('more than fifty are never rendered, and none twice', () => {
    const many = Array.from({ length: 80 }, (_, index) => hitWith({ id: String(index % 70) }))
    const search = { hits: many, query: 'awa', failure: null } as const
    const shown = ids(trimSections(typed('awa', viewWith(contextWith(), { search })).sections))
    expect(shown).toHaveLength(MAX_ITEMS)
    expect(new Set(shown).size).toBe(MAX_ITEMS)
  })
})

describe('the pages for arguments', () => {
  const page = (id: string, name: string, query: string, changes: Partial<PaletteView> = {}) =>
    argumentSections(registry.get(id)!, name, query, viewWith(contextWith(), changes))[0]!.items

  test('choices are found in either language', () => {
    expect(page('order.status', 'status', '').map(({ title }) => title)).toEqual(['Confirmée', 'Annulée'])
    expect(page('order.status', 'status', 'cancel').map(({ act }) => act)).toEqual([
      { kind: 'answer', value: 'CANCELLED' },
    ])
  })

  test('a text is what was typed, as long as it may be', () => {
    expect(page('order.comment', 'comment', 'called twice today')).toMatchObject([
      { act: { kind: 'answer', value: 'called twi' } },
    ])
    expect(page('order.comment', 'comment', '  ')).toEqual([])
  })

  test('the record is what was found', () => {
    const search = { hits: [hitWith()], query: 'awa', failure: null } as const
    expect(page('order.confirm', '@record', 'awa', { search })).toMatchObject([
      { act: { kind: 'answer', value: 'orders/o1' } },
    ])
  })

  test('with nothing typed it is one of the list’s first, where the command asks for more', () => {
    const filtering = {
      lists: ['orders'],
      count: () => ({ phase: 'ready', count: 1, records: [wholeOrder()] }),
    } as unknown as PaletteView['filtering']
    const answers = (command: string) => page(command, '@record', '', { filtering }).map(({ act }) => act)
    expect(answers('order.comment')).toEqual([{ kind: 'answer', value: `orders/${wholeOrder().id}` }])
    // Enter twice would confirm whatever is newest.
    expect(answers('order.confirm')).toEqual([])
  })
})

describe('a word and a space', () => {
  const words = [{ resource: 'orders', words: ['Commandes', 'Commande', 'Orders'] }] as const

  test.each([
    ['commandes ', 'orders'],
    ['ORDERS ', 'orders'],
    ['commandes', null],
    ['commandes du jour ', null],
    ['autre ', null],
    ['>commandes ', null],
    ['/commandes ', null],
  ])('%j is the scope %s', (query, scope) => {
    expect(resourceScopeOf(query, words)).toBe(scope)
  })
})
