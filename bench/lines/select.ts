import type { Page } from '@playwright/test'
import { openList } from '../lib/browser/list-tab.ts'
import type { Bench, Line } from '../lib/report/bench.ts'
import { besideOf, costOver, leadOver } from '../lib/report/figure.ts'
import { byTurns, median } from '../lib/report/samples.ts'

const total = 1_000_000
const changed = 10_000
/** A row in the middle of the view: what is done is done when it shows there. */
const row = 10

/** What one call on a list costs until it is painted: everything selected, one row given back, ten thousand changed. */
export const line: Line = {
  name: 'select',
  measure: async (bench) => {
    const { ours, floor, agGrid, tanstack, glide, close } = await openTabs(bench)
    const everything = await byTurns({
      ours: () => often(ours, selectAll),
      floor: () => often(floor, selectAll),
      agGrid: () => selectAll(agGrid),
      tanstack: () => selectAll(tanstack),
    })
    for (const tab of [ours, floor, agGrid, tanstack]) await selectAll(tab)
    const one = await byTurns({
      ours: () => often(ours, toggle),
      floor: () => often(floor, toggle),
      agGrid: () => toggle(agGrid),
      tanstack: () => toggle(tanstack),
    })
    const status = await byTurns({
      ours: () => often(ours, changeStatus),
      floor: () => often(floor, changeStatus),
      agGrid: () => changeStatus(agGrid),
      glide: () => often(glide, changeStatus),
    })
    await close()
    const all = { what: 'select everything, 1,000,000', unit: 'ms', ours: everything.ours }
    const back = { what: 'then toggle one', unit: 'ms', ours: one.ours }
    const change = { what: '10,000 rows change status on screen', unit: 'ms', ours: status.ours }
    return [
      costOver({ ...all, against: 'floor (bare React)', theirs: everything.floor, goal: { atMost: 2 } }),
      leadOver({ ...all, against: 'AG Grid 36', theirs: everything.agGrid, goal: { atLeast: 1 } }),
      leadOver({
        ...all,
        against: "TanStack's own state",
        theirs: everything.tanstack,
        goal: { atLeast: 1 },
      }),
      costOver({ ...back, against: 'floor (bare React)', theirs: one.floor, goal: { atMost: 1.5 } }),
      leadOver({ ...back, against: 'AG Grid 36', theirs: one.agGrid, goal: { atLeast: 1 } }),
      leadOver({ ...back, against: "TanStack's own state", theirs: one.tanstack, goal: { atLeast: 1 } }),
      costOver({ ...change, against: 'floor (bare React)', theirs: status.floor, goal: { atMost: 2 } }),
      leadOver({ ...change, against: 'AG Grid 36', theirs: status.agGrid, goal: { atLeast: 1 } }),
      besideOf({ ...change, against: 'Glide 6 (canvas)', theirs: status.glide }),
    ]
  },
}

const openTabs = async ({ browser, page, peer }: Bench) => {
  const chromium = await browser()
  const context = await chromium.newContext()
  const open = async (address: Promise<string>) => openList(context, await address, total)
  return {
    ours: await open(page('list')),
    floor: await open(page('list-floor')),
    agGrid: await open(peer('ag-grid')),
    tanstack: await open(peer('tanstack')),
    glide: await open(peer('glide')),
    close: () => context.close(),
  }
}

/** What takes a few milliseconds is taken seven times for one sample. */
const often = async (tab: Page, measure: (tab: Page) => Promise<number>): Promise<number> => {
  const samples: number[] = []
  for (let time = 0; time < 7; time++) samples.push(await measure(tab))
  return median(samples)
}

/** From nothing selected. */
const selectAll = (tab: Page): Promise<number> =>
  tab.evaluate(async (index) => {
    const { list, timeToPaint } = window
    if (list.look(index)?.isSelected)
      await timeToPaint(list.clearSelection, () => list.look(index)?.isSelected === false)
    return timeToPaint(list.selectAll, () => list.look(index)?.isSelected === true)
  }, row)

/** With a million selected but for this row at most: gives it back, or takes it again. */
const toggle = (tab: Page): Promise<number> =>
  tab.evaluate((index) => {
    const { list, timeToPaint } = window
    const before = list.look(index)?.isSelected
    return timeToPaint(
      () => list.toggle(index),
      () => list.look(index)?.isSelected === !before,
    )
  }, row)

let changes = 0

const changeStatus = (tab: Page): Promise<number> => {
  changes += 1
  return tab.evaluate(
    ({ index, count, status }) =>
      window.timeToPaint(
        () => window.list.changeStatus(count, status),
        () => window.list.look(index)?.text.includes(status) === true,
      ),
    { index: row, count: changed, status: `Status ${changes}` },
  )
}
