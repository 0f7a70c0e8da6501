import type { Page } from '@playwright/test'
import auth from '../../locales/fr/auth.json' with { type: 'json' }
import commands from '../../locales/fr/commands.json' with { type: 'json' }
import errors from '../../locales/fr/errors.json' with { type: 'json' }
import profile from '../../locales/fr/profile.json' with { type: 'json' }
import { demoPassword } from './support/api.ts'
import { violations } from './support/axe.ts'
import { newAgent } from './support/records.ts'
import { expect, test } from './support/test.ts'

test.use({ expectedErrors: [/status of (400|401)/] })

/** Browsers have passkeys at `localhost`, not at an IP address. */
const atLocalhost = (origin: string): string => origin.replace('127.0.0.1', 'localhost')

/** A device that makes passkeys and says that its person is there, by the browser's own protocol. */
const addAuthenticator = async (page: Page) => {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the person passes the check of finger, face or PIN. */
    setVerified: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    count: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

test('one adds a passkey, signs in by it alone and after the password, and removes it, all by keys', async ({
  page,
  app,
  api,
  server,
}) => {
  const origin = atLocalhost(server.url)
  const agent = await newAgent(api)
  const device = await addAuthenticator(page)
  const main = page.getByRole('main')
  /** After a passkey that was refused: the focus is on its button. */
  const signIn = async () => {
    await page.getByLabel(auth.fields.email).focus()
    await app.logIn(agent.email, demoPassword)
  }
  /** `isOffered`: whether the browser may offer passkeys by itself, which this device accepts at once. */
  const signOut = async ({ isOffered = false } = {}) => {
    await page.goto(`${origin}/auth/logout`)
    await expect(page.getByRole('heading', { name: auth.logout.title })).toBeVisible()
    if (!isOffered) await page.evaluate(() => localStorage.removeItem('passkeys'))
    await page.goto(`${origin}/auth/login?next=%2Fprofile`)
  }
  await page.goto(`${origin}/auth/login?next=%2Fprofile`)
  const button = page.getByRole('button', { name: auth.code.usePasskey })

  // Nobody's passkey is on this device yet.
  await app.activate(button)
  await expect(page.getByRole('alert')).toContainText(errors.PASSKEY_CANCELLED)
  await signIn()
  await expect(main).toContainText(profile.passkeys.lead)

  await app.ask('passkey')
  await expect(app.highlighted).toContainText(commands.profile['add-passkey'].label)
  await app.press('Enter')
  const dialog = page.getByRole('dialog', { name: commands.profile['add-passkey'].label })
  const name = dialog.getByLabel(profile.passkeys.name)
  await expect(name).toBeFocused()
  await expect(name).toHaveValue(/Chrome/)
  expect(await violations(page)).toEqual([])
  await app.press('Delete')
  await app.press('Enter')
  await expect(name).toHaveAccessibleDescription(new RegExp(errors.REQUIRED))
  await app.fill('Téléphone de secours')
  await app.press('Enter')
  const codes = page.getByRole('dialog', { name: profile.secondFactor.codes })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await app.activate(codes.getByRole('button', { name: profile.secondFactor.kept }))
  await expect(codes).toBeHidden()
  await expect(main).toContainText('Téléphone de secours')
  await expect(main).toContainText(profile.passkeys.unused)
  expect(await device.count()).toBe(1)
  expect(await violations(page)).toEqual([])

  await signOut()
  await app.activate(button)
  await expect(page).toHaveURL(`${origin}/profile`)
  await expect(main).not.toContainText(profile.passkeys.unused)

  await signOut({ isOffered: true })
  await expect(page).toHaveURL(`${origin}/profile`)

  await signOut()
  await app.logIn(agent.email, demoPassword)
  await expect(page.getByRole('heading', { name: auth.code.passkeyTitle })).toBeVisible()
  await expect(button).toBeFocused()
  expect(await violations(page)).toEqual([])
  await app.press('Enter')
  await expect(page).toHaveURL(`${origin}/profile`)

  await page.evaluate(() => localStorage.removeItem('passkeys'))
  await page.goto(`${origin}/auth/lock-screen?next=%2Fprofile`)
  await app.activate(button)
  await expect(page).toHaveURL(`${origin}/profile`)

  // The screen of login and sign-up takes it too, without what else it asks for.
  await signOut()
  await page.goto(`${origin}/auth/signin-signup?next=%2Fprofile`)
  await expect(page.getByRole('tab', { selected: true })).toHaveAccessibleName(auth.both.login)
  expect(await violations(page)).toEqual([])
  await app.activate(button)
  await expect(page).toHaveURL(`${origin}/profile`)

  await app.activate(page.getByRole('button', { name: 'Renommer Téléphone de secours' }))
  await app.enter('Montre')
  await expect(main).toContainText('Montre')
  await app.activate(page.getByRole('button', { name: 'Retirer Montre' }))
  const question = page.getByRole('alertdialog', { name: profile.passkeys.removeOne })
  await expect(question).toBeVisible()
  expect(await violations(page)).toEqual([])
  await app.press('Control+Enter')
  await expect(page.getByText(profile.passkeys.removed)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retirer Montre' })).toBeHidden()

  // The device still offers it, in vain.
  await signOut()
  await app.activate(button)
  await expect(page.getByRole('alert')).toContainText(errors.PASSKEY_UNKNOWN)
  await signIn()
  await expect(page).toHaveURL(`${origin}/profile`)
})
