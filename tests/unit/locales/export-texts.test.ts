import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../../domain/core/languages.ts'
import type { Shapes } from '../../../domain/lib/shape.ts'
import { resourceNames, resources } from '../../../domain/resources.ts'
import { exportTexts } from '../../../server/modules/exports/write-export.ts'

describe.each(languageCodes)('spreadsheets in %s', (language) => {
  it.each(resourceNames)(
    'of %s have a title, a header of its own for each column, and a word for each choice',
    (resource) => {
      const { title, headers, words } = exportTexts(resource, language)
      const columns: readonly string[] = resources[resource].exported
      const shapes: Shapes = resources[resource].shapes
      expect(title).not.toBe(resource)
      expect(headers.filter((header) => columns.includes(header))).toEqual([])
      expect(new Set(headers).size).toBe(columns.length)
      const choices = columns.flatMap((column) => {
        const shape = shapes[column]
        if (shape?.kind === 'flag') return ['true', 'false'].map((value) => [column, value] as const)
        return shape?.kind === 'choice' ? shape.values.map((value) => [column, value] as const) : []
      })
      expect(choices.filter(([column, value]) => words(column, value) === value)).toEqual([])
    },
  )
})
