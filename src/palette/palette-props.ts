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
  /** What is in view at the moment of opening. */
  context: () => CommandContext
  preview: Preview
  /** How far dry runs are that take long. */
  dryRuns: LongWork['dryRuns']
  search: Search
  /** The records that the server has sent in this session, to be found without asking it. */
  records: RecordIndex
  recents: Recents
  /** The resources that this person can look through, for `word ` as a scope. */
  scopes: readonly ResourceName[]
  /** What lists are filtered and selected by; without it there are none to go to. */
  filters?: FilterSource
  /** Whom `@` looks among; null where they may not. */
  people: ResourceName | null
  /** What stands beside the list where there is room; without it the list stands alone. */
  pane?: ComponentType<PaneProps>
  /** Called when it opens: the moment to load the other languages' words. */
  onOpen?: () => void
}
