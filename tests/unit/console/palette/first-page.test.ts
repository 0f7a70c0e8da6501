import { describe, expect, test } from 'vitest'
import type { CommandContext } from '../../../../src/commands/command.ts'
import { plainList } from '../../../../src/commands/screen-actions.ts'
import { rowsInView } from '../../../../src/palette/palette-list.tsx'
import { emptySections } from '../../../../src/palette/results/browse-sections.ts'
import {
  type PaletteItem,
  type PaletteSection,
  trimSections,
} from '../../../../src/palette/results/palette-item.ts'
import { wholeOrder } from '../../../support/whole-records.ts'
import { consoleView } from './console-view.ts'
import { contextWith, hitWith, recordingPorts } from './palette-context.ts'

const nothing = () => undefined

const listPort = plainList({
  move: nothing,
  moveTo: nothing,
  page: nothing,
  open: nothing,
  refresh: nothing,
  focusFilter: nothing,
  clearFilter: nothing,
  openMenu: nothing,
})

const onOrders: Partial<CommandContext> = {
  resource: 'orders',
  active: wholeOrder(),
  ports: { ...recordingPorts().ports, list: listPort },
}

const sectionsOf = (flags: readonly string[], context: Partial<CommandContext>, opened = false) => {
  const view = consoleView(contextWith(context), { flags })
  if (opened) {
    view.recents.use('record:orders/o7', hitWith({ id: 'o7' }))
    view.recents.use('command:go.journal')
  }
  return trimSections(emptySections(view), Number.POSITIVE_INFINITY)
}

const idsIn = (sections: ReturnType<typeof sectionsOf>, id: string) =>
  sections.find((section) => section.id === id)?.items.map((item) => item.id.replace('command:', '')) ?? []

describe('the first page', () => {
  test('on a list: its record, the list, what was used lately, places, what can be made elsewhere, settings', () => {
    const sections = sectionsOf(['list', 'resource:orders'], onOrders, true)
    expect(sections.map(({ id }) => id)).toEqual(['record', 'list', 'recent', 'go', 'create', 'settings'])
    expect(sections.map(({ heading }) => heading)).toEqual([
      'Commande n° 10423',
      'Cette liste',
      'Récents',
      'Aller à',
      'Créer',
      'Réglages',
    ])
    expect(idsIn(sections, 'recent')).toEqual(['go.journal', 'record:orders/o7'])
  })

  test('offers of this list only what is this list’s', () => {
    const ids = idsIn(sectionsOf(['list', 'resource:orders'], onOrders), 'list')
    expect(ids).toEqual(
      expect.arrayContaining(['order.create', 'order.import', 'list.filter', 'console.undo']),
    )
    const strange = ids.filter((id) => !/^(order|list|console)\./.test(id))
    expect(strange).toEqual([])
  })

  test('with a selection: what can be done with it comes first, with its number', () => {
    const selection = { count: 42, predicate: { where: {} }, records: [wholeOrder()] }
    const [first, second] = sectionsOf(['list', 'resource:orders'], { ...onOrders, selection })
    expect([first?.id, first?.heading]).toEqual(['selection', 'Avec la sélection (42)'])
    expect(second?.id).toBe('record')
  })

  test('on the dashboard: its own commands, under a heading that says so', () => {
    const sections = sectionsOf(['page:dashboard'], {})
    expect(sections[0]).toMatchObject({ id: 'list', heading: 'Cet écran' })
    expect(idsIn(sections, 'list').slice(0, 2)).toEqual(['dashboard.period', 'dashboard.seller'])
    expect(idsIn(sections, 'create')).toContain('order.create')
  })

  test('says why a record cannot take a command, and puts nothing dangerous first', () => {
    for (const status of ['PENDING', 'CONFIRMED', 'CANCELLED'] as const) {
      const [record] = sectionsOf(['list', 'resource:orders'], {
        ...onOrders,
        active: wholeOrder({ status }),
      })
      const kinds = (record?.items ?? []).map(({ refusal, danger }) => (refusal ? 2 : danger ? 1 : 0))
      expect(kinds[0]).toBe(0)
      expect(kinds).toEqual(kinds.toSorted((a, b) => a - b))
      expect(kinds).toContain(2)
    }
  })
})

const row: PaletteItem = { id: 'r', title: 'r', icon: 'tag', act: { kind: 'type', text: 'r' } }
const section = (rows: number, heading: string | null = null): PaletteSection => ({
  id: `${heading} ${rows}`,
  heading,
  items: Array.from({ length: rows }, () => row),
})

test.each([
  ['nothing', [], 0],
  ['all of a few', [section(3, 'A'), section(2, 'B')], 5],
  ['as many as fit, one that is cut included', [section(50)], 12],
  ['fewer under a heading', [section(50, 'A')], 11],
  ['fewer still under several', [section(2, 'A'), section(3, 'B'), section(50, 'C')], 10],
  ['those of each section that is in view', [section(1, 'A'), section(1, 'B'), section(50, 'C')], 10],
  [
    'the first row of each heading that is in view',
    Array.from({ length: 20 }, (_, at) => section(1, `${at}`)),
    7,
  ],
])('the list shows %s', (_, sections, rows) => expect(rowsInView(sections)).toBe(rows))
