import { useEffect, useMemo } from 'react'
import type { ResourceName } from '../../domain/resources.ts'
import type { PaletteFrame } from '../../machines/palette/palette-types.ts'
import { argumentOf, argumentSections } from './argument-sections.ts'
import { emptySections } from './empty-sections.ts'
import { helpSections } from './help-sections.ts'
import { type PaletteSection, trimSections } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import { readInput } from './read-input.ts'
import type { RecordSearch } from './record-search.ts'
import { recordSections } from './record-sections.ts'
import { type Lookup, lookupOf, readingsOf, typedSections } from './typed-sections.ts'
import { useRecordContext } from './use-record-context.ts'

const noLookup: Lookup = { query: '', resource: null }

/** The rows of the page that is shown, and what is looked up for them. */
export function useSections(
  { page, query }: PaletteFrame,
  view: PaletteView,
  recordSearch: RecordSearch,
  people: ResourceName | null,
): readonly PaletteSection[] {
  const recordContext = useRecordContext(page, view.context)
  const { sections, lookup } = useMemo(() => {
    const command = page.kind === 'argument' ? view.registry.get(page.invocation.command) : undefined
    if (page.kind === 'argument') {
      const argument = command ? argumentOf(command, page.name) : null
      return {
        sections: command ? argumentSections(command, page.name, query, view) : [],
        lookup: argument?.kind === 'record' ? { query: query.trim(), resource: argument.resource } : noLookup,
      }
    }
    if (page.kind === 'record') {
      return { sections: recordSections(page, recordContext, query, view), lookup: noLookup }
    }
    const input = readInput(query)
    if (input.mode === 'help') return { sections: helpSections(view.t), lookup: noLookup }
    if (input.text === '' && input.mode === 'all' && view.scope === null) {
      return { sections: emptySections(view), lookup: noLookup }
    }
    const readings = readingsOf(input, view)
    return {
      sections: typedSections(input, readings, view),
      lookup: lookupOf(input, readings, view, people),
    }
  }, [page, query, view, recordContext, people])

  useEffect(() => {
    recordSearch.ask(lookup.query, lookup.resource)
  }, [recordSearch, lookup.query, lookup.resource])

  return useMemo(() => trimSections(sections), [sections])
}
