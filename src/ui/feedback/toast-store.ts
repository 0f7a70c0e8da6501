import { createStore } from '@xstate/store'
import type { Tone } from './tone.ts'

export type ToastAction = { label: string; keys?: string; run: () => void }

/** A function is evaluated on render, because translations may still be loading. */
export type ToastText = string | (() => string)

export type ToastInput = {
  /** Replaces the toast with the same id: progress, then result. */
  id?: string
  tone?: Tone
  title: ToastText
  detail?: ToastText
  action?: ToastAction
  /** Milliseconds, at least 10 s; paused while hovered or focused. */
  duration?: number
  /** Stays until dismissed or replaced. */
  sticky?: boolean
  /** Batches that its action undoes or redoes, or records whose queued changes it tells of. */
  about?: readonly string[]
  /** `about` are records, whose changes are not sent yet. */
  isQueued?: boolean
  /** Batches that were undone or redone, records with newer news: toasts about them are removed. */
  overtakes?: readonly string[]
}

/** `serial` differs for each toast, also if it replaces another; `replaced`: how many others it took the place of. */
export type Toast = ToastInput & { id: string; serial: number; duration: number; replaced: number }

export const shortestToast = 10_000
const MAX_TOASTS = 2

/** Visible toasts, outside React, so that commands can notify. `isSingle`: there is room for one only, the newest. */
export const createToastStore = ({ isSingle = () => false }: { isSingle?: () => boolean } = {}) => {
  const store = createStore({
    context: { toasts: [] as readonly Toast[], serial: 0 },
    on: {
      show: ({ toasts, serial }, { toast }: { toast: ToastInput }) => {
        const id = toast.id ?? toastId(serial + 1)
        const duration = Math.max(shortestToast, toast.duration ?? shortestToast)
        const others = toasts.filter(
          (other) => other.id !== id && !isSaidAgain(other, toast) && !isOvertaken(other, toast),
        )
        // What waits for an answer stays below, and is shown again after the newest.
        const passing = isSingle() ? others.filter(({ sticky }) => sticky !== true) : []
        const before = toasts.find((other) => other.id === id)?.replaced ?? 0
        const replaced = passing.reduce((sum, other) => sum + other.replaced + 1, before)
        const shown = { ...toast, id, serial: serial + 1, duration, replaced }
        const left = others.filter((other) => !passing.includes(other))
        return { toasts: withinBound([...left, shown]), serial: serial + 1 }
      },
      retire: ({ toasts, serial }, { about, detail }: { about: string; detail: ToastText }) => ({
        serial,
        toasts: toasts.map((toast) =>
          toast.about?.includes(about)
            ? { ...toast, tone: 'neutral' as const, detail, action: undefined, about: undefined }
            : toast,
        ),
      }),
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
    /** Shows a toast and returns its id. */
    notify: (toast: ToastInput): string => {
      store.trigger.show({ toast })
      return toast.id ?? toastId(store.getSnapshot().context.serial)
    },
    /** What the toasts about this offer was done elsewhere: they say so and offer nothing. */
    retire: (about: string, detail: ToastText): void => store.trigger.retire({ about, detail }),
    dismiss: (id: string): void => store.trigger.dismiss({ id }),
    /** Focuses the newest toast in the viewport. */
    focus: (): void => focusNewest?.(),
    /** Registers the viewport. */
    onFocus: (focus: () => void): (() => void) => {
      focusNewest = focus
      return () => {
        if (focusNewest === focus) focusNewest = null
      }
    },
  }
}

/** The newest toasts; progress and failures that wait for an answer go last. */
const withinBound = (toasts: readonly Toast[]): readonly Toast[] => {
  if (toasts.length <= MAX_TOASTS) return toasts
  const passing = toasts.slice(0, -1).find(({ sticky }) => sticky !== true) ?? toasts[0]
  return withinBound(toasts.filter((toast) => toast !== passing))
}

/** Its action would do again what was just done. */
const isOvertaken = (before: ToastInput, { overtakes = [] }: ToastInput): boolean =>
  before.about?.some((batch) => overtakes.includes(batch)) === true

/** A refusal without an action. */
const isRefusal = ({ tone, action, sticky }: ToastInput): boolean =>
  (tone === 'warning' || tone === 'danger') && action === undefined && sticky !== true

/** A refusal with the same text replaces the former one. */
const isSaidAgain = (before: ToastInput, now: ToastInput): boolean =>
  isRefusal(before) &&
  isRefusal(now) &&
  before.tone === now.tone &&
  wordsOf(before.title) === wordsOf(now.title) &&
  wordsOf(before.detail) === wordsOf(now.detail)

export const wordsOf = (said: ToastText | undefined): string =>
  typeof said === 'function' ? said() : (said ?? '')

const toastId = (serial: number): string => `toast-${serial}`

export type ToastStore = ReturnType<typeof createToastStore>
