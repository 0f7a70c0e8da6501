import { createStore } from '@xstate/store'
import type { Tone } from './tone.ts'

export type ToastAction = { label: string; keys?: string; run: () => void }

/** What is worded when it is shown: its words may still be on their way when it is said. */
export type Said = string | (() => string)

export type ToastInput = {
  /** Given again, it replaces the toast of that id: progress, then result. */
  id?: string
  tone?: Tone
  title: Said
  detail?: Said
  action?: ToastAction
  /** Milliseconds on screen; never under 10 s, and the timer is paused while the toast is hovered or focused. */
  duration?: number
  /** Stays until it is put away or replaced. */
  sticky?: boolean
}

/** `serial` distinguishes a toast from the one that it replaced. */
export type Toast = ToastInput & { id: string; serial: number; duration: number }

export const shortestToast = 10_000
const MAX_TOASTS = 4

/** The toasts on screen, outside React, so that a command can notify without a component. */
export const createToastStore = () => {
  const store = createStore({
    context: { toasts: [] as readonly Toast[], serial: 0 },
    on: {
      show: ({ toasts, serial }, { toast }: { toast: ToastInput }) => {
        const id = toast.id ?? toastId(serial + 1)
        const duration = Math.max(shortestToast, toast.duration ?? shortestToast)
        const shown = { ...toast, id, serial: serial + 1, duration }
        const others = toasts.filter((other) => other.id !== id && !isSaidAgain(other, toast))
        return { toasts: [...others, shown].slice(-MAX_TOASTS), serial: serial + 1 }
      },
      dismiss: (context, { id }: { id: string }) => ({
        ...context,
        toasts: context.toasts.filter((toast) => toast.id !== id),
      }),
    },
  })
  let focusNewest: (() => void) | null = null
  const toasts = () => store.getSnapshot().context.toasts
  return {
    store,
    toasts,
    /** Shows it and answers its id. */
    notify: (toast: ToastInput): string => {
      store.trigger.show({ toast })
      return toast.id ?? toastId(store.getSnapshot().context.serial)
    },
    dismiss: (id: string): void => store.trigger.dismiss({ id }),
    /** Puts the keyboard on the newest, where a viewport shows them. */
    focus: (): void => focusNewest?.(),
    /** Registers the viewport that can do that. */
    onFocus: (focus: () => void): (() => void) => {
      focusNewest = focus
      return () => {
        if (focusNewest === focus) focusNewest = null
      }
    },
  }
}

/** Says that something was not done, with nothing to do about it. */
const isRefusal = ({ tone, action, sticky }: ToastInput): boolean =>
  (tone === 'warning' || tone === 'danger') && action === undefined && sticky !== true

/** A refusal in the same words replaces the former one. */
const isSaidAgain = (before: ToastInput, now: ToastInput): boolean =>
  isRefusal(before) &&
  isRefusal(now) &&
  before.tone === now.tone &&
  wordsOf(before.title) === wordsOf(now.title) &&
  wordsOf(before.detail) === wordsOf(now.detail)

export const wordsOf = (said: Said | undefined): string =>
  typeof said === 'function' ? said() : (said ?? '')

const toastId = (serial: number): string => `toast-${serial}`

export type ToastStore = ReturnType<typeof createToastStore>
