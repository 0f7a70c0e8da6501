import type { Command } from '../../commands/command.ts'
import { createRegistry, type Registry } from '../../commands/create-registry.ts'
import { calculatorCommands } from '../../features/calculator/calculator-commands.ts'
import { callersCommands } from '../../features/callers/callers-commands.ts'
import { customerCommands } from '../../features/customers/customer-commands.ts'
import { dashboardCommands } from '../../features/dashboard/dashboard-commands.ts'
import { deliveryCommands } from '../../features/delivery/delivery-commands.ts'
import { exportCommands } from '../../features/exports/export-commands.ts'
import { handoverScreenCommands } from '../../features/handovers/handover-commands.ts'
import { historyCommands } from '../../features/history/history-commands.ts'
import { importCommands } from '../../features/import/import-commands.ts'
import { invoicePageCommands } from '../../features/invoices/invoice-commands.ts'
import { jobCommands } from '../../features/jobs/job-commands.ts'
import { keyboardCommands } from '../../features/keyboard/keyboard-commands.ts'
import { labelCommands } from '../../features/labels/label-commands.ts'
import { listCommands, sentenceCommands } from '../../features/list/list-commands.ts'
import { macroCommands } from '../../features/macros/macro-commands.ts'
import { manifestPageCommands } from '../../features/manifests/manifest-commands.ts'
import { payoutScreenCommands } from '../../features/payouts/payout-commands.ts'
import { profileCommands } from '../../features/profile/profile-commands.ts'
import { formCommands } from '../../features/record-form/form-commands.ts'
import { recordPageCommands } from '../../features/record-page/record-page-commands.tsx'
import { scanSessionCommands } from '../../features/scan-session/scan-session-commands.ts'
import { settingsCommands } from '../../features/settings/settings-commands.ts'
import { statusCommands } from '../../features/status/status-commands.ts'
import { triageCommands, triageDoor } from '../../features/triage/triage-commands.ts'
import { viewCommands } from '../../features/views/view-commands.ts'
import { resourceCommands } from '../../resources/resource-commands.ts'
import { type ConsolePort, consoleCommands } from './console-commands.ts'

/** All commands of the console, in palette order. */
export const createConsoleRegistry = (port: ConsolePort): Registry => {
  const commands: readonly Command[] = [
    ...resourceCommands,
    ...formCommands,
    ...listCommands,
    ...recordPageCommands,
    ...sentenceCommands,
    ...dashboardCommands,
    ...calculatorCommands,
    ...callersCommands,
    ...statusCommands,
    ...customerCommands,
    ...importCommands,
    ...invoicePageCommands,
    ...handoverScreenCommands,
    ...payoutScreenCommands,
    ...labelCommands,
    ...manifestPageCommands,
    ...scanSessionCommands({ toggleTones: port.toggleScanTones }),
    ...viewCommands,
    ...exportCommands,
    ...jobCommands,
    ...profileCommands,
    ...keyboardCommands({
      toggleSingleKeys: port.toggleSingleKeys,
      commands: () => commands,
      macros: port.macros.macros,
    }),
    ...deliveryCommands,
    ...historyCommands,
    triageDoor,
    ...triageCommands,
    ...macroCommands(port.macros),
    ...consoleCommands(port),
    ...settingsCommands(port.settings),
  ]
  return createRegistry(commands)
}
