import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { tabbable } from 'tabbable'
import { cx } from '../cx.ts'
import { activeElement } from '../keys/active-element.ts'

type ModalPanelProps = {
  label: string
  /** Two columns wide, where there is room. */
  isWide: boolean
  onKeyDown: (event: KeyboardEvent) => void
  className: string
  children: ReactNode
}

/**
 * A modal dialog for what has to stand at once: Floating UI's focus manager and portal cost the palette 1.7 of its 7
 * milliseconds (docs/speed/palette.md). Who listens to the page hears of it alone, and Tab goes round in it. Its focus it
 * takes itself; `ReturnFocus` gives it back.
 */
export const ModalPanel = ({ label, isWide, onKeyDown, className, children }: ModalPanelProps) => {
  const dialog = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => hideOthers(dialog.current!), [])
  return (
    <div
      ref={dialog}
      role="dialog"
      aria-modal
      aria-label={label}
      // A press between its rows keeps the keyboard in it.
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Tab' && !event.defaultPrevented) goRound(event, dialog.current!)
        onKeyDown(event)
      }}
      className={cx(
        'w-full max-w-160 overflow-hidden rounded-lg bg-raised text-ink shadow-float outline-none',
        isWide && 'pane:max-w-240',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** For the scrim around it: a press there leaves it, and the focus goes back to where it was, not to what lies under it. */
export const onScrim = (leave: () => void) => (event: MouseEvent) => {
  if (event.target !== event.currentTarget) return
  event.preventDefault()
  leave()
}

/** From each control to the next one, from the last to the first; back by Shift. */
const goRound = (event: KeyboardEvent, dialog: HTMLElement): void => {
  const controls = tabbable(dialog)
  const now = controls.indexOf(activeElement() as HTMLElement)
  event.preventDefault()
  controls.at((event.shiftKey ? now - 1 : now + 1) % controls.length)?.focus()
}

/** Everything but the modal and what tells by itself; gives them back. In a shadow root its host is what is seen of it. */
const hideOthers = (modal: HTMLElement): (() => void) => {
  const { host = modal } = modal.getRootNode() as Partial<ShadowRoot>
  const kept = [host, ...document.querySelectorAll('[aria-live]')]
  const hidden: Element[] = []
  const hide = (parent: Element): void => {
    for (const child of parent.children) {
      if (kept.includes(child)) continue
      if (kept.some((one) => child.contains(one))) hide(child)
      else if (!child.ariaHidden) {
        child.ariaHidden = 'true'
        hidden.push(child)
      }
    }
  }
  hide(document.body)
  return () => {
    for (const child of hidden) child.ariaHidden = null
  }
}
