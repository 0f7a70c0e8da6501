import auth from '../../locales/fr/auth.json' with { type: 'json' }
import { casesOf } from '../support/is-full.ts'
import { demoPassword } from './support/api.ts'
import { cardOf, round, shellStored } from './support/delivery-round.ts'
import { newParcel } from './support/parcels.ts'
import { newCourier } from './support/records.ts'
import { expect, test } from './support/test.ts'

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 401/] })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a courier who stays signed in opens the round without a network after the app was closed', async ({
    page: first,
    context,
    app,
    api,
  }) => {
    const courier = await newCourier(api)
    const parcel = await newParcel(api, courier)
    await first.goto('/')
    await expect(first.getByLabel('Adresse e-mail')).toBeFocused()
    await first.keyboard.type(courier.email)
    await app.press('Tab')
    await first.keyboard.type(demoPassword)
    await app.tabTo(first.getByRole('checkbox', { name: auth.login.keep }))
    await app.press('Space', 'Enter')
    await expect(cardOf(first, parcel)).toContainText('Attribuée')
    await shellStored(first)
    await first.close()

    await context.setOffline(true)
    const page = await context.newPage()
    await page.goto(round)
    const card = cardOf(page, parcel)
    await expect(card).toContainText('Attribuée')
    await card.getByRole('button', { name: 'Partir en tournée' }).click()
    await expect(card).toContainText('En tournée')
    const queued = page.getByRole('region', { name: 'Notifications (F8)' })
    await expect(queued).toContainText('envoi dès le retour du réseau')
    await queued.getByRole('button', { name: /^Défaire/ }).click()
    await expect(card).toContainText('Attribuée')
    await card.getByRole('button', { name: 'Partir en tournée' }).click()
    await expect(card).toContainText('En tournée')
    await context.setOffline(false)
    await expect.poll(async () => (await api.one('shippings', parcel.id)).status).toBe('OUT_FOR_DELIVERY')

    await page.goto('/auth/logout')
    await expect(page.getByRole('button', { name: auth.logout.again })).toBeFocused()
    await page.goto(round)
    await expect(page).toHaveURL(/\/auth\/login/)
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /session/.test(key)))).toEqual(
      [],
    )
  })

  test('says so where an account may not stay signed in', { tag: '@full' }, async ({ page, app }) => {
    await page.goto('/')
    await page.getByRole('checkbox', { name: auth.login.keep }).check()
    await app.tabTo(page.getByLabel('Adresse e-mail'), 'Shift+Tab')
    await app.logIn('admin@waybill.test', demoPassword)
    await expect(app.toasts).toContainText(auth.login.notKept)
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /session/.test(key)))).toEqual(
      [],
    )
  })
})

test('a new tab takes over the session of another one, and a sign-out ends both', async ({
  page,
  context,
  app,
}) => {
  await app.openAs('admin', '/orders/list')
  await app.listReady('Commandes')
  const tab = await context.newPage()
  // For an account that need not be this one.
  await tab.goto('/auth/register')
  await expect(tab.getByLabel('Adresse e-mail')).toBeVisible()
  expect(await tab.evaluate(() => sessionStorage.getItem('session'))).toBeNull()
  await tab.goto('/products/list')
  await expect(tab.getByRole('grid', { name: 'Produits' })).toBeVisible()
  await tab.goto('/auth/logout')
  await expect(tab.getByRole('button', { name: auth.logout.again })).toBeFocused()
  await expect(page).toHaveURL(/\/auth\/login/)
  await page.goto('/orders/list')
  await expect(page).toHaveURL(/\/auth\/login/)
})

for (const language of casesOf(
  ['de', 'fr', 'en', 'it', 'es', 'ru'] as const,
  (language) => language === 'de',
)) {
  test.describe(`the round at 360 px in ${language}`, () => {
    test.use({ viewport: { width: 360, height: 640 }, locale: language })

    test('cuts no button, and keeps sums off the edge', async ({ page, app, api }) => {
      const courier = await newCourier(api)
      const parcels = [
        await newParcel(api, courier),
        await newParcel(api, courier),
        await newParcel(api, courier),
      ]
      const ids = parcels.map(({ id }) => id)
      await api.put('shippings/status', { ids: ids.slice(1), status: 'OUT_FOR_DELIVERY' })
      await api.put('shippings/status', { ids: ids.slice(2), status: 'REFUSED' })
      await app.openAs(courier.email, round)
      await expect(cardOf(page, parcels[2]!)).toBeVisible()
      const wrong = await page.evaluate(() => {
        const cut = [
          ...document.querySelectorAll<HTMLElement>(
            'article button, article a, article button span, article a span',
          ),
        ]
          .filter(({ scrollWidth, clientWidth, tagName }) =>
            tagName !== 'SPAN' || clientWidth > 0 ? scrollWidth > clientWidth + 1 : false,
          )
          .map(({ textContent }) => textContent)
        const out = [...document.querySelectorAll<HTMLElement>('dd, article .figures')]
          .filter((element) => {
            const range = document.createRange()
            range.selectNodeContents(element)
            const { right } = range.getBoundingClientRect()
            const frame = element.closest('article, dl > div')?.getBoundingClientRect().right ?? 0
            return right > frame - 8
          })
          .map(({ textContent }) => textContent)
        return { cut, out, isWide: document.documentElement.scrollWidth > innerWidth }
      })
      expect(wrong).toEqual({ cut: [], out: [], isWide: false })
      await page.setViewportSize({ width: 640, height: 360 })
      const heading = cardOf(page, parcels[1]!).or(cardOf(page, parcels[0]!)).first()
      await expect(heading).toBeInViewport({ ratio: 0.2 })
    })
  })
}
