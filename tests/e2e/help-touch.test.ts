import { round } from './support/delivery-round.ts'
import { newCourier } from './support/records.ts'
import { expect, full, test } from './support/test.ts'

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

test(
  'a courier’s help on a phone says what fingers do, by the words on the buttons',
  full,
  async ({ page, app, api }) => {
    const courier = await newCourier(api)
    await app.openAs(courier.email, round)
    await expect(page.getByRole('heading', { name: 'Aucun colis pour aujourd’hui' })).toBeVisible()
    await app.press('?')
    const help = page.getByRole('dialog', { name: 'Au doigt' })
    await expect(help.getByRole('region', { name: 'La tournée' })).toContainText(
      '« Itinéraire » ouvre la carte',
    )
    await expect(help.getByRole('region', { name: 'Au doigt' })).toContainText('Rechercher ou agir')
    await expect(help.locator('kbd').filter({ visible: true })).toHaveCount(0)
  },
)
