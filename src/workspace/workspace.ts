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

/** Services of all authenticated screens. Built in src/app. */
export type Workspace = {
  api: Api
  /** Query cache of this user and country. */
  queries: RecordCache
  user: SessionRecord
  country: CountryCode
  view: ViewStore
  /** Lists from which records were opened. */
  walks: RecordWalks
  /** Unsaved input of the open form. */
  unsaved: UnsavedChanges
  /** Appearance. */
  settings: SettingsStore
  /** `bindings`: the user's effective ones. */
  registry: Registry
  /** Filter context. */
  filters: FilterContext
  /** Shortcuts and macros. */
  preferences: PreferencesStore
  keys: {
    /** Default bindings. */
    defaults: readonly KeyBinding[]
    effective: ReadonlyAtom<readonly KeyBinding[]>
  }
  /** Current command context. */
  commandContext: () => CommandContext
  /** Runs a command on the current context. */
  run: (command: string) => void
  /** The same with arguments. */
  runWith: (command: string, args: Arguments) => void
  ports: Omit<CommandPorts, 'list'>
  /** Unsent changes. */
  outbox: OutboxHost
  /** Persistent data of this device. */
  offline: OfflineStore
  /** Calls back for every live change until the returned function is called. */
  onLive: (listener: (event: LiveEvent) => void) => () => void
  /** Sellers of all countries who wait for activation; 0 for roles that cannot activate. */
  waitingSellers: ReadonlyAtom<number>
}

export const WorkspaceContext = createContext<Workspace | null>(null)

export const useWorkspace = (): Workspace => {
  const workspace = use(WorkspaceContext)
  if (workspace === null) throw new Error('useWorkspace needs a WorkspaceContext above it')
  return workspace
}
