import type { Page } from '@playwright/test'
import { createTyping, prepareTools, type Tools, type Typing } from '../lib/browser/key-to-paint.ts'
import type { Bench, Line } from '../lib/report/bench.ts'
import { besideOf, costOver, countOf, leadOver } from '../lib/report/figure.ts'
import { byTurns, median, percentile } from '../lib/report/samples.ts'

const text = 'kone mar'
/** Eight keys each; a peer that takes a third of a second a key is measured by fewer. */
const turns = 7
const viewport = { width: 1280, height: 800 }

const optionRows = '[role=option]'

export const line: Line = {
  name: 'palette',
  measure: async (bench) => {
    const ours = await open(bench, await bench.page('palette'))
    const floor = await open(bench, await bench.page('palette-floor'))
    const answering = await open(bench, `${await bench.page('palette-floor')}?answers`)
    const cmdk = await open(bench, await bench.peer('cmdk'))
    const kbar = await open(bench, await bench.peer('kbar'))

    for (const page of [floor, answering]) await page.getByRole('textbox', { name: 'Floor' }).focus()
    for (const page of [ours, cmdk, kbar]) {
      await page.bringToFront()
      await page.keyboard.press('Control+k')
      await page.locator('input').waitFor()
    }
    const sides = {
      ours: await typingIn(ours, optionRows, 500),
      floor: await typingIn(floor, optionRows, 100),
      answering: await typingIn(answering, 'li', 100),
      cmdk: await typingIn(cmdk, '[cmdk-item]', 100),
      kbar: await typingIn(kbar, '.row', 200),
    }
    const first = await ours.evaluate(() => document.querySelector('[role=option]')?.textContent ?? '')
    const keys: Record<keyof typeof sides, number[]> = {
      ours: [],
      floor: [],
      answering: [],
      cmdk: [],
      kbar: [],
    }
    const middle = (side: keyof typeof sides) => async () => {
      const { page, typing } = sides[side]
      await page.bringToFront()
      const took = await typing.type(text)
      keys[side].push(...took)
      return median(took)
    }
    await byTurns({ ours: middle('ours'), floor: middle('floor'), answering: middle('answering') }, turns)
    await byTurns({ cmdk: middle('cmdk'), kbar: middle('kbar') }, 2)
    const painted: number[] = []
    for (let race = 0; race < 5; race++) {
      await ours.bringToFront()
      painted.push(await sides.ours.typing.race(text, 40))
    }
    for (const side of ['ours', 'floor', 'answering', 'cmdk', 'kbar'] as const) {
      const [p50, p95] = [percentile(keys[side], 50), percentile(keys[side], 95)]
      bench.say(`palette, key to paint, ${side}: median ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`)
    }
    const key = { what: 'palette key to paint, all commands + 100,000 records', unit: 'ms' }
    return [
      costOver({
        ...key,
        against: 'floor (controlled input)',
        ours: keys.ours,
        theirs: keys.floor,
        goal: { atMost: 2.5 },
      }),
      costOver({
        ...key,
        what: `${key.what}, p95`,
        against: 'floor (controlled input)',
        ours: percentile(keys.ours, 95),
        theirs: percentile(keys.floor, 95),
        goal: { atMost: 3 },
      }),
      besideOf({
        ...key,
        against: 'a controlled input with 12 lines of text',
        ours: keys.ours,
        theirs: keys.answering,
      }),
      leadOver({
        ...key,
        against: "cmdk's own filter, 20,000",
        ours: keys.ours,
        theirs: keys.cmdk,
        goal: { atLeast: 10 },
      }),
      leadOver({ ...key, against: 'kbar, 20,000', ours: keys.ours, theirs: keys.kbar, goal: { atLeast: 1 } }),
      countOf({
        what: 'palette keys painted of 8, one every 40 ms',
        unit: 'keys',
        ours: painted,
        goal: { atLeast: 8 },
      }),
      countOf({
        what: '`kone mar` finds Koné Mariam',
        unit: 'found',
        ours: Number(first.includes('Koné Mariam')),
        goal: { atLeast: 1 },
      }),
      ...(await openings(bench, { ours, cmdk })),
    ]
  },
}

const open = async ({ browser, say }: Bench, address: string): Promise<Page> => {
  const page = await (await browser()).newPage({ locale: 'fr', viewport })
  page.on('pageerror', (error) => say(String(error)))
  await page.goto(address)
  await page.locator('body[data-ready=true]').waitFor({ state: 'attached', timeout: 60_000 })
  return page
}

const typingIn = async (page: Page, rows: string, rest: number): Promise<{ page: Page; typing: Typing }> => {
  await page.bringToFront()
  const typing = await createTyping(page, rows)
  await typing.learn(text, rest)
  return { page, typing }
}

/** From the key that opens it to the paint of its first rows. The floor shows the very rows that ours has in view. */
const openings = async (bench: Bench, { ours, cmdk }: Record<'ours' | 'cmdk', Page>) => {
  await ours.bringToFront()
  for (let tries = 0; tries < 3; tries++) await ours.keyboard.press('Escape')
  await ours.keyboard.press('Control+k')
  await ours.locator(optionRows).first().waitFor()
  const rows = await ours.evaluate(() => {
    const list = document.querySelector('[role=listbox]')?.getBoundingClientRect()
    return [...document.querySelectorAll('[role=option]')]
      .filter((row) => row.getBoundingClientRect().top < (list?.bottom ?? 0))
      .map((row) => [...row.querySelectorAll('span')].map((cell) => cell.textContent ?? ''))
  })
  await ours.keyboard.press('Escape')
  const bare = await open(
    bench,
    `${await bench.page('palette-floor')}?rows=${encodeURIComponent(JSON.stringify(rows))}`,
  )
  const small = await open(bench, `${await bench.peer('cmdk')}?items=50`)
  await prepareTools(bare, 'li')
  await prepareTools(small, '[cmdk-item]')
  await cmdk.bringToFront()
  await cmdk.keyboard.press('Escape')
  const took = await byTurns({
    ours: () => opening(ours, optionRows),
    floor: () => opening(bare, 'li'),
    small: () => opening(small, '[cmdk-item]'),
    cmdk: () => opening(cmdk, '[cmdk-item]'),
  })
  bench.say(`palette opens: cmdk with 50 items ${median(took.small).toFixed(1)} ms`)
  const opens = { what: 'palette opens', unit: 'ms', ours: took.ours }
  return [
    costOver({
      ...opens,
      against: 'floor (bare dialog, the same rows)',
      theirs: took.floor,
      goal: { atMost: 3 },
    }),
    leadOver({ ...opens, against: 'cmdk, 20,000', theirs: took.cmdk, goal: { atLeast: 40 } }),
  ]
}

const opening = async (page: Page, rows: string): Promise<number> => {
  await page.bringToFront()
  const opened = page.evaluate(() => (window as unknown as Tools).opened())
  await page.waitForTimeout(60 + Math.random() * 17)
  await page.keyboard.press('Control+k')
  const took = await opened
  await page.waitForTimeout(300)
  await page.keyboard.press('Escape')
  await page.locator(rows).first().waitFor({ state: 'detached' })
  return took
}
