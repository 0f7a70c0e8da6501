import type { ActorRefFrom } from 'xstate'
import type { ResourceName } from '../../domain/resources.ts'
import type { paletteMachine } from '../../machines/palette-machine.ts'
import type { CommandContext } from '../commands/command-context.ts'
import type { Registry } from '../commands/create-registry.ts'
import type { Recents } from './recents.ts'
import type { Search } from './record-search.ts'
import type { Preview } from './use-inline-preview.ts'

export type PaletteProps = {
  /** `bindPalette(...)`, started; `palette.open` shows it. */
  actor: ActorRefFrom<typeof paletteMachine>
  registry: Registry
  /** What is in view at the moment of opening. */
  context: () => CommandContext
  preview: Preview
  search: Search
  recents: Recents
  /** The resources that this person can look through, for `word ` as a scope. */
  scopes: readonly ResourceName[]
  /** Whom `@` looks among; null where they may not. */
  people: ResourceName | null
  /** Called when it opens: the moment to load the other languages' words. */
  onOpen?: () => void
}
