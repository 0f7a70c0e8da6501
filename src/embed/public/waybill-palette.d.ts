export type PaletteOptions = {
  /** URL of the API with its path: `https://waybill.example/api`. */
  apiUrl: string
  /** Session token, or a function called for each request. */
  token: string | (() => string | null)
  /** `fr`, `en`, `de`, `it`, `es` or `ru`, with or without region; default French. */
  locale?: string
  /** `auto`, the default, follows the system. */
  theme?: 'light' | 'dark' | 'auto'
  /** Default `Mod+k`; null for none. */
  shortcut?: string | null
  /** Initial country, for users who may select one; default: the user's. */
  country?: string
  /** Origin of the console. Default: that of the API. */
  consoleUrl?: string
  /** Called instead of navigating to the console. */
  onNavigate?: (url: string) => void
  /** The token is invalid or expired. Provide a new one with `update`. */
  onUnauthorized?: () => void
}

export type MountedPalette = {
  open: () => void
  close: () => void
  /** Changes options, such as token or language. */
  update: (options: Partial<PaletteOptions>) => void
  /** Removes everything from the page. */
  destroy: () => void
}

/** Mounts Waybill's palette. @throws TypeError if the element or a required option is missing */
export function mountPalette(element: Element, options: PaletteOptions): MountedPalette
