import type { Command } from '../../commands/command.ts'
import { calculatorCommands } from '../../features/calculator/calculator-commands.ts'
import { customerCommands } from '../../features/customers/customer-commands.ts'
import { dashboardCommands } from '../../features/dashboard/dashboard-commands.ts'
import { deliveryCommands } from '../../features/delivery/delivery-commands.ts'
import { importCommands } from '../../features/import/import-commands.ts'
import { invoicePageCommands } from '../../features/invoices/invoice-commands.ts'
import { keyboardCommands } from '../../features/keyboard/keyboard-commands.ts'
import { profileCommands } from '../../features/profile/profile-commands.ts'
import { settingsCommands } from '../../features/settings/settings-commands.ts'
import { triageCommands } from '../../features/triage/triage-commands.ts'
import type { ConsolePort } from './console-commands.ts'

/** Those that only screens and layers answer to which come late themselves: they wait for these. */
export type LateCommands = ReturnType<typeof lateCommands>

export const lateCommands = (port: ConsolePort, commands: () => readonly Command[]) => ({
  screens: [
    ...dashboardCommands,
    ...calculatorCommands,
    ...customerCommands,
    ...importCommands,
    ...invoicePageCommands,
  ],
  own: [
    ...profileCommands,
    ...keyboardCommands({
      toggleSingleKeys: port.toggleSingleKeys,
      commands,
      macros: port.macros.macros,
    }),
    ...deliveryCommands,
  ],
  triage: triageCommands,
  settings: settingsCommands(port.settings),
})
