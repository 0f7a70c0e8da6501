import type { Page } from '@playwright/test'
import type { HandoverDue } from '../../domain/handovers/handover.ts'
import type { User } from '../../domain/users/user.ts'
import type { Api } from './support/api.ts'
import { cardOf, round } from './support/delivery-round.ts'
import { delivered, newParcels } from './support/parcels.ts'
import { newCourier } from './support/records.ts'
import { expect, test } from './support/test.ts'

const dueOf = async (api: Api, { id }: User): Promise<HandoverDue> =>
  (await (await api.send('GET', `handovers/due?country=ic&delivery=${id}`)).json()) as HandoverDue

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const francs = (amount: string) => new RegExp(`${amount.replaceAll(' ', '\\s')}\\sF\\sCFA`)

test.describe('on the phone of the delivery guy', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/],
  })

  test('the cash in hand grows without a network, and is nothing once it was handed over', {
    tag: '@full',
  }, async ({ page, context, app, openAs, api }) => {
    const courier = await newCourier(api)
    await delivered(api, courier, 2)
    const [parcel] = await newParcels(api, courier, 1)
    await api.put('shippings/status', { ids: [parcel!.id], status: 'OUT_FOR_DELIVERY' })
    await openAs(courier.email, round)
    await expect(page.getByText('À remettre', { exact: true })).toBeVisible()
    await expect(page.getByText(francs('19 000'))).toBeVisible()
    await context.setOffline(true)
    await app.tabTo(cardOf(page, parcel!).getByRole('button', { name: 'Livré' }))
    await app.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Somme encaissée' })).toBeFocused()
    await app.press('Enter')
    await expect(page.getByText(francs('28 500'))).toBeVisible()
    await context.setOffline(false)
    await expect.poll(async () => (await dueOf(api, courier)).expected).toBe(28_500)
    await expect(page.getByText(francs('28 500'))).toBeVisible()
    const { seen } = await dueOf(api, courier)
    const body = { country: 'ic', delivery: courier.id, counted: 28_500, seen }
    expect((await api.send('POST', 'handovers', body)).status()).toBe(201)
    await expect(page.getByText(francs('28 500'))).toHaveCount(0)
    await page.getByRole('link', { name: 'Mes remises de caisse' }).press('Enter')
    await expect(heading(page)).toHaveText(/^Remises de caisse/)
    await expect(page.getByRole('row').filter({ hasText: /28\s500/ })).toHaveCount(1)
  })
})
