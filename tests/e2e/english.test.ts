import { demoPassword } from './support/api.ts'
import { newOrder, uniqueWord } from './support/records.ts'
import { expect, test } from './support/test.ts'

test.use({ locale: 'en-GB' })

test('the same work in English: sign in, filter, see what would change, do it, undo it', async ({
  page,
  desk,
  api,
}) => {
  const word = uniqueWord()
  const order = await newOrder(api, { customerName: `Mrs ${word}` })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in')
  await expect(page.getByLabel('Email address')).toBeFocused()
  await desk.type('admin@waybill.test')
  await desk.press('Tab')
  await desk.type(demoPassword)
  await desk.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await desk.press('g', 'o')
  await desk.listReady('Orders')
  expect(await page.evaluate(() => document.documentElement.lang)).toMatch(/^en/)

  await desk.press('f')
  await desk.type(`status:pending ${word}`)
  await desk.press('Enter')
  await expect(page).toHaveURL(`/orders/list?q=status%3APENDING+${word}`)
  await expect.poll(desk.total).toBe(1)
  await desk.press('Control+a')
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('Everything that matches: 1')
  await desk.press('s')
  await desk.type('confirm')
  await expect(desk.highlighted).toContainText('Confirmed')
  await desk.press('Enter')
  await expect(desk.palette).toContainText('1 would change')
  await desk.press('Enter')
  const toasts = page.getByRole('region', { name: 'Messages (F8)' })
  await expect(toasts).toContainText(/Order \d+ confirmed/)
  expect(await api.one('orders', order.id)).toMatchObject({ status: 'CONFIRMED', shippingStatus: 'PENDING' })
  await desk.press('u')
  await expect(toasts).toContainText('1 put back')
  expect(await api.one('orders', order.id)).toMatchObject({ status: 'PENDING' })
})
