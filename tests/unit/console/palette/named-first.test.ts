import { describe, expect, test } from 'vitest'
import { languageCodes } from '../../../../domain/core/languages.ts'
import { fold } from '../../../../domain/lib/fold.ts'
import { resourceNames } from '../../../../domain/resources.ts'
import { labelKey } from '../../../../src/commands/run-command.ts'
import { rank } from '../../../../src/palette/ranking/rank.ts'
import { registry } from '../../../support/console-registry.ts'
import { preparedIn, translators } from '../../../support/ranking/ranking-view.ts'

/** On the actions of a record: what is typed is the beginning of a label, and so is the first answer named. */
describe.each(languageCodes)('the beginning of an action’s name, in %s', (language) => {
  const labelOf = new Map(
    registry.commands.map((command) => [command.id, fold(translators[language].t(labelKey(command)))]),
  )

  test.each(resourceNames)('finds an action of %s so named', (resource) => {
    const own = registry.commands.filter(
      ({ hidden, resource: of, target }) => !hidden && of === resource && target !== undefined,
    )
    const ids = new Set(own.map(({ id }) => id))
    const prepared = (preparedIn[language] ?? []).filter(({ id }) => ids.has(id))
    const misses = own.flatMap(({ id }) => {
      const label = labelOf.get(id) ?? ''
      const [word = ''] = label.split(' ')
      const beginnings = [word, word.slice(0, -1), word.slice(0, -2)].filter(({ length }) => length > 3)
      return beginnings.flatMap((typed) => {
        const [first] = rank(typed, prepared, { namesFirst: true })
        const got = labelOf.get(first?.id ?? '') ?? ''
        return got.split(' ').some((part) => part.startsWith(typed))
          ? []
          : [`${typed}: ${got} instead of ${label}`]
      })
    })
    expect(misses).toEqual([])
  })
})
