import { assign, setup } from 'xstate'
import {
  defaultSettings,
  readSettings,
  type SettingName,
  type Settings,
  withSetting,
} from './settings-rules.ts'

export type SettingsEvent =
  | { type: 'setting.choose'; name: SettingName; value: string }
  | { type: 'settings.reset' }
  /** Another tab stored these. */
  | { type: 'settings.read'; kept: unknown }

/** Appearance settings. `input`: the stored value, unvalidated. The caller stores changes. */
export const settingsMachine = setup({
  types: { context: {} as Settings, events: {} as SettingsEvent, input: {} as { kept: unknown } },
}).createMachine({
  id: 'settings',
  context: ({ input }) => readSettings(input.kept),
  initial: 'ready',
  states: {
    ready: {
      on: {
        'setting.choose': {
          actions: assign(({ context, event }) => withSetting(context, event.name, event.value)),
        },
        // The settings panel stays open.
        'settings.reset': {
          actions: assign(({ context }) => ({ ...defaultSettings, rightPanel: context.rightPanel })),
        },
        'settings.read': { actions: assign(({ event }) => readSettings(event.kept)) },
      },
    },
  },
})
