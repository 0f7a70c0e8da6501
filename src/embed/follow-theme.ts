import type { EmbedTheme } from './embed-options.ts'

/** Light or dark on the palette's own element, after the options or after the system. */
export const followTheme = (page: HTMLElement, theme: () => EmbedTheme) => {
  const wish = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    const chosen = theme()
    page.dataset.theme = chosen === 'auto' ? (wish.matches ? 'dark' : 'light') : chosen
  }
  show()
  wish.addEventListener('change', show)
  return { show, stop: () => wish.removeEventListener('change', show) }
}
