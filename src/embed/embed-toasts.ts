import { createToastStore, type ToastStore } from '../ui/feedback/toast-store.ts'

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
