import { violations } from './support/axe.ts'
import { newOrder, newProduct } from './support/records.ts'
import { expect, test } from './support/shared-page.ts'

test('how long customers are kept is set, counted and taken back by keyboard', async ({ page, app, api }) => {
  await newOrder(api, { product: (await newProduct(api)).id })
  await app.openList('/orders/list')
  const dialog = page.getByRole('dialog', { name: 'Conservation des clients : Côte d’Ivoire' })
  const years = dialog.getByRole('textbox', { name: 'Années sans commande' })
  const open = async () => {
    await app.ask('conservation des clients')
    await expect(app.highlighted).toContainText('Durée de conservation des clients')
    await app.press('Enter')
    await expect(years).toBeFocused()
  }

  await test.step('the form says what it does, and refuses what is no number of years', async () => {
    await open()
    await expect(years).toHaveValue('')
    expect(await violations(page)).toEqual([])
    await app.enter('99')
    await expect(years).toHaveAttribute('aria-invalid', 'true')
    expect(await violations(page)).toEqual([])
  })

  await test.step('saving says how many customers the next run erases', async () => {
    await app.fill('10')
    await app.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(app.toasts).toContainText('Enregistré : 0 client est effacé au prochain passage')
    await open()
    await expect(years).toHaveValue('10')
    await app.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('u takes it back', async () => {
    await app.press('u')
    await expect(app.toasts).toContainText('1 changement défait')
    await open()
    await expect(years).toHaveValue('')
    await app.press('Escape')
  })
})
