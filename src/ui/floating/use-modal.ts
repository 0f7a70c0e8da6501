import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { tabbable } from 'tabbable'
import { activeElement } from '../keys/active-element.ts'

/**
 * What makes a dialog a modal one, for what has to stand at once: Floating UI's focus manager and portal cost the palette
 * 1.7 of its 7 milliseconds (docs/speed/palette.md). Tab goes round in it, who listens to the page hears of it alone, and
 * a press beside it leaves it. Its focus it takes itself; `ReturnFocus` gives it back.
 */
export function useModal(
  dialog: RefObject<HTMLElement | null>,
  onLeave: () => void,
): { onKeyDown: (event: KeyboardEvent) => void } {
  const leave = useEffectEvent(onLeave)
  useLayoutEffect(() => hideOthers(dialog.current!), [dialog])
  useEffect(() => {
    const onPress = (event: MouseEvent) => {
      const path = event.composedPath()
      const [pressed] = path
      if (path.includes(dialog.current!) || path.some(isOfLayer) || isScrollBar(pressed, event)) return
      // The focus goes back to where it was, not to what lies under the scrim.
      if (pressed === dialog.current!.parentElement) event.preventDefault()
      leave()
    }
    document.addEventListener('mousedown', onPress)
    return () => document.removeEventListener('mousedown', onPress)
  }, [dialog])
  return {
    onKeyDown: (event) => {
      if (event.key === 'Tab' && !event.defaultPrevented) goRound(event, dialog.current!)
    },
  }
}

/** What floats over a modal is no part of it, and a press on it is none beside it. */
const isOfLayer = (target: EventTarget): boolean =>
  target instanceof Element && target.hasAttribute('data-floating-ui-portal')

const isScrollBar = (pressed: EventTarget | undefined, { offsetX }: MouseEvent): boolean =>
  pressed instanceof HTMLElement && pressed.clientWidth > 0 && offsetX > pressed.clientWidth

/** From the last control to the first, and back; everything between the browser does. */
const goRound = (event: KeyboardEvent, dialog: HTMLElement): void => {
  const controls = tabbable(dialog)
  const now = activeElement()
  const end = controls.at(event.shiftKey ? 0 : -1)
  const isBetween = now instanceof HTMLElement && controls.includes(now) && now !== end
  if (isBetween) return
  event.preventDefault()
  const next = controls.at(event.shiftKey ? -1 : 0) ?? dialog
  next.focus()
}

/** Everything but the modal and what tells by itself; gives them back. */
const hideOthers = (modal: HTMLElement): (() => void) => {
  const root = modal.getRootNode()
  const shown = root instanceof ShadowRoot ? root.host : modal
  const kept = [shown, ...document.querySelectorAll('[aria-live], [role=status], output')]
  const hidden: Element[] = []
  const hide = (parent: Element): void => {
    for (const child of parent.children) {
      if (kept.includes(child)) continue
      if (kept.some((one) => child.contains(one))) hide(child)
      else if (!child.hasAttribute('aria-hidden')) {
        child.setAttribute('aria-hidden', 'true')
        hidden.push(child)
      }
    }
  }
  hide(document.body)
  return () => {
    for (const element of hidden) element.removeAttribute('aria-hidden')
  }
}
