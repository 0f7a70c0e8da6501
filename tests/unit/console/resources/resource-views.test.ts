import { describe, expect, test } from 'vitest'
import { type ResourceName, resourceNames, resources } from '../../../../domain/resources.ts'
import { mayBring } from '../../../../src/features/record-page/related-records.tsx'
import { storeView } from '../../../../src/resources/affiliates/view.tsx'
import { resourceViews } from '../../../../src/resources/registry.ts'
import { ownFieldsOf } from '../../../../src/resources/shared/define-view.ts'
import { registry } from '../../../support/console-registry.ts'

const views = [...resourceNames.map((name) => resourceViews[name]), storeView]

describe.each(views.map((view) => [view.titleKey ?? view.resource, view] as const))('%s', (_, view) => {
  test('orders by fields that the server sorts by', () => {
    const known: readonly string[] = resources[view.resource].list.sorts
    const sortKeys = view.columns.flatMap(({ sortKey }) => (sortKey === undefined ? [] : [sortKey]))
    expect(sortKeys.filter((key) => !known.includes(key))).toEqual([])
    expect(new Set(sortKeys).size).toBe(sortKeys.length)
  })

  test('has each column once', () => {
    const ids = view.columns.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('offers commands that there are, of its own', () => {
    const { noun } = resources[view.resource]
    const offered = [...view.bulk, ...view.actions]
    expect(offered.filter((id) => registry.get(id) === undefined || !id.startsWith(`${noun}.`))).toEqual([])
  })
})

test('a new record asks whose it is only of those who may choose among users', () => {
  for (const name of ['sources', 'webhooks', 'blocked', 'keys'] as const) {
    const fields = resourceViews[name].form!.createFields!
    expect(Object.keys(ownFieldsOf(fields, { role: 'seller' })), name).not.toContain('owner')
    expect(ownFieldsOf(fields, { role: 'admin' }), name).toBe(fields)
  }
})

test('every resource with a form can be edited and deleted from the keyboard', () => {
  const made: ResourceName[] = resourceNames.filter((name) => resourceViews[name].form?.createFields != null)
  const granted = resourceNames.filter((name) => Object.hasOwn(resources[name].verbs, 'create'))
  // Handovers have their own form.
  expect(made).toEqual(granted.filter((name) => name !== 'handovers'))
  for (const name of made) {
    for (const act of ['create', 'edit', 'delete']) {
      expect(registry.get(`${resources[name].noun}.${act}`)?.keys, `${name} ${act}`).toBeDefined()
    }
  }
})

test('couriers read day, amount, earnings and difference of their handovers on a phone', () => {
  const columns = resourceViews.handovers.columnsOf!.delivery!
  const placed = columns.flatMap(({ id, narrow }) => (narrow === undefined ? [] : [`${narrow} ${id}`]))
  expect(placed.toSorted()).toEqual([
    'detail earned',
    'meta difference',
    'meta number',
    'side counted',
    'title createdAt',
  ])
})

test('what may add a record to a related list: a creation, also by a verb of another resource, and an undo', () => {
  const brings = (verb: string, resource: ResourceName = 'products') =>
    mayBring({ resource, verb }, 'products')
  expect(brings('product.create')).toBe(true)
  expect(brings('affiliate.take')).toBe(true)
  expect(brings('change.undo')).toBe(true)
  expect(brings('product.update')).toBe(false)
  expect(brings('order.create', 'orders')).toBe(false)
})
