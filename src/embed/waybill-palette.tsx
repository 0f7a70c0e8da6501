import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { languages } from '../../domain/core/languages.ts'
import { listenToKeys } from '../keyboard/listen-to-keys.ts'
import { keyCandidates } from '../keyboard/normalize-key.ts'
import { isDarkPreferred } from '../stores/browser.ts'
import type { ToastStore } from '../ui/feedback/toast-store.ts'
import { EmbedApp } from './embed-app.tsx'
import { createHost, type EmbedHost } from './embed-host.ts'
import { createEmbedI18n } from './embed-i18n.ts'
import { type EmbedSettings, type EmbedTheme, type PaletteOptions, readOptions } from './embed-options.ts'
import { createEmbedSession, type EmbedSession } from './embed-session.ts'
import { createEmbedToasts, keepInTopLayer, keepTrayOnTop } from './top-layer.ts'

export type { PaletteOptions } from './embed-options.ts'

export type MountedPalette = {
  open: () => void
  close: () => void
  /** Changes options, such as token or language. */
  update: (options: Partial<PaletteOptions>) => void
  /** Removes everything from the page. */
  destroy: () => void
}

/** Mounts Waybill's palette. @throws TypeError if the element or a required option is missing */
export const mountPalette = (element: Element, options: PaletteOptions): MountedPalette => {
  if (!(element instanceof Element)) throw new TypeError('mountPalette needs an element of the page')
  let given = options
  let settings = readOptions(given)
  const toasts = createEmbedToasts()
  const texts = createEmbedI18n(settings.language)
  const host = createHost(element)
  const root = createRoot(host.root)
  const theme = followTheme(host.page, () => settings.theme)
  const stopTray = keepTrayOnTop(host.tray, toasts)
  const stopKeys = listenForShortcuts({
    host,
    toasts,
    shortcut: () => settings.shortcut,
    onShortcut: () => {
      if (session.isOpen()) session.close()
      // An open confirmation keeps the palette from closing.
      else if (!host.layer.open) session.open()
    },
  })
  host.onCancel(() => session.close())
  let session: EmbedSession
  let stopLayer = () => {}

  const begin = () => {
    session = createEmbedSession({ settings, texts, toasts, setLanguage: (locale) => update({ locale }) })
    stopLayer = keepInTopLayer(host, session)
    // Synchronous: keys may arrive before a busy page renders, and would have no target.
    flushSync(() =>
      root.render(
        <EmbedApp
          key={serial++}
          host={host}
          filesOrigin={settings.apiUrl.replace(/\/api$/, '')}
          texts={texts}
          session={session}
          toasts={toasts}
        />,
      ),
    )
    void session.connect()
  }
  const end = () => {
    session.end()
    stopLayer()
  }
  const speak = () => {
    host.page.lang = languages[settings.language].locale
    void texts.changeLanguage(settings.language).catch(() => undefined)
  }
  const update = (changed: Partial<PaletteOptions>) => {
    given = { ...given, ...changed }
    const before = settings
    settings = readOptions(given)
    theme.show()
    if (settings.language !== before.language) speak()
    if (Object.keys(changed).every((name) => isLook.has(name))) return
    end()
    begin()
  }
  let serial = 0

  speak()
  begin()
  return {
    open: () => session.open(),
    close: () => session.close(),
    update,
    destroy: () => {
      end()
      stopKeys()
      stopTray()
      theme.stop()
      root.unmount()
      host.remove()
    },
  }
}

/** Options that can change without a new session. */
const isLook = new Set<string>(['locale', 'theme', 'shortcut'] satisfies (keyof EmbedSettings | 'locale')[])

type Shortcuts = {
  host: EmbedHost
  shortcut: () => string | null
  onShortcut: () => void
  toasts: ToastStore
}

/** The only keys taken from the page: the shortcut, unless the page prevented it, and F8 while there is a toast. */
const listenForShortcuts = ({ host, shortcut, onShortcut, toasts }: Shortcuts): (() => void) => {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return
    const keys = keyCandidates(event)
    const wanted = shortcut()
    if (wanted !== null && keys.includes(wanted)) {
      event.preventDefault()
      onShortcut()
    } else if (keys.includes('F8') && toasts.toasts().length > 0) {
      event.preventDefault()
      toasts.focus()
    }
  }
  const stopHost = host.onKey(onKeyDown)
  // Last, so that the page's handlers run first.
  const stopPage = listenToKeys(window, onKeyDown)
  return () => {
    stopHost()
    stopPage()
  }
}

/** Sets light or dark on the palette's element, from options or system. */
const followTheme = (page: HTMLElement, theme: () => EmbedTheme) => {
  const show = () => {
    const chosen = theme()
    page.dataset.theme = chosen === 'auto' ? (isDarkPreferred.get() ? 'dark' : 'light') : chosen
  }
  show()
  const subscription = isDarkPreferred.subscribe(show)
  return { show, stop: () => subscription.unsubscribe() }
}
