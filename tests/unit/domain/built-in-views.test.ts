import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../../domain/lib/query.ts'
import { resourceNames, resources } from '../../../domain/resources.ts'

const all = resourceNames.flatMap((resource) =>
  resources[resource].views.map((view) => [`${resource} ${view.id}`, resource, view] as const),
)

describe('the views that come with the console', () => {
  it.each(all)('%s asks what its list understands', (_, resource, { query, sort }) => {
    const { filters, sorts } = resources[resource].list
    const { where, problems } = parseQuery(filters, query, { now: new Date('2026-11-21T10:00:00Z') })
    expect(problems).toEqual([])
    expect(where).not.toHaveProperty('keyword')
    expect(Object.keys(where).length).toBeGreaterThan(0)
    expect([...sorts, undefined]).toContain(sort?.replace(/^-/, ''))
  })

  it('are called by one name each', () => {
    for (const resource of resourceNames) {
      const ids = resources[resource].views.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBeGreaterThan(0)
    }
  })
})
