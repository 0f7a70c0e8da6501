import { createConsoleRegistry } from '../../src/app/commands/registry.ts'
import { createSettingsStore } from '../../src/stores/settings-store.ts'
import { memoryStorage } from './memory-storage.ts'

const nothing = () => undefined

/** All commands of the console, with no-op ports. */
export const registry = createConsoleRegistry({
  signOut: nothing,
  lock: nothing,
  setCountry: nothing,
  setLanguage: nothing,
  toggleTheme: nothing,
  toggleSettings: nothing,
  toggleSingleKeys: nothing,
  toggleScanTones: nothing,
  reload: nothing,
  settings: createSettingsStore(memoryStorage()),
  undoLast: nothing,
  focusNotices: nothing,
  macros: {
    record: nothing,
    keep: nothing,
    hasSteps: () => false,
    macros: () => [],
    describe: () => '',
    edit: nothing,
    rename: nothing,
    remove: nothing,
  },
  redoLast: nothing,
})
