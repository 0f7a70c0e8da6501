import type { ComponentType } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { ResourceName } from '../../domain/resources.ts'
import type { paletteMachine } from '../../machines/palette-machine.ts'
import type { LongWork } from '../api/long-work.ts'
import type { CommandContext } from '../commands/command-context.ts'
import type { Registry } from '../commands/create-registry.ts'
import type { PaneProps } from './pane-subject.ts'
import type { Recents } from './ranking/recents.ts'
import type { RecordIndex } from './record-index.ts'
import type { Search } from './record-search.ts'
import type { FilterSource } from './results/use-filtering.ts'
import type { Preview } from './use-inline-preview.ts'

export type PaletteProps = {
  /** `bindPalette(...)`, started; `palette.open` shows it. */
  actor: ActorRefFrom<typeof paletteMachine>
  registry: Registry
  /** The command context at the moment of opening. */
  context: () => CommandContext
  preview: Preview
  /** Progress of long dry runs. */
  dryRuns: LongWork['dryRuns']
  search: Search
  /** The records that the server has sent in this session, searched locally. */
  records: RecordIndex
  recents: Recents
  /** The resources that the user may list: their name and a space set the scope. */
  scopes: readonly ResourceName[]
  /** Filters of lists; absent where there are no lists. */
  filters?: FilterSource
  /** The resource that `@` searches; null if the user may not. */
  people: ResourceName | null
  /** The preview beside the list, on wide screens. */
  pane?: ComponentType<PaneProps>
  /** Called when it opens, to load the words of the other languages. */
  onOpen?: () => void
}
