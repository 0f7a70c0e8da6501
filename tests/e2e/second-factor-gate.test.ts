import auth from '../../locales/fr/auth.json' with { type: 'json' }
import { codeAt } from '../support/api/second-factor.ts'
import { startServer } from '../support/console/running-server.ts'
import { demoPassword } from './support/api.ts'
import { violations } from './support/axe.ts'
import { test as base, expect } from './support/test.ts'

/** A server of its own, which asks administrators for a second factor within that many days. */
const testWithin = (days: number) =>
  base.extend<object>({
    server: [
      async ({ demoOrders }, use) => {
        const settings = { SECOND_FACTOR: 'admins', SECOND_FACTOR_GRACE_DAYS: String(days) }
        const server = await startServer(demoOrders, settings)
        await use(server)
        await server.stop()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
  })

const [testInGrace, testAfterGrace] = [testWithin(7), testWithin(0)]

testInGrace(
  'while there are days left, a banner counts them and begins the enrolment',
  async ({ page, app }) => {
    await page.goto('/auth/login')
    await app.logIn('admin@waybill.test', demoPassword)
    await expect(page.getByRole('heading', { name: 'Tableau de bord' })).toBeVisible()
    await expect(
      page.getByText('Votre compte doit avoir la double authentification d’ici 7 jours.'),
    ).toBeVisible()
    expect(await violations(page)).toEqual([])
    await app.press('g', 'o')
    await app.listReady('Commandes')
    await app.activate(page.getByRole('button', { name: 'Activer la double authentification' }))
    const dialog = page.getByRole('dialog', { name: 'Activer la double authentification' })
    await expect(dialog.getByLabel('Code affiché par l’application')).toBeFocused()
    await app.press('Escape')
    await expect(dialog).toBeHidden()
  },
)

testAfterGrace('after the days only the enrolment is open, then the console', async ({ page, app }) => {
  app.expectErrors(/status of 403/)
  await page.goto('/auth/login?next=%2Forders%2Flist')
  await app.logIn('admin@waybill.test', demoPassword)
  const heading = page.getByRole('heading', { name: auth.enrol.title })
  await expect(heading).toBeVisible()
  expect(await violations(page)).toEqual([])

  for (const path of ['/dashboard', '/users/list', '/profile']) {
    await page.goto(path)
    await expect(heading).toBeVisible()
  }
  await app.press('Control+k')
  await expect(page.getByRole('combobox')).toBeHidden()
  const field = page.getByLabel('Code affiché par l’application')
  const secret = ((await page.getByRole('code').textContent()) ?? '').replaceAll(/\s/g, '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await expect(field).toBeFocused()
  await app.enter(codeAt(secret, new Date()))

  await expect(page.getByRole('heading', { name: 'Vos codes de secours' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Vos codes de secours' }).getByRole('listitem')).toHaveCount(10)
  expect(await violations(page)).toEqual([])
  await app.activate(page.getByRole('button', { name: 'Je les ai gardés' }))
  await expect(page.getByRole('heading', { name: 'Tableau de bord', level: 1 })).toBeVisible()
  await app.press('g', 'o')
  await app.listReady('Commandes')
  await expect(page.getByText('Votre compte doit avoir la double authentification')).toBeHidden()
})
