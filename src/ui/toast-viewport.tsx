import { FloatingPortal } from '@floating-ui/react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Toast } from './toast.tsx'
import type { ToastStore } from './toast-store.ts'

/** Where toasts stand: bottom corner, announced politely, reached from anywhere by F8. */
export const ToastViewport = ({ store }: { store: ToastStore }) => {
  const { t } = useTranslation('common')
  const toasts = useSyncExternalStore(store.subscribe, store.getSnapshot)
  const list = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)

  useEffect(() => {
    const focusNewest = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return
      const newest = list.current?.lastElementChild?.querySelector<HTMLElement>('button')
      if (!newest) return
      event.preventDefault()
      if (!list.current?.contains(document.activeElement))
        cameFrom.current = document.activeElement as HTMLElement
      newest.focus()
    }
    document.addEventListener('keydown', focusNewest)
    return () => document.removeEventListener('keydown', focusNewest)
  }, [])

  const dismiss = (id: string) => {
    const hadFocus = list.current?.contains(document.activeElement)
    store.dismiss(id)
    if (hadFocus) cameFrom.current?.focus()
  }

  return (
    <FloatingPortal>
      <section aria-label={t('toasts.region')}>
        <ol
          ref={list}
          aria-live="polite"
          aria-relevant="additions"
          className="pointer-events-none fixed right-0 bottom-0 z-50 flex w-full max-w-116 flex-col gap-2 p-4"
        >
          {toasts.map((toast) => (
            <Toast key={toast.serial} toast={toast} onDismiss={() => dismiss(toast.id)} />
          ))}
        </ol>
      </section>
    </FloatingPortal>
  )
}
