import { describe, expect, test } from 'vitest'
import type { KeyInput } from '../../../../src/keyboard/normalize-key.ts'
import { argumentSections, pickedItem } from '../../../../src/palette/results/argument-page.ts'
import { commandItem } from '../../../../src/palette/results/command-item.ts'
import type { PaletteItem } from '../../../../src/palette/results/palette-item.ts'
import { registry } from '../../../support/console-registry.ts'
import { wholeOffer, wholeOrder } from '../../../support/whole-records.ts'
import { consoleView } from './console-view.ts'
import { contextWith } from './palette-context.ts'

const key = (typed: string, code: string, modifiers: Partial<KeyInput> = {}): KeyInput => ({
  key: typed,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
})

const statuses = (query: string, order = wholeOrder(), ofNamedRecord = false) =>
  argumentSections(
    registry.get('order.status')!,
    'status',
    query,
    consoleView(contextWith({ resource: 'orders', active: order })),
    ofNamedRecord,
  )[0]!.items

describe('digits on a page of choices', () => {
  test('are shown beside the first nine, and only while nothing is typed', () => {
    expect(statuses('').map(({ pick, title }) => [pick, title])).toEqual([
      ['1', 'Confirmée'],
      ['2', 'Injoignable'],
      ['3', 'Annulée'],
      ['4', 'En attente'],
    ])
    expect(statuses('conf').map(({ pick }) => pick)).toEqual([undefined])
  })

  test('keep their places for every order; unavailable ones have their reason', () => {
    const confirmed = wholeOrder({ status: 'CONFIRMED' })
    expect(statuses('', confirmed).map(({ pick, refusal }) => [pick, refusal])).toEqual([
      ['1', 'ALREADY_THERE'],
      ['2', 'NO_SUCH_TRANSITION'],
      ['3', null],
      ['4', 'NO_SUCH_TRANSITION'],
    ])
  })

  test('are not refused by the record in view where another one was named', () => {
    const confirmed = wholeOrder({ status: 'CONFIRMED' })
    expect(statuses('', confirmed, true).map(({ refusal }) => refusal)).toEqual([null, null, null, null])
  })

  test('are not shown for a day, an amount or a text', () => {
    const view = consoleView(contextWith())
    const page = (command: string, name: string) =>
      argumentSections(registry.get(command)!, name, '', view)[0]!.items
    expect(page('shipping.postpone', 'postponedTo').some(({ pick }) => pick)).toBe(false)
  })

  test('the day that a text says comes first', () => {
    const view = consoleView(contextWith())
    const days = (text: string) =>
      argumentSections(registry.get('shipping.postpone')!, 'postponedTo', text, view)[0]!.items
    expect(days('lu')[0]?.title).toMatch(/^lundi /)
    expect(days('dans une semaine')[0]?.detail).toBe('dans 7 jours')
  })

  test('are shown for label formats, though their names begin with one', () => {
    const items = argumentSections(
      registry.get('labels.format')!,
      'format',
      '',
      consoleView(contextWith()),
    )[0]!.items
    expect(items.map(({ pick }) => pick)).toEqual(['1', '2', '3'])
  })

  test('are shown for views, whose names may begin with one', () => {
    const views = {
      choices: () => [
        { value: 'a', text: '2e appel' },
        { value: 'b', text: 'Matin' },
      ],
    }
    const context = contextWith({ resource: 'orders' })
    const ports = { ...context.ports, list: { ...context.ports.list, views } as never }
    const view = consoleView({ ...context, ports })
    const picks = argumentSections(registry.get('list.view')!, 'view', '', view)[0]!.items
    expect(picks.map(({ pick, title }) => [pick, title])).toEqual([
      ['1', '2e appel'],
      ['2', 'Matin'],
    ])
  })
})

describe('the key that picks', () => {
  const items = statuses('')
  const titleOf = (input: KeyInput, of: readonly PaletteItem[] = items) => pickedItem(input, of)?.title

  test.each([
    ['QWERTY', key('2', 'Digit2')],
    ['the number pad', key('2', 'Numpad2')],
    ['AZERTY', key('é', 'Digit2')],
    ['AZERTY with Shift', key('2', 'Digit2', { shiftKey: true })],
    ['Russian', key('2', 'Digit2')],
  ])('on %s', (_, input) => {
    expect(titleOf(input)).toBe('Injoignable')
  })

  test('is no other key, and none with Ctrl, Alt or an input method', () => {
    expect(titleOf(key('9', 'Digit9'))).toBeUndefined()
    expect(titleOf(key('@', 'Digit2', { shiftKey: true }))).toBeUndefined()
    expect(titleOf(key('2', 'Digit2', { ctrlKey: true }))).toBeUndefined()
    expect(titleOf(key('2', 'Digit2', { isComposing: true }))).toBeUndefined()
  })

  test('is a letter where a choice begins with that letter', () => {
    const named = items.map((item) => ({ ...item, title: `Équipe ${item.title}` }))
    expect(titleOf(key('é', 'Digit2'), named)).toBeUndefined()
    expect(titleOf(key('2', 'Digit2', { shiftKey: true }), named)).toBe('Équipe Injoignable')
  })
})

describe('a change of one record', () => {
  const itemFor = (command: string, context: Parameters<typeof contextWith>[0]) => {
    const { act } = commandItem(
      registry.get(command)!,
      contextWith(context),
      consoleView(contextWith(context)),
    )
    return act.kind === 'invoke' ? [act.invocation.previews, act.hasDryRun] : null
  }
  const one = { resource: 'orders', active: wholeOrder() } as const

  test('runs without waiting for its dry run, which is shown beside it all the same', () => {
    expect(itemFor('order.confirm', one)).toEqual([false, true])
  })

  test('has a dry run for several records, and for those that a filter selects', () => {
    const records = [wholeOrder()]
    expect(
      itemFor('order.confirm', {
        ...one,
        selection: { count: 2, predicate: { ids: ['o1', 'o2'] }, records },
      }),
    ).toEqual([true, true])
    expect(
      itemFor('order.confirm', { ...one, selection: { count: 1, predicate: { where: {} }, records } }),
    ).toEqual([true, true])
  })

  test('has a dry run and then its own confirmation dialog when it is destructive', () => {
    expect(itemFor('order.delete', one)).toEqual([false, true])
  })
})

const command = registry.get('affiliate.request')!

test.each([
  ['abc', 'NOT_A_NUMBER'],
  ['1e3', 'NOT_A_NUMBER'],
  ['2,5', 'NOT_AN_INTEGER'],
  ['0', 'TOO_SMALL'],
  ['-5', 'TOO_SMALL'],
  ['10000001', 'TOO_LARGE'],
  ['12345678901', 'TOO_LARGE'],
  ['1', null],
  ['10000000', null],
])('reads %s as a number of pieces: %s', (text, code) => {
  for (const ofNamedRecord of [false, true]) {
    const [section] = argumentSections(command, 'quantity', text, consoleView(contextWith()), ofNamedRecord)
    expect(section!.items.map(({ title, refusal }) => [title, refusal])).toEqual([[text, code]])
  }
})

test.each([
  { text: '12', named: false, code: null },
  { text: '13', named: false, code: 'OUT_OF_STOCK' },
  { text: 'abc', named: false, code: 'NOT_A_NUMBER' },
  // The server judges an offer that was named: its record is not here.
  { text: '13', named: true, code: null },
])(
  'judges $text pieces by the offer in view with its twelve (another one named: $named): $code',
  ({ text, named, code }) => {
    const view = consoleView(contextWith({ resource: 'affiliates', active: wholeOffer({ quantity: 12 }) }))
    const [section] = argumentSections(command, 'quantity', text, view, named)
    expect(section!.items.map(({ refusal }) => refusal)).toEqual([code])
  },
)
