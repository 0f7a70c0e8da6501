import { expect, type Page, type Request } from '@playwright/test'
import type { AppPage } from './app-page.ts'

/** A command's row in the palette: name, further text, heading. */
export type Offered = {
  at: number
  name: string
  text: string
  heading: string
  isRefused: boolean
  asksWhich: boolean
}

/** Snapshot of the screen; comparing two of them shows whether a command had a visible effect. */
type ScreenState = { palette: 'closed' | 'list' | 'confirm'; options: number; waits: boolean; layers: number }

/** All commands of the palette on this screen, after `>`; leaves the palette open. */
export const openCommands = async (page: Page, app: AppPage): Promise<Offered[]> => {
  await openPalette(app)
  await app.type('>')
  await expect.poll(() => page.evaluate(readOffered).then(({ length }) => length)).toBeGreaterThan(20)
  return page.evaluate(readOffered)
}

/** Types a command's name in the palette and returns its row, or null. */
export const lookUp = async (page: Page, app: AppPage, name: string): Promise<Offered | null> => {
  requestsOf(page)
  await openPalette(app)
  await app.type(`>${name}`)
  await page.evaluate(twoFrames)
  for (let step = 0; step < farthest; step++) {
    const at = await page.evaluate(readHighlighted)
    if (at.startsWith(name)) return (await page.evaluate(readOffered)).find(({ text }) => text === at) ?? null
    await page.keyboard.press('ArrowDown')
  }
  return null
}

/** The command must be within this many rows. */
const farthest = 12

/** A field that records a shortcut consumes Ctrl+K; Escape leaves it. */
const openPalette = async (app: AppPage): Promise<void> => {
  await app.press('Control+k')
  const isOpen = () => app.palette.isVisible()
  if (!(await isOpen())) {
    await app.press('Escape')
    if (!(await isOpen())) await app.press('Control+k')
  }
  await expect(app.palette).toBeVisible()
}

/** Walks the open palette and returns rows that were never highlighted. */
export const walkRows = async (page: Page, offered: readonly Offered[]): Promise<string[]> => {
  await page.keyboard.press('Home')
  await page.evaluate(recordHighlights)
  for (const _ of offered) await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate(readHighlighted)).toBe(offered.at(-1)?.text)
  const seen = new Set(await page.evaluate(() => (window as unknown as Recorder).highlighted))
  return offered.map(({ text }) => text).filter((text) => !seen.has(text))
}

type Recorder = { highlighted: string[] }

/**
 * Runs the highlighted command: Enter, then the first choice or a typed value for each argument. Returns how it
 * ended: `ran`, or `nothing` if there was nothing to choose or to change.
 */
export const runHighlighted = async (page: Page): Promise<'ran' | 'nothing'> => {
  await page.keyboard.press('Enter')
  for (let question = 0; question < 8; question++) {
    const before = await settled(page)
    if (before.palette === 'closed') return 'ran'
    if (before.palette === 'confirm') {
      await page.keyboard.press('Enter')
      if ((await settled(page)).palette === 'closed') return 'ran'
      break
    }
    if (before.options === 0 && !(await write(page))) break
    await page.keyboard.press('Enter')
  }
  await leavePalette(page)
  return 'nothing'
}

/** Closes all layers over the page with Escape. */
export const leaveLayers = async (page: Page): Promise<void> => {
  for (let tries = 0; tries < 6; tries++) {
    if ((await page.evaluate(readScene)).layers === 0) return
    await page.keyboard.press('Escape')
    await page.evaluate(twoFrames)
  }
  await expect.poll(() => page.evaluate(readScene).then(({ layers }) => layers)).toBe(0)
}

/** Everything visible or announced on the page, to compare before and after. */
export const fingerprint = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      location.href,
      document.documentElement.className,
      JSON.stringify({ ...document.documentElement.dataset }),
      document.body.textContent,
      document.activeElement?.outerHTML.slice(0, 300),
      document.querySelector('[role="grid"]')?.getAttribute('aria-activedescendant'),
    ].join('\n'),
  )

/**
 * Whether the page changes; then waits until idle. Counts only checks of an idle page without pending requests, so that slow
 * machines get as many.
 */
export const somethingHappens = async (page: Page, before: string): Promise<boolean> => {
  const requests = requestsOf(page)
  let last = before
  let still = 0
  while (still < (last === before ? looksWithoutChange : looksAfterChange)) {
    await page.evaluate(idleLook)
    const now = await fingerprint(page)
    still = now === last && requests.size === 0 ? still + 1 : 0
    last = now
  }
  return last !== before
}

const looksWithoutChange = 36
const looksAfterChange = 6

/** Runs in the page. */
const idleLook = () =>
  new Promise<void>((resolve) => setTimeout(() => requestIdleCallback(() => resolve()), 50))

/** Pending requests of the page since the first call, without the event stream, which never ends. */
const requestsOf = (page: Page): ReadonlySet<Request> => {
  const known = pending.get(page)
  if (known !== undefined) return known
  const requests = new Set<Request>()
  pending.set(page, requests)
  page.on('request', (request) => {
    if (request.headers().accept !== 'text/event-stream') requests.add(request)
  })
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => requests.delete(request))
  return requests
}

const pending = new WeakMap<Page, Set<Request>>()

const leavePalette = async (page: Page): Promise<void> => {
  for (let tries = 0; tries < 8; tries++) {
    if ((await page.evaluate(readScene)).palette === 'closed') return
    await page.keyboard.press('Escape')
    await page.evaluate(twoFrames)
  }
}

/** Types a valid value for this argument: a number, a day. */
const write = async (page: Page): Promise<boolean> => {
  for (const text of ['12', 'demain']) {
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
    const { options } = await settled(page)
    if (options > 0) return true
  }
  return false
}

const settled = async (page: Page): Promise<ScreenState> => {
  await page.evaluate(twoFrames)
  await expect
    .poll(() => page.evaluate(readScene).then(({ waits }) => waits), { intervals: [20, 40, 80] })
    .toBe(false)
  return page.evaluate(readScene)
}

/** Runs in the page. */
const readOffered = (): Offered[] =>
  [...document.querySelectorAll('[role="dialog"][aria-label="Palette"] [role="option"]')].map(
    (option, at) => {
      const copy = option.cloneNode(true) as HTMLElement
      for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
      const group = option.closest('[role="group"]')
      const heading = document.getElementById(group?.getAttribute('aria-labelledby') ?? '')
      return {
        at,
        name: copy.querySelector('[title]')?.textContent ?? '',
        text: copy.textContent ?? '',
        heading: heading?.textContent ?? '',
        isRefused: copy.textContent?.includes('Indisponible') ?? false,
        asksWhich: copy.firstElementChild?.childElementCount === 2,
      }
    },
  )

/** Runs in the page. */
const readHighlighted = (): string => {
  const field = document.querySelector('[role="dialog"][aria-label="Palette"] [role="combobox"]')
  const option = document.getElementById(field?.getAttribute('aria-activedescendant') ?? '')
  const copy = option?.cloneNode(true) as HTMLElement | undefined
  for (const hidden of copy?.querySelectorAll('[aria-hidden="true"]') ?? []) hidden.remove()
  return copy?.textContent ?? ''
}

/** Runs in the page: records the text of every option that becomes active from now on. */
const recordHighlights = () => {
  const field = document.querySelector('[role="dialog"][aria-label="Palette"] [role="combobox"]')
  const highlighted: string[] = []
  Object.assign(window, { highlighted })
  const keep = () => {
    const option = document.getElementById(field?.getAttribute('aria-activedescendant') ?? '')
    const copy = option?.cloneNode(true) as HTMLElement | undefined
    for (const hidden of copy?.querySelectorAll('[aria-hidden="true"]') ?? []) hidden.remove()
    if (copy?.textContent) highlighted.push(copy.textContent)
  }
  keep()
  if (field) new MutationObserver(keep).observe(field, { attributeFilter: ['aria-activedescendant'] })
}

/** Runs in the page. */
const readScene = (): ScreenState => {
  const palette = document.querySelector('[role="dialog"][aria-label="Palette"]')
  const field = palette?.querySelector('[role="combobox"]')
  const options = palette?.querySelectorAll('[role="option"]').length ?? 0
  const busy = palette?.querySelector('button[aria-busy="true"]') ?? null
  const says = palette?.textContent ?? ''
  return {
    palette: palette === null ? 'closed' : field ? 'list' : 'confirm',
    options,
    waits: busy !== null || (options === 0 && says.includes('Recherche…')),
    layers: document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]').length,
  }
}

const twoFrames = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
