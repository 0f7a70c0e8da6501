import type { CDPSession, Page } from '@playwright/test'
import type { FramesSeen } from '../lib/browser/frames.ts'
import { openList } from '../lib/browser/list-tab.ts'
import type { Bench, Line } from '../lib/report/bench.ts'
import { besideOf, costOver, countOf } from '../lib/report/figure.ts'
import { byTurns } from '../lib/report/samples.ts'

type Gesture = { readonly name: string; readonly rows: number; readonly source: 'mouse' | 'touch' }
type ScrollTab = { readonly tab: Page; readonly cdp: CDPSession }

const total = 1_000_000
const slowdown = 4
const seconds = 3
const rowHeight = 40
/** No goal speaks of the peers here, and each of their runs takes seconds. */
const peerRuns = 2
/** A hand at the wheel passes fifty rows a second; a finger that throws the list, more than a thousand. */
const wheel: Gesture = { name: 'wheel', rows: 150, source: 'mouse' }
const fling: Gesture = { name: 'fling', rows: 4_000, source: 'mouse' }

/**
 * Three seconds of scrolling from the first row, sent by the browser itself, while the page's thread has a quarter of the
 * machine. A frame is missed when a sixtieth of a second passes without the page being given one; what the page needs
 * after the gesture until the rows in view are drawn counts as well, so that more than 180 can be missed.
 */
export const line: Line = {
  name: 'scroll',
  measure: async (bench) => {
    const { ours, floor, agGrid, glide, close } = await openTabs(bench)
    const missed = (tab: ScrollTab, gesture: Gesture) => async () =>
      (await scroll(tab, gesture, false)).missed
    const count = async (gesture: Gesture) => ({
      ...(await byTurns({ ours: missed(ours, gesture), floor: missed(floor, gesture) })),
      ...(await byTurns({ agGrid: missed(agGrid, gesture), glide: missed(glide, gesture) }, peerRuns)),
    })
    const wheeled = await count(wheel)
    const flung = await count(fling)
    bench.say(`  each run, wheel: ${JSON.stringify(wheeled)}, fling: ${JSON.stringify(flung)}`)
    const blank: number[] = []
    for (let run = 0; run < peerRuns; run++)
      for (const gesture of [wheel, fling]) blank.push((await scroll(ours, gesture, true)).blank)
    await close()
    const what = (gesture: Gesture) => ({
      what: `${gesture.name} at 4x CPU throttle, missed of 180 frames`,
      unit: 'frames',
    })
    const { ours: byWheel } = wheeled
    const { ours: byFling } = flung
    return [
      countOf({ ...what(wheel), ours: byWheel, goal: { atMost: 4 } }),
      besideOf({ ...what(wheel), ours: byWheel, against: 'floor (bare React)', theirs: wheeled.floor }),
      besideOf({ ...what(wheel), ours: byWheel, against: 'AG Grid 36', theirs: wheeled.agGrid }),
      besideOf({ ...what(wheel), ours: byWheel, against: 'Glide 6 (canvas)', theirs: wheeled.glide }),
      costOver({
        ...what(fling),
        ours: byFling,
        against: 'floor (bare React)',
        theirs: flung.floor,
        goal: { atMost: 2 },
      }),
      besideOf({ ...what(fling), ours: byFling, against: 'AG Grid 36', theirs: flung.agGrid }),
      besideOf({ ...what(fling), ours: byFling, against: 'Glide 6 (canvas)', theirs: flung.glide }),
      countOf({
        what: 'frames of all runs with a loaded row blank',
        unit: 'frames',
        ours: blank.reduce((sum, one) => sum + one, 0),
        goal: { atMost: 0 },
      }),
    ]
  },
}

const openTabs = async ({ browser, page, peer }: Bench) => {
  const context = await (await browser()).newContext()
  const open = async (address: Promise<string>): Promise<ScrollTab> => {
    const tab = await openList(context, await address, total)
    return { tab, cdp: await context.newCDPSession(tab) }
  }
  const ours = await open(page('list'))
  await loadRows(ours.tab)
  return {
    ours,
    floor: await open(page('list-floor')),
    agGrid: await open(peer('ag-grid')),
    glide: await open(peer('glide')),
    close: () => context.close(),
  }
}

/** The others hold all rows from the start: ours has loaded those that the gestures pass, too. */
const loadRows = async (tab: Page): Promise<void> => {
  for (let row = 0; row <= fling.rows; row += 50) {
    await tab.evaluate((index) => window.list.jumpTo(index), row)
    await tab.waitForFunction((index) => (window.list.look(index)?.text ?? '') !== '', row)
  }
}

const scroll = async (
  { tab, cdp }: ScrollTab,
  { rows, source }: Gesture,
  looksAtRows: boolean,
): Promise<FramesSeen> => {
  await tab.bringToFront()
  await tab.evaluate(() => window.list.jumpTo(0))
  await tab.waitForFunction(() => window.list.inView()[0]?.index === 0)
  // The rest of the way back, timers of libraries included.
  await tab.waitForTimeout(300)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await tab.evaluate((looks) => window.startFrames(looks), looksAtRows)
  await cdp.send('Input.synthesizeScrollGesture', {
    x: 640,
    y: 400,
    yDistance: -rows * rowHeight,
    speed: Math.round((rows * rowHeight) / seconds),
    gestureSourceType: source,
  })
  const seen = await tab.evaluate(() => window.stopFrames())
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return seen
}
