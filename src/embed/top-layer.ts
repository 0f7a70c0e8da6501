import { createToastStore, type ToastStore } from '../ui/feedback/toast-store.ts'
import { activeElement } from '../ui/floating/focus.ts'
import type { EmbedHost } from './embed-host.ts'
import type { EmbedSession } from './embed-session.ts'
import type { EmbedWorkspace } from './embed-workspace.ts'

/**
 * Opens the dialog before React renders content, because only elements in an open dialog can get focus. Closes it when empty
 * and restores the page's focus.
 */
export const keepInTopLayer = (
  { layer, page }: Pick<EmbedHost, 'layer' | 'page'>,
  { state }: Pick<EmbedSession, 'state'>,
): (() => void) => {
  let workspace: EmbedWorkspace | null = null
  let unwatch: () => void = () => undefined
  let before: Element | null = null
  /** The page's inline styles, which the scroll lock overwrites. */
  let scrollStyle = { overflow: '', paddingRight: '' }
  const isUp = () => state.get().isShown || (workspace !== null && showsAnything(workspace))
  const sync = () => {
    if (!isUp() || layer.open) return
    before = activeElement()
    const { overflow, paddingRight } = document.body.style
    scrollStyle = { overflow, paddingRight }
    // The dialog restores focus itself, but in Chromium without the caret, so it is done here.
    page.focus({ preventScroll: true })
    layer.showModal()
  }
  const takeDown = () => {
    if (!layer.open) return
    layer.close()
    if (scrollStyle.overflow || scrollStyle.paddingRight) Object.assign(document.body.style, scrollStyle)
    page.blur()
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    before = null
  }
  const emptied = new MutationObserver(() => {
    if (layer.childElementCount === 0 && !isUp()) takeDown()
  })
  emptied.observe(layer, { childList: true })
  const follow = () => {
    const now = state.get()
    const next = now.phase === 'ready' ? now.workspace : null
    if (next !== workspace) {
      unwatch()
      workspace = next
      unwatch = workspace === null ? () => undefined : watch(workspace, sync)
    }
    sync()
  }
  const subscription = state.subscribe(follow)
  follow()
  return () => {
    subscription.unsubscribe()
    unwatch()
    emptied.disconnect()
    takeDown()
  }
}

const showsAnything = ({ palette, questions, form, asking }: EmbedWorkspace): boolean =>
  palette.props.actor.getSnapshot().hasTag('visible') ||
  questions.get() !== null ||
  form.get() !== null ||
  (asking.get()?.getSnapshot().hasTag('asking') ?? false)

const watch = ({ palette, questions, form, asking }: EmbedWorkspace, sync: () => void): (() => void) => {
  let unwatchChange: () => void = () => undefined
  const watchChange = () => {
    unwatchChange()
    const change = asking.get()
    const subscription = change?.subscribe(sync)
    unwatchChange = () => subscription?.unsubscribe()
    sync()
  }
  const subscriptions = [
    palette.props.actor.subscribe(sync),
    questions.subscribe(sync),
    form.subscribe(sync),
    asking.subscribe(watchChange),
  ]
  return () => {
    unwatchChange()
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}

/** Toasts without the console's shortcuts; F8 and Enter work. */
export const createEmbedToasts = (): ToastStore => {
  const store = createToastStore()
  return {
    ...store,
    notify: (toast) =>
      store.notify({ ...toast, action: toast.action && { ...toast.action, keys: undefined } }),
  }
}

/** Re-opens the tray as the top layer for each new toast, above the page's own layers. */
export const keepTrayOnTop = (tray: HTMLElement, toasts: ToastStore): (() => void) => {
  let before = 0
  const subscription = toasts.store.subscribe(({ context }) => {
    const count = context.toasts.length
    const isMore = count > before
    before = count
    if (!isMore || !tray.isConnected || tray.showPopover === undefined || tray.matches(':focus-within'))
      return
    tray.hidePopover()
    tray.showPopover()
  })
  return () => subscription.unsubscribe()
}
