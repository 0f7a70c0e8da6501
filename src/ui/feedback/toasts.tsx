import { useAtom, useSelector } from '@xstate/store-react'
import { type CSSProperties, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { cx } from '../cx.ts'
import { activeElement } from '../floating/focus.ts'
import { PortalRoot } from '../floating/portal.tsx'
import { bindSpaces } from '../format/bind-spaces.ts'
import { Icon } from '../icons/icon.tsx'
import { bottomInset, dialogPlace, isTopTaken, toastPlace } from '../overlay/bottom-inset.ts'
import { type Toast as ToastData, type ToastStore, wordsOf } from './toast-store.ts'
import { toneClasses, toneIcons } from './tone.ts'

/**
 * Toasts, announced politely: in the bottom corner above bars, or where the screen has room (`toastPlace`); on small screens
 * one at the top, over the bar and above a sheet, on wide windows beside an open dialog. `store.focus` focuses the newest.
 */
export const ToastViewport = ({ store }: { store: ToastStore }) => {
  const { t } = useTranslation('common')
  const toasts = useSelector(store.store, ({ context }) => context.toasts)
  const inset = useAtom(bottomInset)
  const screenPlace = useAtom(toastPlace)
  const place = useAtom(dialogPlace) ?? screenPlace
  const isBelow = useAtom(isTopTaken)
  const root = use(PortalRoot)
  const list = useRef<HTMLOListElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const hasFocus = useRef(false)

  // A focused toast was dismissed, replaced or pushed out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the toasts change.
  useLayoutEffect(() => {
    if (!hasFocus.current || list.current?.contains(activeElement())) return
    hasFocus.current = false
    const { current: last } = cameFrom
    // Not the `main` of a page that embeds the palette.
    const screen = root === undefined ? document.querySelector<HTMLElement>('main') : null
    const target = last?.isConnected ? last : screen
    if (activeElement() === document.body) target?.focus({ preventScroll: true })
  }, [toasts])

  useEffect(() => {
    const focusNewest = () => {
      const newest = list.current?.lastElementChild?.querySelector<HTMLElement>('button')
      if (!newest) return
      if (!list.current?.contains(activeElement())) cameFrom.current = activeElement() as HTMLElement
      newest.focus()
    }
    return store.onFocus(focusNewest)
  }, [store])

  return createPortal(
    <section aria-label={t('toasts.region')}>
      <ol
        ref={list}
        // Toasts are last in the tab order: after one that had the focus, it goes back where it came from.
        onFocus={({ currentTarget, relatedTarget }) => {
          if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
            cameFrom.current = relatedTarget
          hasFocus.current = true
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
            hasFocus.current = false
        }}
        aria-live="polite"
        aria-relevant="additions"
        style={
          {
            '--inset': `${inset}px`,
            ...(typeof place === 'number' ? { maxWidth: `${place}px` } : {}),
          } as CSSProperties
        }
        className={cx(
          'pointer-events-none fixed right-0 z-50 flex w-full max-w-116 flex-col gap-2 p-4 max-sm:p-2 short:p-2',
          isBelow ? 'max-sm:bottom-(--inset)' : 'max-sm:top-0',
          'max-sm:[&>:nth-last-child(n+2)]:hidden short:[&>:nth-last-child(n+2)]:hidden',
          typeof place === 'number' ? places.beside : places[place],
        )}
      >
        {toasts.map((toast, index) => (
          <Toast
            key={toast.serial}
            toast={toast}
            // An open dialog of a short window hides what is no failure until it is closed.
            isHeld={place === 'later'}
            hasKeys={!toasts.slice(index + 1).some(({ action }) => action?.keys === toast.action?.keys)}
            onDismiss={() => store.dismiss(toast.id)}
          />
        ))}
      </ol>
    </section>,
    root ?? document.body,
  )
}

const places = {
  corner: 'sm:not-short:bottom-16 sm:not-short:pointer-coarse:bottom-20 sm:short:top-0',
  above: 'sm:not-short:bottom-(--inset) sm:short:top-0',
  beside: 'sm:bottom-16 sm:pointer-coarse:bottom-20',
  top: 'sm:top-0 sm:right-auto sm:left-0',
  later: 'sm:top-0 sm:right-auto sm:left-0',
} as const

/** `hasKeys`: false if a newer toast has the same shortcut. `isHeld`: shown later, unless it is a failure. */
type ToastProps = { toast: ToastData; hasKeys?: boolean; isHeld?: boolean; onDismiss: () => void }

/** One message with at most one action, the seconds left, and how many messages it replaced. */
export const Toast = ({ toast, hasKeys = true, isHeld = false, onDismiss }: ToastProps) => {
  const { t, i18n } = useTranslation('common')
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const tone = toast.tone ?? 'neutral'
  const isLater = isHeld && tone !== 'danger' && tone !== 'warning'
  const secondsLeft = useCountdown(toast, isPointedAt || isFocused || isLater, onDismiss)
  const act = () => {
    toast.action?.run()
    onDismiss()
  }
  return (
    <li
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onDismiss()
      }}
      className={cx(
        'pointer-events-auto flex animate-appear items-start gap-x-2.5 rounded-lg bg-raised py-2.5 pr-2 pl-3 text-ink shadow-float',
        'max-sm:gap-x-2 max-sm:py-1 max-sm:text-sm short:py-1',
        isLater && 'sm:hidden',
      )}
    >
      <Icon name={toneIcons[tone]} className={`mt-1.5 ${toneClasses[tone].text}`} />
      {/* The action stands below where it would leave the text a narrow column. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-end gap-x-2.5 max-sm:items-center">
        <div className="min-w-0 flex-[1_1_11rem] py-1 max-sm:basis-32">
          <p className="font-medium">
            {bindSpaces(wordsOf(toast.title), i18n.language)}
            {toast.replaced > 0 && (
              <span className="figures ml-1.5 text-ink-muted">
                <span aria-hidden="true">+{toast.replaced}</span>
                <span className="sr-only">{t('toasts.replaced', { count: toast.replaced })}</span>
              </span>
            )}
          </p>
          {toast.detail && (
            <p className="mt-0.5 text-sm text-ink-muted">
              {bindSpaces(wordsOf(toast.detail), i18n.language)}
            </p>
          )}
        </div>
        {toast.action && (
          <Button
            size="sm"
            className="mt-0.5 max-w-full max-sm:mt-0"
            keys={hasKeys ? toast.action.keys : undefined}
            onClick={act}
          >
            {toast.action.label}
            {!toast.sticky && (
              <span aria-hidden="true" className="figures ml-1.5 text-ink-muted">
                {secondsFormat(localeOf(i18n.language)).format(secondsLeft)}
              </span>
            )}
          </Button>
        )}
      </div>
      <IconButton size="sm" icon="x" label={t('toasts.dismiss')} className="mt-1" onClick={onDismiss} />
    </li>
  )
}

const tick = 250

const secondsFormat = (language: string) =>
  numberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'short' })

/** Seconds left; paused while hovered or focused, so that reading costs no time for undo. */
const useCountdown = (toast: ToastData, isHeld: boolean, onEnd: () => void): number => {
  const [left, setLeft] = useState(toast.duration)
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (isHeld || toast.sticky) return
    const timer = setInterval(() => setLeft((before) => before - tick), tick)
    return () => clearInterval(timer)
  }, [isHeld, toast.sticky])
  useEffect(() => {
    if (left <= 0) end.current()
  }, [left])
  return Math.max(0, Math.ceil(left / 1000))
}
