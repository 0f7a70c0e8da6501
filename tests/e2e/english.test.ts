import { demoPassword } from './support/api.ts'
import { newOrder, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

test.use({ locale: 'en-GB' })

test('the same work in English: sign in, filter, see what would change, do it, undo it', {
  tag: '@full',
}, async ({ page, app, api }) => {
  const word = uniqueWord()
  const order = await newOrder(api, { customerName: `Mrs ${word}` })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(page.getByLabel('Email address')).toBeFocused()
  await app.type('admin@waybill.test')
  await app.press('Tab')
  await app.enter(demoPassword)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await app.press('g', 'o')
  await app.listReady('Orders')
  expect(await page.evaluate(() => document.documentElement.lang)).toMatch(/^en/)

  await app.filter(`status:pending ${word}`)
  await expect(page).toHaveURL(`/orders/list?q=status%3APENDING+${word}`)
  await expect.poll(app.total).toBe(1)
  await app.press('Control+a')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('Everything that matches: 1')
  await app.press('s')
  await app.type('confirm')
  await expect(app.highlighted).toContainText('Confirmed')
  await app.press('Enter')
  await expect(app.palette).toContainText('1 would change')
  await app.press('Enter')
  const toasts = page.getByRole('region', { name: 'Messages (F8)' })
  await expect(toasts).toContainText(/Order \d+ confirmed/)
  expect(await api.one('orders', order.id)).toMatchObject({ status: 'CONFIRMED', shippingStatus: 'PENDING' })
  await app.press('u')
  await expect(toasts).toContainText('1 put back')
  expect(await api.one('orders', order.id)).toMatchObject({ status: 'PENDING' })
})
