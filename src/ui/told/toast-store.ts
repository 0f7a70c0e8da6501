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
  /** Milliseconds on screen; never under 10 s, and the clock stands still while the toast is pointed at or focused. */
  duration?: number
  /** Stays until it is put away or replaced. */
  sticky?: boolean
}

/** `serial` tells a toast from the one that it replaced. */
export type Toast = ToastInput & { id: string; serial: number; duration: number }

export const shortestToast = 10_000
const most = 4

/** The toasts on screen, outside React, so that a command can notify without a component. */
export const createToastStore = () => {
  let toasts: readonly Toast[] = []
  let count = 0
  const listeners = new Set<() => void>()
  const focusers = new Set<() => void>()

  const publish = (next: readonly Toast[]) => {
    toasts = next
    for (const listener of listeners) listener()
  }

  return {
    getSnapshot: () => toasts,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Shows it and answers its id. */
    notify: (input: ToastInput): string => {
      count += 1
      const id = input.id ?? `toast-${count}`
      const toast = {
        ...input,
        id,
        serial: count,
        duration: Math.max(shortestToast, input.duration ?? shortestToast),
      }
      publish([...toasts.filter((other) => other.id !== id), toast].slice(-most))
      return id
    },
    /** Puts the keyboard on the newest, where somebody shows them. */
    focus: () => {
      for (const focus of focusers) focus()
    },
    onFocus: (focus: () => void) => {
      focusers.add(focus)
      return () => void focusers.delete(focus)
    },
    dismiss: (id: string) => publish(toasts.filter((toast) => toast.id !== id)),
  }
}

export type ToastStore = ReturnType<typeof createToastStore>
