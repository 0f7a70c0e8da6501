import { isDarkPreferred } from '../stores/browser.ts'
import type { EmbedTheme } from './embed-options.ts'

/** Light or dark on the palette's own element, after the options or after the system. */
export const followTheme = (page: HTMLElement, theme: () => EmbedTheme) => {
  const show = () => {
    const chosen = theme()
    page.dataset.theme = chosen === 'auto' ? (isDarkPreferred.get() ? 'dark' : 'light') : chosen
  }
  show()
  const subscription = isDarkPreferred.subscribe(show)
  return { show, stop: () => subscription.unsubscribe() }
}
