import { listenToKeys } from '../keyboard/listen-to-keys.ts'
import { keyCandidates } from '../keyboard/normalize-key.ts'
import type { ToastStore } from '../ui/feedback/toast-store.ts'
import type { EmbedHost } from './embed-host.ts'

type Shortcuts = {
  host: EmbedHost
  shortcut: () => string | null
  onShortcut: () => void
  toasts: ToastStore
}

/**
 * The only keys that are taken from the page: the palette's own, unless the page has used it already, and F8 while there
 * is a notification to go to.
 */
export const listenForShortcuts = ({ host, shortcut, onShortcut, toasts }: Shortcuts): (() => void) => {
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
  // Last of all, so that the page's own hotkeys come first.
  const stopPage = listenToKeys(window, onKeyDown)
  return () => {
    stopHost()
    stopPage()
  }
}
