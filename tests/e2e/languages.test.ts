import type { Page } from '@playwright/test'
import { type LanguageCode, languageCodes, languages } from '../../domain/core/languages.ts'
import de from '../../locales/de/auth.json' with { type: 'json' }
import en from '../../locales/en/auth.json' with { type: 'json' }
import es from '../../locales/es/auth.json' with { type: 'json' }
import fr from '../../locales/fr/auth.json' with { type: 'json' }
import it from '../../locales/it/auth.json' with { type: 'json' }
import ru from '../../locales/ru/auth.json' with { type: 'json' }
import ruInvoices from '../../locales/ru/invoices.json' with { type: 'json' }
import ruOrders from '../../locales/ru/orders.json' with { type: 'json' }
import ruPalette from '../../locales/ru/palette.json' with { type: 'json' }
import { expect, full, test } from './support/test.ts'

const texts: Record<LanguageCode, typeof fr> = { fr, en, de, it, es, ru }

/** The language of the login screen: its heading, the document's `lang` and the stored choice. */
const readLanguages = async (page: Page) => {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  // The prerendered form is shown before its code is loaded, in the same language.
  const early = await heading.textContent()
  await expect(page.getByRole('main')).toBeVisible()
  await expect(heading).toHaveText(early ?? '')
  return page.evaluate(() => ({
    heading: document.querySelector('h1')?.textContent,
    lang: document.documentElement.lang,
    stored: localStorage.getItem('i18nextLng'),
  }))
}

const saying = (code: LanguageCode) => ({
  heading: texts[code].login.title,
  lang: languages[code].locale,
  stored: code,
})

test.describe('a browser that prefers Portuguese, then Italian', () => {
  test.use({ locale: 'pt-PT' })

  test('gets the first of our languages: query, cookie, storage, browser', full, async ({ page }) => {
    const set = (storage: 'localStorage' | 'sessionStorage', code: string | null) =>
      page.evaluate(
        ([name, value]) => {
          const storageArea = name === 'localStorage' ? localStorage : sessionStorage
          if (value === null) storageArea.removeItem('i18nextLng')
          else storageArea.setItem('i18nextLng', value as string)
        },
        [storage, code],
      )
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'languages', { get: () => ['pt-PT', 'it-CH', 'en'] })
    })
    await page.goto('/auth/login')
    expect(await readLanguages(page)).toEqual(saying('it'))
    await set('localStorage', null)
    await set('sessionStorage', 'es')
    await page.goto('/auth/login')
    expect(await readLanguages(page)).toEqual(saying('es'))
    await set('localStorage', 'ru')
    await page.goto('/auth/login')
    expect(await readLanguages(page)).toEqual(saying('ru'))
    await page.context().addCookies([{ name: 'i18next', value: 'de', url: page.url() }])
    await page.goto('/auth/login')
    expect(await readLanguages(page)).toEqual(saying('de'))
    await page.goto('/auth/login?lng=en-US')
    expect(await readLanguages(page)).toEqual(saying('en'))
  })

  test('is answered in French where it names none of ours', full, async ({ page }) => {
    await page.goto('/auth/login')
    expect(await readLanguages(page)).toEqual(saying('fr'))
  })
})

test('an unknown language changes nothing, and is said in the console', full, async ({ page, app }) => {
  app.expectErrors(/^unknown language code: /)
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto('/auth/login?lng=es')
  expect(await readLanguages(page)).toEqual(saying('es'))
  await page.goto('/auth/login?lng=xx')
  expect(await readLanguages(page)).toEqual(saying('es'))
  expect(said).toEqual(['unknown language code: xx'])
  // Language detection of a page that is still loading would read it, too.
  await page.goto('/favicon.svg')
  await page.evaluate(() => localStorage.setItem('i18nextLng', 'klingon'))
  await page.goto('/auth/login')
  expect(await readLanguages(page)).toEqual(saying('fr'))
  expect(said).toEqual(['unknown language code: xx', 'unknown language code: klingon'])
})

test('the picker names the six in themselves; the choice outlives a reload', full, async ({ page, app }) => {
  await page.goto('/auth/login')
  await app.activate(page.getByRole('button', { name: /Français$/ }))
  const items = page.getByRole('menuitemradio')
  await expect(items).toHaveText(languageCodes.map((code) => languages[code].name))
  await app.enter('Deutsch')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(de.login.title)
  await page.reload()
  expect(await readLanguages(page)).toEqual(saying('de'))
})

test('Russian is used everywhere: menu, list, plural forms, filter words, palette in any language', {
  tag: '@full',
}, async ({ page, app }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'ru'))
  await app.openAs('admin', '/orders/list')
  await app.listReady(ruOrders.title)
  await expect(page.getByRole('link', { name: ruInvoices.adds.commands.go.invoices.place })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: ruOrders.fields.customerName })).toBeVisible()
  await app.filter('статус:подтверждён')
  await expect(page).toHaveURL('/orders/list?q=status%3ACONFIRMED')
  await app.press('Control+k')
  // A German word finds the command, and it is shown in Russian.
  await app.type('Rechnungsliste')
  const palette = page.getByRole('dialog', { name: ruPalette.title, exact: true })
  await expect(palette.getByRole('option').first()).toContainText(ruInvoices.adds.commands.go.invoices.label)
})
