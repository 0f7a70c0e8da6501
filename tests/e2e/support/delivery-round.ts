import { expect, type Locator, type Page } from '@playwright/test'
import type { Shipping } from '../../../domain/shippings/shipping.ts'

/** Path of the courier's round. */
export const round = '/shippings/delivery/list'

export const cardOf = (page: Page, { customerName }: Pick<Shipping, 'customerName'>): Locator =>
  page.getByRole('article', { name: customerName })

/** Waits until the service worker has cached the console. */
export const shellStored = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined)).toBe(true)
