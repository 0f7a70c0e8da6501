import type { TFunction } from 'i18next'
import type { ToastStore } from '../ui/feedback/toast-store.ts'
import type { CommandPorts } from './command-ports.ts'

/** The `notify` port: shows a toast, translated when it renders. */
export const createNotify =
  (toasts: Pick<ToastStore, 'notify'>, t: TFunction): CommandPorts['notify'] =>
  ({ tone, titleKey, title, values, code, action }) =>
    toasts.notify({
      tone,
      title: title ?? (() => t(titleKey, values)),
      detail: code && (() => t(`errors:${code}`)),
      about: action?.batchId === undefined ? undefined : [action.batchId],
      action: action && { label: t(action.labelKey), keys: action.keys, run: action.run },
    })
