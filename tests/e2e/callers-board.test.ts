import { enterAs } from './support/api.ts'
import { violations } from './support/axe.ts'
import { newAgent } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('an admin sees who calls, takes the order over by key, and the caller keeps what they typed', async ({
  page,
  app,
  api,
  browser,
  playwright,
  server,
}) => {
  const agent = await newAgent(api)
  await app.openList(`/users/list?q=${encodeURIComponent(agent.email)}`)
  await app.press('p')
  await expect.poll(async () => (await api.one('users', agent.id)).calls).toBe(true)

  const other = await (await browser.newContext({ locale: 'fr-FR' })).newPage()
  await enterAs(other, { playwright, origin: server.url }, agent.email, '/orders/triage')
  await expect(other.getByRole('button', { name: 'Confirmer' })).toBeVisible()
  await other.keyboard.press('c')
  const comment = other.getByRole('textbox', { name: 'Commentaire' })
  await expect(comment).toBeFocused()
  await comment.pressSequentially('Sonner deux fois')

  await page.goto('/orders/list')
  await app.listReady('Commandes')
  await app.press('g', 'Shift+C')
  await expect(page).toHaveURL(/\/callers$/)
  const row = page.getByRole('row', { name: new RegExp(agent.name) })
  await expect(row).toBeVisible()
  expect(await violations(page)).toEqual([])
  await expect(async () => {
    if ((await row.getAttribute('aria-current')) !== 'true') await app.press('j')
    await expect(row).toHaveAttribute('aria-current', 'true', { timeout: 500 })
  }).toPass()
  const number = await row.getByRole('link').textContent()
  await app.press('t')
  await expect(page).toHaveURL(/orders\/triage/)
  await expect(page.getByText(`n° ${number}`).first()).toBeVisible()

  await expect(other.getByText(`a repris la commande n° ${number}`)).toBeVisible()
  const kept = other.getByText(`Votre commentaire sur la commande n° ${number}`)
  await expect(kept).toContainText('Sonner deux fois')
  await other.getByRole('button', { name: 'L’y enregistrer' }).click()
  await expect(kept).toHaveCount(0)
  await other.close()
})

test('figures of a period are grouped and opened by keys, and a caller sees their own', async ({
  page,
  app,
}) => {
  await app.openAs('admin', '/callers?view=figures&period=30d')
  const figures = page.getByRole('table', { name: 'Chiffres des appels' })
  await expect(figures.getByRole('row').nth(1)).toBeVisible()
  await app.press('b')
  await app.press('3')
  await expect(figures.getByRole('columnheader', { name: 'Produit' })).toBeVisible()
  await figures.getByRole('row').nth(1).getByRole('link').nth(1).click()
  await expect(page.getByRole('region', { name: 'Appels' }).getByRole('listitem').first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await app.press('v')
  await expect(page.getByRole('region', { name: 'En attente d’appel' })).toBeVisible()
})
