export type PaletteOptions = {
  /** Where the API answers, its path included: `https://waybill.example/api`. */
  apiUrl: string
  /** A session's token; where it is a function, it is asked at every call. */
  token: string | (() => string | null)
  /** `fr`, `en`, `de`, `it`, `es` or `ru`, with or without a region. French where it is none of them. */
  locale?: string
  /** `auto`, the default, follows the system. */
  theme?: 'light' | 'dark' | 'auto'
  /** `Mod+k` by default; null for no key. */
  shortcut?: string | null
  /** Of the records to begin with, for those who may select one; the person's own otherwise. */
  country?: string
  /** Origin of the console. Default: the API's own origin. */
  consoleUrl?: string
  /** Called instead of leaving the page for the console's. */
  onNavigate?: (url: string) => void
  /** The token is not, or no longer, good for anything. Give a new one by `update`. */
  onUnauthorized?: () => void
}

export type MountedPalette = {
  open: () => void
  close: () => void
  /** Changes some of the options: a new token, another language. */
  update: (options: Partial<PaletteOptions>) => void
  /** Takes everything out of the page again. */
  destroy: () => void
}

/** Puts Waybill's palette into a page. @throws TypeError where the element or an option that it cannot do without is missing */
export function mountPalette(element: Element, options: PaletteOptions): MountedPalette
