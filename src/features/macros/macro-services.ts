import type { TFunction } from 'i18next'
import type { CommandContext } from '../../commands/command-context.ts'
import type { CommandPorts } from '../../commands/command-ports.ts'
import type { Registry } from '../../commands/create-registry.ts'
import type { CommandLog } from '../../stores/command-log.ts'
import type { DeskStore } from '../../stores/shortcut-preferences-store.ts'
import type { ToastStore } from '../../ui/told/toast-store.ts'
import type { ChangeHost } from '../changes/change-host.ts'
import type { MacroGround } from './run-macro.ts'

/** What repeat and macros stand on. */
export type MacroServices = {
  desk: DeskStore
  log: CommandLog
  toasts: ToastStore
  t: TFunction
  /** The commands of the console, without a person's own. */
  registry: () => Registry
  /** What is in view now; `whole` waits for the whole selection. */
  context: () => CommandContext
  whole: () => Promise<CommandContext>
  confirm: CommandPorts['confirm']
  changes: Pick<ChangeHost, 'remember' | 'tookBack'> & Pick<MacroGround, 'change' | 'edit'>
  takeBack: (batches: readonly string[]) => void
  watch: MacroGround['watch']
}

/** What has become of a macro that was started. Its batches are null while it runs. */
export type MacroRun = { isStopped: boolean; isTakenBack: boolean; batches: readonly string[] | null }
