import { addLanguages, preloadTexts } from '../../i18n/i18n.ts'
import { withNeeds } from '../../ui/late/late.tsx'
import type { Workspace } from '../../workspace/workspace.ts'
import type { createPalette } from './create-palette.ts'
import type { createLateMemory } from './late-memory.ts'

type Bound = Pick<Parameters<typeof createPalette>[1], 'filters' | 'wholeContext'> & {
  memory: ReturnType<typeof createLateMemory>
}

/** The palette's code with the records that it remembers, bound to a workspace. */
export const fetchPalette = async (workspace: Workspace, { memory, filters, wholeContext }: Bound) => {
  const [{ createPalette }, records] = await withNeeds(
    Promise.all([import('./create-palette.ts'), memory.records(), preloadTexts()]),
  )
  return createPalette(workspace, {
    wholeContext,
    addLanguages,
    storage: localStorage,
    records,
    filters,
  })
}
