import { violations } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test('an admin reads the status of the server by key and by palette, and reads it again', async ({
  page,
  app,
}) => {
  await app.openAs('admin', '/dashboard')
  await expect(page.getByRole('heading', { name: 'Tableau de bord' })).toBeVisible()
  await app.press('g', '.')
  await expect(page).toHaveURL(/\/status$/)
  await expect(page.getByRole('heading', { name: 'État du serveur' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Base de données' })).toContainText('PostgreSQL')
  await expect(page.getByRole('region', { name: 'Essai de restauration' })).toContainText('npm run restore')
  const queue = page.getByRole('table', { name: 'Files d’attente' })
  await expect(queue.getByRole('row', { name: /Webhooks/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  const read = page.waitForResponse((answer) => answer.url().endsWith('/api/status'))
  await app.press('r')
  expect((await read).status()).toBe(200)
})

test('others neither open the status nor find it', async ({ page, app }) => {
  await app.openAs('seller', '/status')
  await expect(page).toHaveURL(/\/dashboard/)
  await app.press('g', '.')
  await expect(page).toHaveURL(/\/dashboard/)
})
