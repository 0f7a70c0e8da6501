import { expect, test } from 'vitest'
import type { WebhookDelivery } from '../../../../domain/deliveries/delivery.ts'
import { testNotice } from '../../../../src/resources/webhooks/commands.ts'

const say = (key: string, values?: Record<string, unknown>) => [key, ...Object.values(values ?? {})].join(' ')
const notice = (delivery: Partial<WebhookDelivery>) =>
  testNotice(
    { status: 'waiting', attempts: 0, failure: null, answer: null, ...delivery } as WebhookDelivery,
    'Shop',
    say,
  )

test('the toast of a test says what became of it', () => {
  expect(notice({ status: 'delivered', attempts: 1, answer: 200 })).toMatchObject({
    tone: 'success',
    titleKey: 'webhooks:testDelivered',
  })
  // It will be sent again, and failed.
  expect(notice({ attempts: 1, failure: 'NAME_NOT_FOUND' })).toMatchObject({
    tone: 'danger',
    titleKey: 'webhooks:testFailed',
    values: { name: 'Shop', reason: 'deliveries:failure.NAME_NOT_FOUND' },
  })
  expect(notice({ status: 'failed', attempts: 1, answer: 500 })).toMatchObject({
    tone: 'danger',
    values: { reason: 'webhooks:testAnswer 500' },
  })
  expect(notice({})).toMatchObject({ titleKey: 'webhooks:tested' })
})
