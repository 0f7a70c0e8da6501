import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { createActor } from 'xstate'
import { type SettingName, type Settings, settingsMachine } from '../../machines/settings/settings-machine.ts'
import { deviceStorage, type KeyedStorage } from '../storage/browser-storage.ts'

/**
 * Local storage key of the appearance settings, a JSON object as in machines/settings/settings-machine.ts:
 * `{"layout":"horizontal","mode":"dark"}`. Missing or unknown values are defaults. index.html reads `mode`.
 */
export const settingsKey = 'settings'

export type SettingsStore = ReadonlyAtom<Settings> & {
  /** Applies and stores a choice; invalid ones are ignored. */
  choose: (name: SettingName, value: string) => void
  reset: () => void
}

/** Appearance settings, synchronised across tabs. */
export const createSettingsStore = (storage: KeyedStorage = deviceStorage): SettingsStore => {
  const actor = createActor(settingsMachine, { input: { kept: readKept(storage) } }).start()
  const settings = createAtom<Settings>(actor.getSnapshot().context)
  actor.subscribe(({ context }) => settings.set(context))
  const change = (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event)
    storage.setItem(settingsKey, JSON.stringify(settings.get()))
  }
  if (typeof window !== 'undefined') {
    window.addEventListener('storage', ({ key }) => {
      // Key null: the whole storage was cleared.
      if (key === settingsKey || key === null) actor.send({ type: 'settings.read', kept: readKept(storage) })
    })
  }
  return {
    get: settings.get,
    subscribe: settings.subscribe,
    choose: (name, value) => change({ type: 'setting.choose', name, value }),
    reset: () => change({ type: 'settings.reset' }),
  }
}

const readKept = (storage: KeyedStorage): unknown => {
  try {
    return JSON.parse(storage.getItem(settingsKey) ?? 'null')
  } catch {
    return null
  }
}
