import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { createActor } from 'xstate'
import { settingsMachine } from '../../machines/settings/settings-machine.ts'
import type { SettingName, Settings } from '../../machines/settings/settings-table.ts'
import { deviceStorage, type KeyedStorage } from '../storage/browser-storage.ts'

/**
 * Where the settings are kept: local storage, as one JSON object of the names and values in
 * machines/settings/settings-table.ts, `{"layout":"horizontal","mode":"dark"}`. What is missing or unknown is the
 * default. Written there before the page loads, it is how the page looks; index.html reads `mode` under the same key.
 */
export const settingsKey = 'settings'

export type SettingsStore = ReadonlyAtom<Settings> & {
  /** Chooses at once and for good; what the rules refuse changes nothing. */
  choose: (name: SettingName, value: string) => void
  reset: () => void
}

/** The settings of this browser, the same in all its tabs. */
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
      // No key: the whole storage was cleared.
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
