import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { languageCodes } from '../../../domain/core/languages.ts'
import { fold } from '../../../domain/lib/fold.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { paletteMachine } from '../../../machines/palette/palette-machine.ts'
import { complete } from '../../../src/filter/complete.ts'
import { createListDetector } from '../../../src/filter/detect-lists.ts'
import { createRecentFilters } from '../../../src/filter/filter-context.ts'
import { longWord } from '../../../src/filter/languages/short-words.ts'
import { createReferences } from '../../../src/filter/references.ts'
import { readInput, resourceScopeOf } from '../../../src/palette/results/read-input.ts'
import { lookupOf, readingsOf } from '../../../src/palette/results/readings.ts'
import { typedSections } from '../../../src/palette/results/typed-sections.ts'
import { memoryStorage } from '../../support/memory-storage.ts'
import { bestTimeOf, hostileTexts } from '../../support/patterns/hostile-texts.ts'
import { speaking } from './filter/all-texts.ts'
import { consoleView } from './palette/console-view.ts'
import { contextWith } from './palette/palette-context.ts'

const i18n = speaking('fr')
const references = createReferences(() => null)
const detector = createListDetector(i18n, {
  country: 'ic',
  references,
  recents: createRecentFilters(memoryStorage(), 'u1'),
  loadWords: () => undefined,
})

const completions = (resource: ResourceName) => (text: string) =>
  complete(text, text.length, {
    i18n,
    resource,
    filters: resources[resource].list.filters,
    words: detector.wordsOf(resource),
    references,
    speak: (said) => detector.speak(said, resource),
    recents: [],
    views: [],
  })

/** The part of a typed or pasted text that the palette uses. */
const typed = (text: string): string => {
  const palette = createActor(paletteMachine).start()
  palette.send({ type: 'palette.open' })
  palette.send({ type: 'query.type', query: text })
  return palette.getSnapshot().context.frames.at(-1)!.query
}

const view = consoleView(contextWith({ resource: 'orders' }), {
  choices: () => [],
  filtering: {
    detector,
    lists: ['orders'],
    count: () => ({ phase: 'ready', count: 0, records: [] }),
    where: () => ({}),
    complete: () => [],
  },
})
const paletteRows = (text: string) => {
  const input = readInput(typed(text))
  const readings = readingsOf(input, view)
  return [typedSections(input, readings, view), lookupOf(input, readings, view, 'users')]
}

const readers: Record<string, (text: string) => unknown> = {
  'completions of an order filter': completions('orders'),
  'completions of a user filter': completions('users'),
  'input of the palette': readInput,
  'scope of the palette': (text) => resourceScopeOf(text, [{ resource: 'orders', words: ['commandes'] }]),
  'rows of the palette': paletteRows,
  'rows of the palette as a filter': (text) => paletteRows(`/${text}`),
  'rows of the palette as a sum': (text) => paletteRows(`=${text}`),
}

/** Linear work takes a few milliseconds; longer key presses are noticeable. */
const MAX_MS = 100

describe('200,000 hostile characters typed', () => {
  for (const [reader, read] of Object.entries(readers)) {
    it(`are read at once as ${reader}`, () => {
      for (const [shape, text] of Object.entries(hostileTexts)) {
        // The whole text, and the part that is not cut.
        for (const written of [text, text.slice(0, 1_500)]) {
          const time = bestTimeOf(() => read(written), MAX_MS)
          expect(time, shape).toBeLessThan(MAX_MS)
        }
      }
    })
  }

  it('are cut where the palette opens with them', () => {
    const palette = createActor(paletteMachine).start()
    palette.send({ type: 'palette.open', query: 'x'.repeat(200_000) })
    expect(palette.getSnapshot().context.frames.at(-1)!.query.length).toBeLessThan(10_000)
  })
})

/** What a table of words answers that is read without asking for its own keys. */
const inherited = [...Object.getOwnPropertyNames(Object.prototype), 'prototype']

describe('a name that every object has', () => {
  for (const [reader, read] of Object.entries(readers)) {
    it(`is a word like any other as ${reader}`, () => {
      for (const name of inherited) {
        for (const text of [
          name,
          `${name} 14992`,
          `cmds ${name}`,
          `${name}:${name}`,
          `status:${name}`,
          `statut:${name}`,
        ])
          expect(() => read(text), text).not.toThrow()
      }
    })
  }

  it.each(languageCodes)('is no abbreviation in %s', (language) => {
    for (const name of inherited) expect(longWord(fold(name), language)).toBeNull()
  })
})
