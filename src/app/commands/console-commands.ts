import { type Command, defineCommand } from '../../commands/command.ts'
import type { MacroPort } from '../../features/macros/macro-commands.ts'
import type { SettingsStore } from '../../stores/settings-store.ts'
import { type PortablePort, portableCommands } from './portable-commands.ts'

/** Side effects of console commands outside of any screen; set once on start. */
export type ConsolePort = PortablePort & {
  signOut: () => void
  lock: () => void
  toggleTheme: () => void
  settings: Pick<SettingsStore, 'get' | 'choose' | 'reset'>
  /** Shows or hides the settings. */
  toggleSettings: () => void
  /** Enables or disables bare-letter shortcuts. */
  toggleSingleKeys: () => void
  /** Enables or disables the sounds of scan sessions. */
  toggleScanTones: () => void
  /** Reloads the page. */
  reload: () => void
  /** Focuses the newest notification. */
  focusNotices: () => void
  macros: MacroPort
}

/** Global commands: navigation, country, language, theme, undo, help, sign out. */
export const consoleCommands = (port: ConsolePort): readonly Command[] => [
  ...portableCommands(port),
  defineCommand({
    id: 'console.palette',
    target: 'none',
    section: 'go',
    icon: 'search',
    keys: [{ keys: 'Mod+k', allowInInput: true }],
    hidden: true,
    unrecorded: 'quietly',
    whyNot: () => null,
    run: ({ ports }) => ports.openPalette(),
  }),
  defineCommand({
    id: 'console.help',
    target: 'none',
    section: 'settings',
    icon: 'keyboard',
    keys: ['?', 'h'],
    unrecorded: 'quietly',
    whyNot: () => null,
    run: ({ ports }) => ports.openHelp(),
  }),
  defineCommand({
    id: 'console.notices',
    target: 'none',
    section: 'settings',
    icon: 'info',
    keys: [{ keys: 'F8', allowInInput: true }],
    unrecorded: 'quietly',
    whyNot: () => null,
    run: () => port.focusNotices(),
  }),
  defineCommand({
    id: 'console.theme',
    target: 'none',
    section: 'settings',
    icon: 'moon',
    whyNot: () => null,
    run: () => port.toggleTheme(),
  }),
  defineCommand({
    id: 'console.settings',
    target: 'none',
    section: 'settings',
    icon: 'sliders',
    keys: [{ keys: 'Mod+,', allowInInput: true, when: '!dialog && !menu && !palette' }],
    unrecorded: 'quietly',
    whyNot: () => null,
    run: () => port.toggleSettings(),
  }),
  defineCommand({
    id: 'console.reload',
    target: 'none',
    section: 'settings',
    icon: 'refresh',
    unrecorded: 'reported',
    whyNot: () => null,
    run: () => port.reload(),
  }),
  defineCommand({
    id: 'session.lock',
    target: 'none',
    section: 'session',
    icon: 'lock',
    keys: [{ keys: 'Mod+Shift+l', allowInInput: true }],
    unrecorded: 'reported',
    whyNot: ({ actor }) => (actor === null ? 'UNAUTHORIZED' : null),
    run: () => port.lock(),
  }),
  defineCommand({
    id: 'session.sign-out',
    target: 'none',
    section: 'session',
    icon: 'log-out',
    unrecorded: 'reported',
    whyNot: ({ actor }) => (actor === null ? 'UNAUTHORIZED' : null),
    run: () => port.signOut(),
  }),
]
