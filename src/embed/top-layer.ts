import { createToastStore, type ToastStore } from '../ui/feedback/toast-store.ts'
import { activeElement } from '../ui/floating/focus.ts'
import type { EmbedHost } from './embed-host.ts'
import type { EmbedSession } from './embed-session.ts'
import type { EmbedWorkspace } from './embed-workspace.ts'

/**
 * Puts the layer up as soon as anything is to be shown in it, before React shows it: what asks for the focus as it comes
 * gets it only in a layer that is up. It is taken down once it is empty, and what had the focus in the page gets it back.
 */
export const keepInTopLayer = (
  { layer, page }: Pick<EmbedHost, 'layer' | 'page'>,
  { state }: Pick<EmbedSession, 'state'>,
): (() => void) => {
  let workspace: EmbedWorkspace | null = null
  let unwatch: () => void = () => undefined
  let before: Element | null = null
  /** The page's own inline styles, which the scroll lock of a layer clears. */
  let scrollStyle = { overflow: '', paddingRight: '' }
  const isUp = () => state.get().isShown || (workspace !== null && showsAnything(workspace))
  const sync = () => {
    if (!isUp() || layer.open) return
    before = activeElement()
    const { overflow, paddingRight } = document.body.style
    scrollStyle = { overflow, paddingRight }
    // A dialog gives the focus back by itself to what had it, but in Chromium without the cursor: it has to be ours.
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

/** The console's toasts without its keys, which are the page's here. F8 and Enter do what they offer. */
export const createEmbedToasts = (): ToastStore => {
  const store = createToastStore()
  return {
    ...store,
    notify: (toast) =>
      store.notify({ ...toast, action: toast.action && { ...toast.action, keys: undefined } }),
  }
}

/** Brings the notifications over whatever the page has put up meanwhile, each time that one is added. */
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
