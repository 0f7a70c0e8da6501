const key = 'theme'

type Theme = 'light' | 'dark'

/** Light or dark, as it was left; the system's wish before anybody chose. Stands on `<html data-theme>`. */
export const applyTheme = (): void => {
  const kept = localStorage.getItem(key)
  const wished: Theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  show(kept === 'light' || kept === 'dark' ? kept : wished)
}

export const currentTheme = (): Theme =>
  document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'

export const toggleTheme = (): void => {
  const next: Theme = currentTheme() === 'dark' ? 'light' : 'dark'
  localStorage.setItem(key, next)
  show(next)
}

const show = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme
}
