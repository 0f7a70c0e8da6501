import type { Page } from '@playwright/test'
import { demoPassword } from './support/api.ts'
import { expect, test } from './support/test.ts'

const email = 'admin@waybill.test'
const password = demoPassword

test('what is typed into the login before any of its code has come is gone on with, letter by letter', async ({
  page,
  desk,
}) => {
  const { letCodeCome, letOneCome } = await openWithoutCode(page, '/auth/login')
  await expect(page.getByLabel('Adresse e-mail')).toBeFocused()
  await desk.type(email)
  await desk.press('Tab')
  await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused()
  await desk.type(password.slice(0, 4))
  for (const letter of password.slice(4)) {
    await desk.press(letter)
    letOneCome()
    await page.evaluate(twoFrames)
  }
  letCodeCome()
  await expect(page.getByRole('link', { name: 'Mot de passe oublié ?' })).toBeVisible()
  await expect(page.getByLabel('Adresse e-mail')).toHaveValue(email)
  await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveValue(password)
  await expect(page.getByLabel('Mot de passe', { exact: true })).toBeFocused()
  await desk.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('whoever has signed in before the code has come is let in by it', async ({ page, desk }) => {
  const { letCodeCome } = await openWithoutCode(page, '/products/list')
  await desk.type(email)
  await desk.press('Tab')
  await desk.type(password)
  await desk.press('Enter')
  await expect(page.getByRole('button', { name: 'Connexion…' })).toBeVisible()
  letCodeCome()
  await desk.listReady('Produits')
  expect(page.url()).not.toContain(password)
})

test('what is missing is said at once, and again in the console’s words; what is being mended is not sent', async ({
  page,
  desk,
}) => {
  const { letCodeCome } = await openWithoutCode(page, '/auth/login?lng=ru')
  await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
  await expect(page.getByLabel('Адрес эл. почты')).toBeFocused()
  await desk.type(email)
  await desk.press('Enter')
  const secret = page.getByLabel('Пароль', { exact: true })
  // The browser's own message leads there.
  await expect(secret).toBeFocused()
  await expect(page.getByRole('button', { name: 'Войти' })).toBeVisible()
  letCodeCome()
  await expect(page.getByText('Введите пароль')).toBeVisible()
  await expect(secret).toBeFocused()

  const { letCodeCome: letItCome } = await openWithoutCode(page, '/auth/login?lng=fr')
  await desk.type(email)
  await desk.press('Enter')
  await desk.type('w')
  letItCome()
  await expect(page.getByRole('link', { name: 'Mot de passe oublié ?' })).toBeVisible()
  await expect(page.getByLabel('Mot de passe', { exact: true })).toHaveValue('w')
  await expect(page.getByText('Veuillez saisir')).toHaveCount(0)
})

test('other screens before the gates show no login while they come', async ({ page }) => {
  const { letCodeCome } = await openWithoutCode(page, '/auth/register')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  letCodeCome()
  await expect(page.getByRole('heading', { level: 1, name: 'Créer un compte' })).toBeVisible()
})

/** The page itself is there. Its scripts come one by one where they are waited for, or all of them from a call on. */
const openWithoutCode = async (page: Page, path: string) => {
  const waiting: (() => void)[] = []
  let isOpen = false
  await page.unroute(scripts)
  await page.route(scripts, async (route) => {
    if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.readyState === 'interactive')
  return {
    letOneCome: () => waiting.shift()?.(),
    letCodeCome: () => {
      isOpen = true
      for (const come of waiting.splice(0)) come()
    },
  }
}

const twoFrames = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

const scripts = /assets\/.*\.js/
