import { describe, expect, test } from 'vitest'
import { resourceNames, resources } from '../../../../domain/resources.ts'
import { factGroups } from '../../../../src/features/record-page/record-details.tsx'
import { resourceViews } from '../../../../src/resources/registry.ts'

describe.each(resourceNames)('the facts of %s', (resource) => {
  const ids = factGroups(resource).flatMap((group) => group.ids)
  const { columns } = resourceViews[resource]
  const heading = columns.filter(({ narrow }) => narrow === 'title' || narrow === 'side').map(({ id }) => id)
  const said = new Set([...ids, ...heading, 'number', 'productImage'])

  test('have every column of the list and every field of the record, each once', () => {
    expect(new Set(ids).size).toBe(ids.length)
    const all = [...columns.map(({ id }) => id), ...Object.keys(resources[resource].shapes)]
    expect(all.filter((id) => !said.has(id))).toEqual([])
  })

  test('are in the sections of the form', () => {
    const sections = resourceViews[resource].form?.sections ?? []
    for (const { section, ids } of factGroups(resource)) {
      if (section === null) continue
      const fields = sections.find(({ id }) => id === section)?.fields ?? []
      expect(
        ids.every((id) => fields.includes(id)),
        section,
      ).toBe(true)
    }
  })
})
