import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { fetchedAhead, watchStanding } from './support/stands.ts'
import { expect, test } from './support/test.ts'
import { readTextFiles } from './support/text-files.ts'

type File = { name: string; isAhead: boolean; gzip: number; brotli: number; encoding: string | undefined }

/** Every script and style sheet that a page fetches, as it weighs compressed; `isAhead` where it was asked for once the page stood. */
const weigh = (page: Page) => {
  const files = new Map<string, Omit<File, 'isAhead'>>()
  page.on('response', (response) => {
    const headers = response.headers()
    if (!/javascript|css/.test(headers['content-type'] ?? '')) return
    const name = new URL(response.url()).pathname
    const body = readFileSync(path.join('dist/console', name))
    files.set(name, {
      name,
      gzip: gzipSync(body, { level: 9 }).length / 1_000,
      brotli: brotliCompressSync(body).length / 1_000,
      encoding: headers['content-encoding'],
    })
  })
  const rested = async () => {
    // The stream of live events never ends, so the network is never idle: no file for a while is what is waited for.
    let known = -1
    await expect
      .poll(
        () => {
          const isResting = known === files.size
          known = files.size
          return isResting
        },
        { intervals: [1_500] },
      )
      .toBe(true)
    const ahead = await fetchedAhead(page)
    return [...files.values()].map((file): File => ({ ...file, isAhead: ahead.includes(file.name) }))
  }
  return { rested }
}

const sum = (files: readonly File[], ending: string, by: 'gzip' | 'brotli') =>
  files
    .filter(({ name, isAhead }) => name.endsWith(ending) && !isAhead)
    .reduce((kB, file) => kB + file[by], 0)

const languagesOf = (files: readonly File[]) => {
  const texts = readTextFiles()
  return [...new Set(files.flatMap(({ name }) => texts.get(name)?.language ?? []))]
}

test('the login asks for at most 95 kB of scripts, in one round, and for the rest when it stands', async ({
  page,
}) => {
  const { rested } = weigh(page)
  await watchStanding(page, 'input[type=password]')
  await page.goto('/auth/login')
  await page.getByRole('textbox', { name: 'Adresse e-mail' }).waitFor()
  const files = await rested()
  // Its style, and the entry, the runtime, the base, the door and its words.
  expect(files.filter(({ isAhead }) => !isAhead).length).toBeLessThanOrEqual(6)
  expect(sum(files, '.js', 'gzip')).toBeLessThanOrEqual(95)
  expect(sum(files, '.js', 'brotli')).toBeLessThanOrEqual(83)
  expect(sum(files, '.css', 'gzip')).toBeLessThanOrEqual(12)
  expect(languagesOf(files)).toEqual(['fr'])
  expect(files.filter(({ isAhead }) => isAhead).map(({ name }) => name.split('-')[0])).toContain(
    '/assets/console',
  )
  for (const { name, encoding, gzip } of files) {
    if (gzip > 1) expect([name, encoding]).toEqual([name, 'br'])
  }
})

test('the orders screen asks for no charts, no spreadsheets, no other language, and at most 184 kB of scripts', async ({
  page,
  desk,
  openAs,
}) => {
  await openAs('admin', '/favicon.svg')
  const { rested } = weigh(page)
  await watchStanding(page, '[role=row][aria-rowindex="3"]')
  await page.goto('/orders/list')
  await desk.listReady('Commandes')
  const files = await rested()
  expect(languagesOf(files)).toEqual(['fr'])
  expect(files.filter(({ name }) => /echart|worker|invoice|dashboard|triage/.test(name))).toEqual([])
  expect(sum(files, '.css', 'gzip')).toBeLessThanOrEqual(14)
  expect(sum(files, '.js', 'gzip')).toBeLessThanOrEqual(184)
  expect(sum(files, '.js', 'brotli')).toBeLessThanOrEqual(161)
  // Two style sheets, the entry, the runtime, the base, the console and its first words: what stands before the first row.
  expect(files.filter(({ isAhead }) => !isAhead).length).toBeLessThanOrEqual(7)
  // What is fetched ahead: all other words and commands, the palette, sentences, menus and dialogs.
  const ahead = files.filter(({ isAhead }) => isAhead).map((file) => ({ ...file, isAhead: false }))
  expect(sum(ahead, '.js', 'gzip')).toBeLessThanOrEqual(178)
})

/** All texts of the language, fetched once the screen stands. */
const wholeFrench = /\/assets\/fr-[\w-]{8}\.js$/

for (const role of ['admin', 'seller']) {
  test(`the orders screen of ${role} says with the words that come first what it says with all of them`, async ({
    page,
    desk,
    openAs,
  }) => {
    let letCome = () => {}
    const held = new Promise<void>((resolve) => {
      letCome = resolve
    })
    await page.route(wholeFrench, async (route) => {
      await held
      await route.continue()
    })
    await openAs(role, '/orders/list')
    await desk.listReady('Commandes')
    const said = async () => (await page.locator('body').ariaSnapshot()).replace(/\d+/g, '0').split('\n')
    const first = await said()
    const rest = page.waitForResponse(wholeFrench)
    letCome()
    await rest
    // The palette waits for all words: once it stood, they are here.
    await desk.press('Control+k')
    await expect(desk.palette).toBeVisible()
    await desk.press('Escape')
    await expect(desk.palette).toBeHidden()
    const whole = await said()
    expect(first.filter((line) => !whole.includes(line))).toEqual([])
  })
}
