import { cardOf, round } from './support/delivery-round.ts'
import { newParcel } from './support/parcels.ts'
import { newCourier } from './support/records.ts'
import { expect, test } from './support/test.ts'

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|404/],
})

test('a phone: Back closes the sheet, a double tap presses nothing below, cash of a reassigned parcel stays', async ({
  page,
  context,
  app,
  api,
}) => {
  const [courier, other] = [await newCourier(api), await newCourier(api)]
  const parcels = [
    await newParcel(api, courier),
    await newParcel(api, courier),
    await newParcel(api, courier),
  ]
  const [first, second, third] = parcels as [(typeof parcels)[0], (typeof parcels)[0], (typeof parcels)[0]]
  await api.put('shippings/status', { ids: [first.id], status: 'OUT_FOR_DELIVERY' })
  await app.openAs(courier.email, round)
  const sheet = page.getByRole('dialog', { name: `Livrer le colis n° ${first.number}` })
  const cash = sheet.getByRole('textbox', { name: 'Somme encaissée' })

  await test.step('Back closes the sheet and keeps the sum that was typed', async () => {
    await cardOf(page, first)
      .getByRole('button', { name: /^Livré/ })
      .tap()
    await cash.fill('8000')
    const { length } = await page.evaluate(() => history)
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(new RegExp(round.replaceAll('/', '\\/')))
    await cardOf(page, first)
      .getByRole('button', { name: /^Livré/ })
      .tap()
    await expect(cash).toHaveValue('8000')
    expect((await page.evaluate(() => history)).length).toBe(length)
    await sheet.getByRole('button', { name: 'Fermer' }).first().tap()
    await cardOf(page, first)
      .getByRole('button', { name: /^Livré/ })
      .tap()
    await expect(cash).toHaveValue(String(first.totalPrice))
  })

  await test.step('the second tap of a double tap on the sheet presses nothing below', async () => {
    const box = (await sheet.getByRole('button', { name: 'Livré et encaissé' }).boundingBox())!
    // A card's button is made to lie under the button of the sheet.
    await page.evaluate(
      ({ id, y }) => {
        const button = [...document.querySelectorAll('button')].find((one) =>
          one.getAttribute('aria-label')?.includes(id),
        )!
        Object.assign(button.style, {
          position: 'fixed',
          left: '0',
          width: '390px',
          top: `${y}px`,
          zIndex: '5',
        })
      },
      { id: `Partir en tournée, n° ${second.number}`, y: box.y },
    )
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.touchscreen.tap(x, y)
    await page.touchscreen.tap(x, y)
    await expect.poll(async () => (await api.one('shippings', first.id)).status).toBe('DELIVERED')
    await expect(sheet).toBeHidden()
    expect((await api.one('shippings', second.id)).status).toBe('ASSIGNED')
  })

  await test.step('what was collected for a parcel that was reassigned meanwhile is shown, and counted', async () => {
    await page.reload()
    const card = cardOf(page, third)
    await expect(card).toBeVisible()
    await context.setOffline(true)
    await card.getByRole('button', { name: 'Partir en tournée' }).tap()
    await card.getByRole('button', { name: /^Livré/ }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Livré et encaissé' }).tap()
    await expect(card).toContainText('en attente d’envoi')
    await api.put('shippings/delivery', { ids: [third.id], delivery: other.id })
    await context.setOffline(false)
    const stray = page.getByRole('alert').filter({ hasText: String(third.number) })
    await expect(stray).toContainText(third.customerName)
    await expect(stray).toContainText('Gardez à part')
    const owed = first.totalPrice + third.totalPrice
    await expect(page.getByRole('definition').filter({ hasText: /\d/ }).nth(3)).toContainText(
      new RegExp(String(owed).replace(/(\d)(?=(\d{3})+$)/g, '$1\\s')),
    )
    const toast = app.toasts.getByRole('listitem').last()
    await expect(toast).toContainText('n’est plus le vôtre')
    await stray.getByRole('button', { name: 'Abandonner' }).tap()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Oublier la livraison')
    await page.goBack()
    await expect(question).toBeHidden()
    await expect(stray).toBeVisible()
  })
})
