import { useSelector } from '@xstate/store-react'
import { use, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { activeElement } from '../keys/active-element.ts'
import { PortalRoot } from '../overlay/portal.tsx'
import { Toast } from './toast.tsx'
import type { ToastStore } from './toast-store.ts'

/**
 * Where toasts are shown, announced politely: in the bottom corner, above a list's bar and footer; on a phone below the top
 * bar, since the buttons for the thumb are at the bottom. `store.focus` puts the keyboard on the newest.
 */
export const ToastViewport = ({ store }: { store: ToastStore }) => {
  const { t } = useTranslation('common')
  const toasts = useSelector(store.store, ({ context }) => context.toasts)
  const root = use(PortalRoot)
  const list = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)

  useEffect(() => {
    const focusNewest = () => {
      const newest = list.current?.lastElementChild?.querySelector<HTMLElement>('button')
      if (!newest) return
      if (!list.current?.contains(activeElement())) cameFrom.current = activeElement() as HTMLElement
      newest.focus()
    }
    return store.onFocus(focusNewest)
  }, [store])

  const dismiss = (id: string) => {
    const hadFocus = list.current?.contains(activeElement())
    store.dismiss(id)
    if (hadFocus) cameFrom.current?.focus()
  }

  return createPortal(
    <section aria-label={t('toasts.region')}>
      <ol
        ref={list}
        aria-live="polite"
        aria-relevant="additions"
        className="pointer-events-none fixed right-0 z-50 flex w-full max-w-116 flex-col gap-2 p-4 max-sm:top-12 max-sm:p-2 sm:bottom-16 sm:pointer-coarse:bottom-20"
      >
        {toasts.map((toast) => (
          <Toast key={toast.serial} toast={toast} onDismiss={() => dismiss(toast.id)} />
        ))}
      </ol>
    </section>,
    root ?? document.body,
  )
}
