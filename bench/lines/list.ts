import type { BrowserContext, Page } from '@playwright/test'
import { heapOf } from '../lib/browser/heap-of.ts'
import { openList, openListPage } from '../lib/browser/list-tab.ts'
import type { Line } from '../lib/report/bench.ts'
import { besideOf, costOver, countOf, type Figure, leadOver } from '../lib/report/figure.ts'
import { byTurns, median } from '../lib/report/samples.ts'

const total = 1_000_000
const floorName = 'floor (bare React)'
const agGridName = 'AG Grid 36'
const heldKeys = 45

type Addresses = Record<'ours' | 'floor' | 'agGrid', string>

/** A list of a million rows: time to first rows, scrolling by a held key, memory, whether every row can be reached. */
export const line: Line = {
  name: 'list',
  measure: async (bench) => {
    const { browser, page, peer, say } = bench
    const addresses = {
      ours: await page('list'),
      floor: await page('list-floor'),
      agGrid: await peer('ag-grid'),
    }
    const figures: Figure[] = []
    for (const part of [mounts, steps, held, reach, holds]) {
      say(`  ${part.name}`)
      const context = await (await browser()).newContext()
      figures.push(...(await part(context, addresses)))
      await context.close()
    }
    return figures
  },
}

type Part = (context: BrowserContext, addresses: Addresses) => Promise<Figure[]>

const mounts: Part = async (context, { ours, floor, agGrid }) => {
  const mount = (address: string) => async () => {
    const tab = await openListPage(context, address, total)
    const took = await tab.evaluate(() =>
      window.timeToPaint(window.list.mount, () => (window.list.look(10)?.text ?? '').trim() !== ''),
    )
    await tab.close()
    return took
  }
  const sides = await byTurns({
    ours: often(mount(ours)),
    floor: often(mount(floor)),
    agGrid: mount(agGrid),
  })
  const mounted = { what: 'list of 1,000,000 mounts', unit: 'ms', ours: sides.ours }
  return [
    costOver({ ...mounted, against: floorName, theirs: sides.floor, goal: { atMost: 2.2 } }),
    leadOver({ ...mounted, against: agGridName, theirs: sides.agGrid, goal: { atLeast: 25 } }),
  ]
}

/** What takes a few milliseconds is taken thrice for one sample. */
const often = (measure: () => Promise<number>) => async () =>
  median([await measure(), await measure(), await measure()])

const steps: Part = async (context, addresses) => {
  const tabs = await openFocused(context, addresses)
  const ends = { ours: 0, floor: 0, agGrid: 0 }
  let mostRenders = 0
  const step = (side: keyof Addresses) => async () => {
    const { took, renders } = await stepDown(tabs[side], ends[side], stepsInSample)
    ends[side] += stepsInSample
    if (side === 'ours') mostRenders = Math.max(mostRenders, renders)
    return took
  }
  const sides = await byTurns({ ours: step('ours'), floor: step('floor'), agGrid: step('agGrid') })
  const moved = { what: 'active row moves one down, key held', unit: 'ms', ours: sides.ours }
  return [
    costOver({ ...moved, against: floorName, theirs: sides.floor, goal: { atMost: 1.2 } }),
    costOver({ ...moved, against: agGridName, theirs: sides.agGrid, goal: { atMost: 0.5 } }),
    countOf({ what: 'row renders a step, at most', unit: 'rows', ours: mostRenders, goal: { atMost: 3 } }),
  ]
}

/** Enough for the list to scroll with nearly every one of them. */
const stepsInSample = 40

/** The middle of so many steps down from row `from`, and the most rows that one of them rendered. */
const stepDown = async (tab: Page, from: number, count: number) => {
  await tab.bringToFront()
  return tab.evaluate(
    async ([first, steps]) => {
      const times: number[] = []
      let renders = 0
      for (let row = first + 1; row <= first + steps; row++) {
        const before = window.list.renders?.() ?? 0
        const took = await window.timeToPaint(
          () => window.pressKey('ArrowDown'),
          () => window.list.look(row)?.isActive === true,
        )
        times.push(took)
        renders = Math.max(renders, (window.list.renders?.() ?? 0) - before)
      }
      return { took: times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0, renders }
    },
    [from, count] as const,
  )
}

const held: Part = async (context, addresses) => {
  const tabs = await openFocused(context, addresses)
  for (const tab of Object.values(tabs)) {
    const session = await context.newCDPSession(tab)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  const starts = { ours: 0, floor: 0, agGrid: 0 }
  const hold = (side: keyof Addresses) => async () => {
    const painted = await paintedOf(tabs[side], starts[side])
    starts[side] += heldKeys
    return painted
  }
  const sides = await byTurns({ ours: hold('ours'), floor: hold('floor'), agGrid: hold('agGrid') })
  const shown = { what: 'painted of 45 keys at 30 a second, 4x CPU throttle', unit: 'rows', ours: sides.ours }
  return [
    countOf({ ...shown, goal: { atLeast: 44 } }),
    besideOf({ ...shown, against: floorName, theirs: sides.floor }),
    besideOf({ ...shown, against: agGridName, theirs: sides.agGrid }),
  ]
}

/** Of 45 repeats of the key, how many a frame showed. */
const paintedOf = async (tab: Page, from: number): Promise<number> => {
  await tab.bringToFront()
  return tab.evaluate(([start, keys]) => window.holdKey(start, keys), [from, heldKeys] as const)
}

/** Two hundred rows from end to end, the last one by the scrollbar as well. */
const reach: Part = async (context, { ours }) => {
  const tab = await openFocusedOne(context, ours)
  const asked = [...Array.from({ length: 200 }, (_, step) => step * 5_000 + 17), 900_000, total - 1]
  const misses: number[] = []
  for (const row of asked) misses.push(await missOf(tab, row))
  const byBar = await tab.evaluate(async () => {
    window.list.jumpTo(0)
    await window.timeToPaint(
      () => undefined,
      () => window.list.look(0) !== null,
    )
    const bar = window.list.scroller()
    await window.timeToPaint(
      () => bar.scrollTo(0, bar.scrollHeight),
      () => window.list.look(999_999) !== null,
    )
    return window.list.inView().at(-1)?.index ?? -1
  })
  const reached = misses.filter((miss) => miss === 0).length + (byBar === total - 1 ? 1 : 0)
  const share = (100 * reached) / (asked.length + 1)
  return [
    countOf({
      what: 'rows of 1,000,000 x 40 px that can be reached',
      unit: '%',
      ours: share,
      goal: { atLeast: 100 },
    }),
    countOf({
      what: 'error of a jump to row 900,000',
      unit: 'rows',
      ours: misses[asked.indexOf(900_000)] ?? Number.NaN,
      goal: { atMost: 0 },
    }),
  ]
}

/** How many rows lie between the one that was asked for and what is in view, its own words read there. */
const missOf = async (tab: Page, row: number): Promise<number> =>
  tab.evaluate(
    async ([index, count]) => {
      await window.timeToPaint(
        () => window.list.jumpTo(index),
        () => (window.list.look(index)?.text ?? '') !== '',
      )
      const seen = window.list.inView()
      const isItself = seen.some((row) => row.index === index && row.text.startsWith(String(count - index)))
      return isItself ? 0 : Math.max(1, Math.min(...seen.map((row) => Math.abs(row.index - index))))
    },
    [row, total] as const,
  )

const holds: Part = async (context, { ours, floor, agGrid }) => {
  const nodes = async (address: string, rows: number) => {
    const tab = await openFocusedOne(context, address, rows)
    const count = await tab.evaluate(() => document.querySelectorAll('#root *').length)
    await tab.close()
    return count
  }
  const beyond = async (address: string) =>
    (await heapOf(context, address, total)) - (await heapOf(context, address, 200))
  const [few, many] = [await nodes(ours, 100), await nodes(ours, total)]
  const heap = {
    what: 'heap for 1,000,000 rows, beyond the rows loaded',
    unit: 'MB',
    ours: await beyond(ours),
  }
  return [
    countOf({ ...heap, goal: { atMost: 1 } }),
    besideOf({ ...heap, against: floorName, theirs: await beyond(floor) }),
    besideOf({ ...heap, against: agGridName, theirs: await beyond(agGrid) }),
    costOver({
      what: 'DOM nodes of a list, 1,000,000 rows',
      against: 'the same of 100 rows',
      unit: 'nodes',
      ours: many,
      theirs: few,
      goal: { atMost: 1 },
    }),
    costOver({
      what: 'DOM nodes of a list, 1,000,000 rows',
      against: agGridName,
      unit: 'nodes',
      ours: many,
      theirs: await nodes(agGrid, total),
      goal: { atMost: 1 },
    }),
  ]
}

const openFocused = async (context: BrowserContext, { ours, floor, agGrid }: Addresses) => ({
  ours: await openFocusedOne(context, ours),
  floor: await openFocusedOne(context, floor),
  agGrid: await openFocusedOne(context, agGrid),
})

const openFocusedOne = async (context: BrowserContext, address: string, rows = total): Promise<Page> => {
  const tab = await openList(context, address, rows)
  await tab.evaluate(() => window.list.focus())
  return tab
}
