import { modeOf } from '../../../machines/settings/settings-machine.ts'
import { isDarkPreferred } from '../../stores/browser.ts'
import type { SettingsStore } from '../../stores/settings-store.ts'

/** Sets `<html data-theme>` to light or dark; index.html sets it before the first paint. */
export const followMode = (settings: SettingsStore): void => {
  const show = () => {
    document.documentElement.dataset.theme = modeOf(settings.get(), preferredMode())
  }
  show()
  settings.subscribe(show)
  isDarkPreferred.subscribe(show)
}

/** Toggles between light and dark, and stores the choice. */
export const toggleMode = (settings: SettingsStore): void =>
  settings.choose('mode', modeOf(settings.get(), preferredMode()) === 'dark' ? 'light' : 'dark')

const preferredMode = (): 'light' | 'dark' => (isDarkPreferred.get() ? 'dark' : 'light')
