import auth from '../../locales/fr/auth.json' with { type: 'json' }
import errors from '../../locales/fr/errors.json' with { type: 'json' }
import { codeAt, formerCode } from '../support/api/second-factor.ts'
import { demoPassword } from './support/api.ts'
import { violations } from './support/axe.ts'
import { newAgent } from './support/records.ts'
import { refuseOnceForProof } from './support/refuse-once.ts'
import { expect, test } from './support/test.ts'

test.use({ expectedErrors: [/status of (400|401)/] })

test('one switches two-step login on, signs in by code and recovery code, and switches it off, all by keys', async ({
  page,
  app,
  api,
}) => {
  const agent = await newAgent(api)
  const signOut = async () => {
    await page.goto('/auth/logout')
    await expect(page.getByRole('heading', { name: auth.logout.title })).toBeVisible()
  }
  await page.goto('/auth/login')
  await app.logIn(agent.email, demoPassword)
  await app.listReady('Livraisons')

  await app.ask('2fa')
  await expect(app.highlighted).toContainText('Activer la double authentification')
  await app.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Activer la double authentification' })
  const field = dialog.getByLabel('Code affiché par l’application')
  await expect(field).toBeFocused()
  await expect(dialog.getByRole('img', { name: 'Code QR de la clé' })).toBeVisible()
  const secret = ((await dialog.getByRole('code').textContent()) ?? '').replaceAll(/\s/g, '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(await violations(page)).toEqual([])
  await app.enter('000000')
  await expect(field).toHaveAccessibleDescription(errors.CODE_WRONG)
  await expect(field).toBeFocused()
  await app.fill(await formerCode(secret))
  await app.press('Enter')

  const codes = page.getByRole('dialog', { name: 'Vos codes de secours' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const [first = ''] = await codes.getByRole('listitem').allInnerTexts()
  expect(await violations(page)).toEqual([])
  await app.press('Escape')
  await expect(codes).toBeVisible()
  await app.activate(codes.getByRole('button', { name: 'Je les ai gardés' }))
  await expect(codes).toBeHidden()
  await expect(page.getByRole('main')).toContainText('10 codes de secours')

  const codeField = page.getByLabel('Code', { exact: true })
  await signOut()
  await page.goto('/auth/login')
  await app.logIn(agent.email, demoPassword)
  await expect(codeField).toBeFocused()
  await expect(codeField).toHaveAttribute('autocomplete', 'one-time-code')
  expect(await violations(page)).toEqual([])
  await app.press('Enter')
  await expect(codeField).toHaveAccessibleDescription(auth.problems.code.REQUIRED)
  await app.enter('000000')
  await expect(page.getByRole('alert')).toContainText(errors.CODE_WRONG)
  await expect(codeField).toBeFocused()
  await app.press('Escape')
  await expect(page.getByLabel('Adresse e-mail')).toHaveValue(agent.email)
  await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
  await app.press('Tab')
  await app.enter(demoPassword)
  await expect(codeField).toBeFocused()
  await app.enter(codeAt(secret, new Date()))
  await app.listReady('Livraisons')

  await signOut()
  await page.goto('/auth/login?next=%2Fprofile')
  await app.logIn(agent.email, demoPassword)
  await expect(codeField).toBeFocused()
  await app.activate(page.getByRole('button', { name: 'Utiliser un code de secours' }))
  await expect(page.getByLabel('Code de secours')).toBeFocused()
  await app.enter(first.toLowerCase())
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('main')).toContainText('9 codes de secours')

  await app.activate(page.getByRole('button', { name: 'Désactiver la double authentification' }))
  const off = page.getByRole('dialog', { name: 'Désactiver la double authentification' })
  await expect(off.getByLabel('Mot de passe')).toBeFocused()
  await app.enter('pas celui-ci')
  await expect(off.getByLabel('Mot de passe')).toHaveAccessibleDescription(errors.PASSWORD_WRONG)
  expect(await violations(page)).toEqual([])
  await app.fill(demoPassword)
  await app.press('Enter')
  await expect(off).toBeHidden()
  await expect(app.toasts).toContainText('Double authentification désactivée')
  await signOut()
  await page.goto('/auth/login')
  await app.logIn(agent.email, demoPassword)
  await app.listReady('Livraisons')
})

test('a call that is refused until one says who one is goes on by itself after the password', async ({
  page,
  app,
  api,
}) => {
  app.expectErrors(/status of (400|403)/)
  const agent = await newAgent(api)
  const asked = await refuseOnceForProof(page, '**/api/users/password/**')
  await app.openAs('admin', `/users/view/${agent.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await app.ask('changer le mot de passe')
  await expect(app.highlighted).toContainText('Changer le mot de passe')
  await app.press('Enter')
  const form = page.getByRole('dialog', { name: `Nouveau mot de passe de ${agent.name}` })
  await expect(form.getByLabel('Mot de passe')).toBeFocused()
  await app.enter('dix-sept girafes')
  const proof = page.getByRole('dialog', { name: 'Confirmez que c’est vous' })
  await expect(proof.getByLabel('Mot de passe')).toBeFocused()
  expect(await violations(page)).toEqual([])
  await app.enter('pas celui-ci')
  await expect(proof.getByLabel('Mot de passe')).toHaveAccessibleDescription(errors.PASSWORD_WRONG)
  await app.fill(demoPassword)
  await app.press('Enter')
  await expect(proof).toBeHidden()
  await expect(app.toasts).toContainText(`Mot de passe de ${agent.name} changé`)
  expect(asked()).toBe(2)
})
