import { createInstance } from 'i18next'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { I18nextProvider, useTranslation } from 'react-i18next'
import table from '../../../locales/en/table.json'
import '../../../src/styles/index.css'
import { createListController } from '../../../src/table/create-list-controller.ts'
import type { ListColumn } from '../../../src/table/list-column.ts'
import type { ListController } from '../../../src/table/list-controller.ts'
import { ListGrid } from '../../../src/table/list-grid.tsx'
import { readMarkedRows } from '../../lib/browser/dom-rows.ts'
import { publish } from '../../lib/browser/list-page.ts'
import {
  type BenchOrder,
  type BenchOrders,
  benchColumns,
  benchRowHeight,
  createOrders,
  idOf,
} from '../../lib/data/orders.ts'

let orders: BenchOrders = createOrders(0)
/** What the server has answered when the list opens, as the other sides have their records. */
let first: BenchOrder[] = []
let list: ListController<BenchOrder, null> = createListController()
let renders = 0
let open: () => void = () => undefined

const columns: readonly ListColumn<BenchOrder>[] = benchColumns.map(({ id, title, width, align }, place) => ({
  id,
  header: `bench:${title.replace('.', '')}`,
  width,
  align,
  cell: (order) => {
    if (place === 0) renders += 1
    return order[id]
  },
}))

/** The list is mounted into a page that React has already rendered and i18next has translated. */
const Page = () => {
  const [isOpen, setOpen] = useState(false)
  open = () => setOpen(true)
  return isOpen ? <Screen /> : <Heading />
}

const Heading = () => <h1>{useTranslation('bench').t('heading')}</h1>

/** The least of a screen around the list: its keys, which commands carry in the console. */
const Screen = () => {
  useEffect(() => {
    list.query({
      where: null,
      load: async (skip, limit) => ({
        items: skip === 0 && limit === first.length ? first : orders.slice(skip, limit),
        total: orders.total,
      }),
    })
    return list.stop
  }, [])
  return (
    <ListGrid
      list={list}
      columns={columns}
      label="Orders"
      sort={null}
      onSortChange={() => undefined}
      storageKey="bench"
      rowHeight={benchRowHeight}
      onKeyDown={(event) => {
        const move = moves[event.key]
        if (move === undefined) return
        event.preventDefault()
        move()
      }}
    />
  )
}

const moves: Record<string, () => void> = {
  ArrowDown: () => list.moveBy(1),
  ArrowUp: () => list.moveBy(-1),
  PageDown: () => list.pageDown(),
  End: () => list.end(),
  Home: () => list.home(),
}

const pageLength = 100

const grid = () => document.querySelector<HTMLElement>('[role=grid]') ?? document.body

publish({
  prepare: (total) => {
    orders = createOrders(total)
    first = orders.slice(0, pageLength)
    list = createListController()
  },
  mount: () => {
    flushSync(open)
  },
  focus: () => list.focus(),
  selectAll: () => list.selectAll(),
  clearSelection: () => list.clearSelection(),
  toggle: (index) => list.toggleAt(index),
  changeStatus: (count, status) => {
    orders.changeStatus(count, status)
    const changed = Array.from({ length: count }, (_, index) => idOf(index))
    const loaded = list.loadedAmong(changed).map((id) => orders.at(Number(id.slice('order-'.length))))
    list.applyChanges(loaded.map((record) => ({ type: 'upsert', record })))
  },
  jumpTo: (index) => list.moveTo(index, 'start'),
  scroller: grid,
  renders: () => renders,
  ...readMarkedRows({
    headerHeight: () => document.querySelector<HTMLElement>('.list-header')?.offsetHeight ?? 0,
    scroller: grid,
  }),
})

const titles = Object.fromEntries(benchColumns.map(({ title }) => [title.replace('.', ''), title]))
const i18n = createInstance()
void i18n.init({
  lng: 'en',
  fallbackLng: false,
  defaultNS: 'bench',
  initAsync: false,
  resources: { en: { table, bench: { ...titles, heading: 'Ready' } } },
})
flushSync(() =>
  createRoot(document.getElementById('root') ?? document.body).render(
    <I18nextProvider i18n={i18n}>
      <Page />
    </I18nextProvider>,
  ),
)
document.title = 'Ready'
