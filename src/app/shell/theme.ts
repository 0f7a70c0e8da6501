import { modeOf } from '../../../machines/settings/settings-rules.ts'
import type { SettingsStore } from '../../layouts/settings-store.ts'

/** Light or dark stands on `<html data-theme>`: put there by index.html before the first paint, kept right from here on. */
export const followMode = (settings: SettingsStore): void => {
  const show = () => {
    document.documentElement.dataset.theme = modeOf(settings.get(), wished())
  }
  show()
  settings.subscribe(show)
  darkWish.addEventListener('change', show)
}

/** The other one than is seen, chosen for good. */
export const toggleMode = (settings: SettingsStore): void =>
  settings.choose('mode', modeOf(settings.get(), wished()) === 'dark' ? 'light' : 'dark')

const darkWish = matchMedia('(prefers-color-scheme: dark)')
const wished = (): 'light' | 'dark' => (darkWish.matches ? 'dark' : 'light')
