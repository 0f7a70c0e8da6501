import type { BrowserContext, Page } from '@playwright/test'
import { type LanguageCode, languageCodes, languages } from '../../domain/core/languages.ts'
import de from '../../locales/de/auth.json' with { type: 'json' }
import deOrders from '../../locales/de/orders.json' with { type: 'json' }
import en from '../../locales/en/auth.json' with { type: 'json' }
import enOrders from '../../locales/en/orders.json' with { type: 'json' }
import es from '../../locales/es/auth.json' with { type: 'json' }
import esOrders from '../../locales/es/orders.json' with { type: 'json' }
import fr from '../../locales/fr/auth.json' with { type: 'json' }
import frOrders from '../../locales/fr/orders.json' with { type: 'json' }
import it from '../../locales/it/auth.json' with { type: 'json' }
import itOrders from '../../locales/it/orders.json' with { type: 'json' }
import ru from '../../locales/ru/auth.json' with { type: 'json' }
import ruOrders from '../../locales/ru/orders.json' with { type: 'json' }
import { isFull } from '../support/is-full.ts'
import { expect, full, test } from './support/test.ts'
import { readTextFiles } from './support/text-files.ts'

const auth: Record<LanguageCode, typeof fr> = { fr, en, de, it, es, ru }
const orders: Record<LanguageCode, { title: string }> = {
  fr: frOrders,
  en: enOrders,
  de: deOrders,
  it: itOrders,
  es: esOrders,
  ru: ruOrders,
}

/** The browser's own language, always different from the requested one. */
const otherThan = (code: LanguageCode): LanguageCode => (code === 'de' ? 'it' : 'de')

type Visit = { context: BrowserContext; page: Page; origin: string; code: LanguageCode }

/** Sources of the language on a first visit. */
const sources: Record<string, (visit: Visit) => Promise<string>> = {
  'the browser setting': async ({ page, code }) => {
    await setBrowserLanguages(page, [languages[code].locale])
    return '/auth/login'
  },
  'the cookie': async ({ context, page, origin, code }) => {
    await setBrowserLanguages(page, [languages[otherThan(code)].locale])
    await context.addCookies([{ name: 'i18next', value: code, url: origin }])
    return '/auth/login'
  },
  'the query': async ({ page, code }) => {
    await setBrowserLanguages(page, [languages[otherThan(code)].locale])
    return `/auth/login?lng=${code}`
  },
}

const setBrowserLanguages = (page: Page, tags: readonly string[]) =>
  page.addInitScript((tags) => {
    Object.defineProperty(navigator, 'languages', { get: () => tags })
    Object.defineProperty(navigator, 'language', { get: () => tags[0] })
  }, tags)

/** A full run tries every language from every source; a short one a few. */
const some: readonly LanguageCode[] = ['en', 'ru']

for (const [at, [source, prepare]] of Object.entries(sources).entries()) {
  for (const code of isFull ? languageCodes : some.slice(at === 0 ? 0 : 1)) {
    test(`a first visit reads ${languages[code].name} from ${source}, and downloads no other language`, {
      tag: '@full',
    }, async ({ context, page, server }) => {
      const downloaded = collectLanguages(page)
      await page.goto(await prepare({ context, page, origin: server.url, code }))
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth[code].login.title)
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(languages[code].locale)
      expect([...downloaded]).toEqual([code])
      expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe(code)
    })
  }
}

for (const code of isFull ? languageCodes : some) {
  test(`the console opens in ${languages[code].name}, completes it while idle, and downloads no other language`, {
    tag: '@full',
  }, async ({ page, app }) => {
    const files = readTextFiles()
    const downloaded = collectLanguages(page)
    const isComplete = page.waitForResponse(
      (response) => files.get(new URL(response.url()).pathname)?.namespace === null,
    )
    await setBrowserLanguages(page, [languages[code].locale])
    await app.openAs('admin', '/orders/list')
    await app.listReady(orders[code].title)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(languages[code].locale)
    await isComplete
    expect([...downloaded]).toEqual([code])
  })
}

test('the login requests texts again that the network cuts', full, async ({ page, app }) => {
  app.expectErrors(/net::ERR_FAILED/)
  const files = readTextFiles()
  const isCut = new Set<string>()
  await page.route(
    ({ pathname }) => files.has(pathname),
    async (route) => {
      const url = route.request().url()
      if (isCut.has(url)) return route.continue()
      isCut.add(url)
      await route.abort()
    },
  )
  await page.goto('/auth/login?lng=it')
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(auth.it.login.title)
  // Common texts and account texts.
  expect(isCut.size).toBe(2)
})

/** The languages whose text files a page downloads from now on. */
const collectLanguages = (page: Page): ReadonlySet<LanguageCode> => {
  const files = readTextFiles()
  const found = new Set<LanguageCode>()
  page.on('request', (request) => {
    const file = files.get(new URL(request.url()).pathname)
    if (file) found.add(file.language)
  })
  return found
}
