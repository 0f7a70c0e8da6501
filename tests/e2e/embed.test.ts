import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import errors from '../../locales/fr/errors.json' with { type: 'json' }
import { startServer } from '../support/console/running-server.ts'
import { demoPassword } from './support/api.ts'
import { violations } from './support/axe.ts'
import { type HostPage, serveHostPage } from './support/host-page/serve-host-page.ts'
import { newAgent, newOrder, uniqueWord } from './support/records.ts'
import { refuseOnceForProof } from './support/refuse-once.ts'
import { holdRequests } from './support/stand-between.ts'
import { test as base, expect, full } from './support/test.ts'

type Host = {
  /** Opens a third-party page and mounts the palette with its button. */
  openHost: (page: 'clean' | 'hostile', options?: Record<string, string>) => Promise<void>
  /** Mounts the palette by a classic script, optionally opening it at once; returns the tag name of the focused element. */
  mountByScript: (options?: { isOpened: boolean }) => Promise<string | undefined>
}

const test = base.extend<Host, { hostPage: HostPage }>({
  hostPage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixtures from the pattern
    async ({}, use) => {
      const page = await serveHostPage()
      await use(page)
      await page.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ demoOrders, hostPage }, use) => {
      const server = await startServer(demoOrders, { CORS_ORIGINS: hostPage.origin })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  openHost: async ({ page, hostPage, server, api, app }, use) => {
    await use(async (name, options = {}) => {
      const query = new URLSearchParams({ waybill: server.url, token: api.session.token, ...options })
      await page.goto(`${hostPage.origin}/${name}?${query}`)
      await app.activate(page.getByRole('button', { name: 'Palette' }))
      await expect(page.getByText('palette en place')).toBeVisible()
    })
  },
  mountByScript: async ({ page, hostPage, server, api }, use) => {
    await use(async ({ isOpened } = { isOpened: false }) => {
      await page.goto(`${hostPage.origin}/clean?waybill=${server.url}`)
      await page.addScriptTag({ url: `${server.url}/embed/waybill-palette.global.js` })
      return page.evaluate(
        async ({ url, token, isOpened }) => {
          type Mount = (element: Element, options: object) => Promise<{ open: () => void }>
          const { WaybillPalette } = window as unknown as { WaybillPalette: { mountPalette: Mount } }
          const options = { apiUrl: `${url}/api`, token, locale: 'fr' }
          const palette = await WaybillPalette.mountPalette(document.body, options)
          if (isOpened) palette.open()
          await Promise.resolve()
          return document.activeElement?.shadowRoot?.activeElement?.tagName
        },
        { url: server.url, token: api.session.token, isOpened },
      )
    })
  },
})

const field = (page: Page) => page.getByRole('combobox', { name: 'Palette' })

test('on the example page: signs in, finds an order, changes its status, takes that back, opens it in the console', async ({
  page,
  app,
  api,
}) => {
  const surname = uniqueWord()
  const order = await newOrder(api, { customerName: `Awa ${surname}` })
  await page.goto('/embed/')
  const email = page.getByLabel('Email')
  await app.tabTo(email)
  await app.fill('admin@waybill.test')
  await app.press('Tab')
  await app.fill(demoPassword)
  await app.press('Enter')
  await expect(page.getByText('is signed in')).toBeVisible()

  const note = page.getByLabel('A note of this page')
  await app.tabTo(note)
  await app.type('rappeler ')
  await app.press('Control+k')
  await expect(app.palette).toBeVisible()
  expect(await violations(page)).toEqual([])
  await app.type(surname)
  await expect(app.highlighted).toContainText(`Awa ${surname}`)
  await app.press('Escape')
  await expect(app.palette).toBeHidden()
  await app.type('demain')
  await expect(note).toHaveValue('rappeler demain')

  await app.ask(`annuler ${order.number}`)
  await expect(app.highlighted).toContainText(`Awa ${surname}`)
  await app.press('Enter')
  await expect(app.highlighted).toContainText('A changé d’avis')
  await app.press('Enter')
  await expect(page.getByRole('button', { name: `Annuler la commande n° ${order.number}` })).toBeFocused()
  expect((await api.one('orders', order.id)).status).toBe('PENDING')
  await app.press('Enter')
  await expect(app.toasts).toContainText(`Commande n° ${order.number} annulée`)
  expect((await api.one('orders', order.id)).status).toBe('CANCELLED')
  await expect(note).toBeFocused()
  await app.press('F8', 'Enter')
  await expect(app.toasts).toContainText('1 changement défait')
  expect((await api.one('orders', order.id)).status).toBe('PENDING')

  await app.ask(String(order.number))
  await expect(app.highlighted).toContainText(`Awa ${surname}`)
  await app.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/auth/login\\?next=.*${order.id}`))
})

test('looks the same under hostile styles, right to left, in a turned, blurred and covered place', {
  tag: '@full',
}, async ({ page, app, openHost }) => {
  const looks = []
  for (const name of ['clean', 'hostile'] as const) {
    await openHost(name)
    await app.ask('nouvelle commande')
    await expect(app.highlighted).toHaveText(/^Nouvelle commande/)
    await expect(app.palette).toHaveCSS('opacity', '1')
    const look = []
    for (const part of [app.palette, field(page), app.highlighted]) {
      look.push(await part.evaluate(readLook))
    }
    looks.push(look)
  }
  expect(looks[1]).toEqual(looks[0])
  expect(looks[0]?.map(({ size, rem }) => [size, rem])).toEqual([
    ['14px', '16px'],
    ['16px', '16px'],
    ['14px', '16px'],
  ])
})

test('leaves the page its typing, its hotkeys and its React, and keeps its own keys to itself', {
  tag: '@full',
}, async ({ page, app, openHost }) => {
  await openHost('clean')
  const name = page.getByLabel('Nom')
  const counts = page.getByRole('status').filter({ hasText: 'React' })
  await app.tabTo(name, 'Shift+Tab')
  await app.type('kofi u s')
  await expect(name).toHaveValue('KOFI U S')
  expect(await page.evaluate(() => (window as unknown as { hotkeys: unknown }).hotkeys)).toBe('of the page')
  const before = (await counts.textContent()) ?? ''
  expect(before).toContain('React 18.')
  const keyCount = await page.evaluate(() => (window as unknown as { heard: string[] }).heard.length)

  await app.press('Control+k')
  await expect(field(page)).toBeFocused()
  await app.type('konan 12 x')
  await app.press('ArrowDown', 'Home', 'Escape')
  await expect(app.palette).toBeHidden()
  await expect(name).toBeFocused()
  await app.press('End')
  await app.type('!')
  await expect(name).toHaveValue('KOFI U S!')
  const leaked = await page.evaluate(
    (from) => (window as unknown as { heard: string[] }).heard.slice(from),
    keyCount,
  )
  // Control, k and the keys typed after the palette was closed.
  expect(leaked).toEqual(['Control', 'k', 'End', '!'])
  expect(await counts.textContent()).toBe(before.replace(/\d+$/, (count) => String(Number(count) + 4)))

  await app.press('Control+k')
  await expect(app.palette).toBeVisible()
  await app.press('Control+k')
  await expect(app.palette).toBeHidden()
})

test('asks who is at the keyboard where a call needs it, and goes on by itself', async ({
  page,
  app,
  api,
  hostPage,
  openHost,
}) => {
  app.expectErrors(/status of (400|403)/)
  const agent = await newAgent(api)
  const asked = await refuseOnceForProof(page, '**/api/users/password/**', {
    'access-control-allow-origin': hostPage.origin,
  })
  await openHost('clean')
  await app.ask(agent.name)
  await expect(app.highlighted).toContainText(agent.name)
  await app.press('Tab')
  await app.type('mot de passe')
  await expect(app.highlighted).toContainText('Changer le mot de passe')
  await app.press('Enter')
  const form = page.getByRole('dialog', { name: `Nouveau mot de passe de ${agent.name}` })
  await expect(form.getByLabel('Mot de passe')).toBeFocused()
  await app.enter('dix-sept girafes')
  const proof = page.getByRole('dialog', { name: 'Confirmez que c’est vous' })
  const password = proof.getByLabel('Mot de passe de Waybill')
  await expect(password).toBeFocused()
  expect(await violations(page)).toEqual([])
  await app.enter('pas celui-ci')
  await expect(password).toHaveAccessibleDescription(errors.PASSWORD_WRONG)
  await app.fill(demoPassword)
  await app.press('Enter')
  await expect(proof).toBeHidden()
  await expect(app.toasts).toContainText(`Mot de passe de ${agent.name} changé`)
  expect(asked()).toBe(2)
})

test('asks the page to navigate if configured to', full, async ({ page, app, server, openHost, api }) => {
  const order = await newOrder(api, { customerName: `Ama ${uniqueWord()}` })
  await openHost('hostile')
  await app.ask(`#${order.number}`)
  await expect(app.highlighted).toContainText(order.customerName)
  await app.press('Enter')
  await expect(page.getByRole('note')).toHaveText(`${server.url}/orders/view/${order.id}`)
})

test('keeps what is typed before it knows whose token it is', full, async ({ page, app, openHost, api }) => {
  const order = await newOrder(api, { customerName: `Yao ${uniqueWord()}` })
  const answer = await holdRequests(page, '**/api/sessions/current')
  await openHost('clean')
  await app.press('Control+k')
  await expect(page.getByText('Connexion à Waybill…')).toBeVisible()
  await app.type(`#${order.number}`)
  answer()
  await expect(app.highlighted).toContainText(order.customerName)
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue(`#${order.number}`)
})

test('takes what is typed as soon as it is mounted and opened', full, async ({ app, mountByScript }) => {
  // Work deferred to idle time has not run yet.
  expect(await mountByScript({ isOpened: true })).toBe('INPUT')
  await app.type('changer de langue')
  await expect(app.highlighted).toHaveText(/^Changer de langue/)
})

test(
  'is mounted by a classic script, and changes its language, also below an open palette',
  full,
  async ({ page, app, mountByScript }) => {
    // Slower than the keys.
    await page.route(/\/texts\/de\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      await route.continue()
    })
    await mountByScript()
    await app.ask('changer de langue')
    await expect(app.highlighted).toHaveText(/^Changer de langue/)
    await app.press('Enter')
    await app.type('deutsch')
    await expect(app.highlighted).toContainText('Deutsch')
    await app.press('Enter')
    await expect(app.palette).toBeHidden()
    await app.ask('neue bestellung')
    await expect(app.highlighted).toHaveText(/^Neue Bestellung/)
  },
)

test('takes everything out of the page again', full, async ({ page, app, openHost }) => {
  await openHost('clean')
  const button = page.getByRole('button', { name: 'Palette' })
  await app.press('Enter')
  await expect(page.getByText('palette absente')).toBeVisible()
  const before = await traces(page)

  for (let round = 0; round < 2; round++) {
    await app.press('Enter')
    await expect(page.getByText('palette en place')).toBeVisible()
    await app.press('Control+k')
    await expect(field(page)).toBeFocused()
    await app.type('nouvelle')
    await expect(app.highlighted).toBeVisible()
    await app.press('Escape')
    await expect(button).toBeFocused()
    expect(await traces(page)).not.toEqual(before)
    await app.press('Enter')
    await expect(page.getByText('palette absente')).toBeVisible()
    await expect.poll(() => traces(page)).toEqual(before)
  }
})

test.describe('where it is not let in', () => {
  test.use({ expectedErrors: [/status of 401|net::ERR_|unknown language code: tlh/] })

  test('says that the session has ended, takes a new token', full, async ({ page, app, openHost, api }) => {
    await openHost('clean', { token: 'x'.repeat(43), good: api.session.token })
    await expect(page.getByText('connexion demandée')).toBeVisible()
    await app.press('Control+k')
    await expect(page.getByRole('alert')).toContainText('Session expirée')
    await expect(page.getByRole('alert')).toContainText('UNAUTHORIZED')
    await app.press('Escape')
    await expect(page.getByRole('alert')).toBeHidden()
    await app.activate(page.getByRole('button', { name: 'Renouveler' }))
    await app.press('Control+k')
    await expect(field(page)).toBeFocused()
  })

  test('says that the server is away, in French by default', full, async ({ page, app, openHost }) => {
    await openHost('hostile', { api: 'http://127.0.0.1:9/api', locale: 'tlh' })
    await app.press('Control+k')
    await expect(page.getByRole('alert')).toContainText('Waybill ne répond pas')
    await expect(page.getByRole('button', { name: 'Réessayer' })).toBeFocused()
    await app.press('Enter')
    await expect(page.getByRole('button', { name: 'Réessayer' })).toBeFocused()
    // The page behind the dialog is inert: Tab cycles through its two buttons in both directions.
    const close = page.getByRole('button', { name: 'Fermer' })
    const retry = page.getByRole('button', { name: 'Réessayer' })
    await expect(page.getByRole('button')).toHaveCount(2)
    for (const button of [close, retry, close]) {
      await app.press('Tab')
      await expect(button).toBeFocused()
    }
    await app.press('Shift+Tab')
    await expect(retry).toBeFocused()
    await app.press('Escape')
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Renouveler' })).toBeVisible()
  })
})

/** What the build says of its files. */
const builtFiles = (): { version: string; module: string; integrity: Record<string, string> } =>
  JSON.parse(readFileSync('dist/embed/waybill-palette.json', 'utf8'))

test('a version has a name of its own, cached forever, and its integrity', async ({ request, server }) => {
  const { version, module, integrity } = builtFiles()
  expect(version).toMatch(/^\d+\.\d+\.\d+-[\w-]{8}$/)
  expect(module).toBe(`waybill-palette.${version}.js`)
  const moving = await request.get(`${server.url}/embed/waybill-palette.js`)
  expect(moving.headers()['cache-control']).toBe('no-cache')
  expect(await moving.text()).toContain(module)
  for (const [file, hash] of Object.entries(integrity)) {
    const answer = await request.get(`${server.url}/embed/${file}`)
    expect(answer.headers()).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    })
    expect(
      `sha384-${createHash('sha384')
        .update(await answer.body())
        .digest('base64')}`,
    ).toBe(hash)
  }
})

test('weighs, packed, no more than what a page can be asked to load', () => {
  const { module, integrity } = builtFiles()
  const texts = Object.keys(integrity).filter((file) => file.startsWith('texts/'))
  expect(texts.map((file) => file.slice('texts/'.length, -'-12345678.js'.length)).toSorted()).toEqual(
    ['fr', 'en', 'de', 'it', 'es', 'ru'].toSorted(),
  )
  const packed = (file: string) => gzipSync(readFileSync(`dist/embed/${file}`)).length
  expect(packed(module)).toBeLessThan(415_500)
  for (const file of texts) expect(packed(file)).toBeLessThan(63_000)
})

test('brings the texts of everything that it says', () => {
  const { module, integrity } = builtFiles()
  const french = Object.keys(integrity).find((file) => file.startsWith('texts/fr-'))!
  const [script, texts] = [module, french].map((file) => readFileSync(`dist/embed/${file}`, 'utf8'))
  const named = readdirSync('locales/fr').map((file) => file.replace('.json', ''))
  const said = named.filter((name) => new RegExp(`["'\`]${name}:[a-z]`).test(script ?? ''))
  expect(said).toContain('palette')
  // Notices are bundled.
  const missing = said.filter((name) => name !== 'embed' && !texts?.includes(`locales/fr/${name}.json`))
  expect(missing).toEqual([])
})

/** Runs in the page: the visible properties of an element. */
function readLook(element: Element) {
  const style = getComputedStyle(element)
  const { x, y, width, height } = element.getBoundingClientRect()
  return {
    place: [x, y, width, height].map(Math.round),
    size: style.fontSize,
    font: `${style.fontFamily} ${style.fontWeight} ${style.fontStyle} ${style.lineHeight}`,
    colours: `${style.color} ${style.backgroundColor} ${style.borderTopStyle} ${style.boxShadow}`,
    text: `${style.letterSpacing} ${style.wordSpacing} ${style.textTransform} ${style.textAlign} ${style.direction}`,
    rem: style.getPropertyValue('--rem'),
    cursor: style.cursor,
  }
}

/** What an unmounted palette could leave behind: elements, styles, listeners on document and window. */
const traces = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  const listeners: Record<string, string[]> = {}
  for (const expression of ['window', 'document', 'document.body']) {
    const { result } = await devtools.send('Runtime.evaluate', { expression })
    const found = await devtools.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' })
    listeners[expression] = found.listeners
      .map(({ type, useCapture }) => `${type}${useCapture ? ' on the way down' : ''}`)
      // React keeps one listener per document, shared by all of its roots, after unmounting.
      .filter((one) => !one.startsWith('selectionchange'))
      .sort()
  }
  await devtools.detach()
  return {
    listeners,
    ...(await page.evaluate(() => ({
      elements: [...document.querySelectorAll('body *')].map(({ tagName }) => tagName).join(' '),
      head: document.head.innerHTML,
      sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
      body: document.body.getAttribute('style') ?? '',
      hidden: document.querySelectorAll('[aria-hidden],[inert],[data-floating-ui-inert]').length,
    }))),
  }
}
