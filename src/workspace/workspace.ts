import type { ReadonlyAtom } from '@xstate/store'
import { createContext, use } from 'react'
import type { LiveEvent } from '../../domain/changes/changes.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import type { KeyBinding } from '../../machines/keys/key-binding.ts'
import type { Api } from '../api/create-api.ts'
import type { CommandContext } from '../commands/command.ts'
import type { Arguments, CommandPorts } from '../commands/command-ports.ts'
import type { Registry } from '../commands/create-registry.ts'
import type { FilterContext } from '../filter/filter-context.ts'
import type { OfflineStore } from '../stores/offline-store.ts'
import type { OutboxHost } from '../stores/outbox-host.ts'
import type { RecordWalks } from '../stores/record-walks.ts'
import type { SettingsStore } from '../stores/settings-store.ts'
import type { PreferencesStore } from '../stores/shortcut-preferences-store.ts'
import type { UnsavedChanges } from '../stores/unsaved-changes.ts'
import type { ViewStore } from '../stores/view-store.ts'
import type { RecordCache } from './record-cache.ts'

/** What every screen behind the gates works with. Provided by src/app, consumed by features. */
export type Workspace = {
  api: Api
  /** The cache of reads, of this user in this country. */
  queries: RecordCache
  user: SessionRecord
  country: CountryCode
  view: ViewStore
  /** The lists that records were opened from. */
  walks: RecordWalks
  /** Unsaved words of the open form. */
  unsaved: UnsavedChanges
  /** How the console looks. */
  settings: SettingsStore
  /** Its `bindings` are those that hold for this person at this moment. */
  registry: Registry
  /** What filters are written with. */
  filters: FilterContext
  /** The person's own keys and macros. */
  preferences: PreferencesStore
  keys: {
    /** What holds where a person has chosen nothing. */
    defaults: readonly KeyBinding[]
    effective: ReadonlyAtom<readonly KeyBinding[]>
  }
  /** What commands look at, as it is at this moment. */
  commandContext: () => CommandContext
  /** Runs a command by its id with what is in view: what buttons and rows call. */
  run: (command: string) => void
  /** The same, with its arguments given. */
  runWith: (command: string, args: Arguments) => void
  ports: Omit<CommandPorts, 'list'>
  /** Changes that wait for the network. */
  outbox: OutboxHost
  /** What this device keeps for when there is none. */
  offline: OfflineStore
  /** Calls back for every change that anybody makes, until the function returned is called. */
  onLive: (listener: (event: LiveEvent) => void) => () => void
}

export const WorkspaceContext = createContext<Workspace | null>(null)

export const useWorkspace = (): Workspace => {
  const workspace = use(WorkspaceContext)
  if (workspace === null) throw new Error('useWorkspace needs a WorkspaceContext above it')
  return workspace
}
