import { describe, expect, test } from 'vitest'
import { type ResourceName, resourceNames, resources } from '../../../../domain/resources.ts'
import { storeView } from '../../../../src/resources/affiliates/view.tsx'
import { resourceViews } from '../../../../src/resources/registry.ts'
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
