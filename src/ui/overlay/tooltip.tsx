import type { Placement } from '@floating-ui/react'
import {
  cloneElement,
  type FocusEvent,
  type HTMLProps,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { lazyComponent } from '../../lazy/lazy-component.tsx'
import { Keycap } from '../keys/keycap.tsx'
import { mergeRefs } from './merge-refs.ts'

export type TooltipProps = {
  text: ReactNode
  keys?: string
  /** False where the text only repeats the accessible name. */
  describes?: boolean
  placement?: Placement
  /** One focusable element. */
  children: ReactElement<HTMLProps<HTMLElement>>
}

/** The layer and its library (24 kB), which no first screen waits for. */
export const TooltipLayer = lazyComponent(() => import('./tooltip-layer.tsx'))

/** More about its element, shown on hover and on focus; Escape hides it. */
export const Tooltip = ({ text, keys, describes = true, placement = 'bottom', children }: TooltipProps) => {
  const [isOpen, setOpen] = useState(false)
  const element = useRef<HTMLElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasLeftWithWindow = useRef(false)
  const id = useId()
  useEffect(() => () => clearTimeout(timer.current), [])
  const [hide] = useState(() => () => {
    clearTimeout(timer.current)
    if (shown === hide) {
      shown = null
      hiddenAt = performance.now()
    }
    setOpen(false)
  })
  const show = (delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (shown !== hide) shown?.()
      shown = hide
      setOpen(true)
    }, delay)
  }
  const { props } = children
  return (
    <>
      {cloneElement(children, {
        ref: mergeRefs(element, props.ref),
        'aria-describedby': describes && isOpen ? id : props['aria-describedby'],
        onPointerEnter: (event: PointerEvent<HTMLElement>) => {
          props.onPointerEnter?.(event)
          const isNextToAnother = shown !== null || performance.now() - hiddenAt < DELAY_MS
          if (event.pointerType === 'mouse') show(isNextToAnother ? 0 : DELAY_MS)
        },
        onPointerLeave: (event: PointerEvent<HTMLElement>) => {
          props.onPointerLeave?.(event)
          hide()
        },
        onPointerDown: (event: PointerEvent<HTMLElement>) => {
          props.onPointerDown?.(event)
          hide()
        },
        onFocus: (event: FocusEvent<HTMLElement>) => {
          props.onFocus?.(event)
          // A window that is looked at again focuses what it had focused.
          if (!hasLeftWithWindow.current && event.target.matches(':focus-visible')) show(0)
          hasLeftWithWindow.current = false
        },
        onBlur: (event: FocusEvent<HTMLElement>) => {
          props.onBlur?.(event)
          hasLeftWithWindow.current = event.relatedTarget === null && !document.hasFocus()
          hide()
        },
      })}
      {isOpen && (
        <TooltipLayer id={id} element={element} placement={placement} onClose={hide}>
          {text}
          {keys && <Keycap keys={keys} />}
        </TooltipLayer>
      )}
    </>
  )
}

const DELAY_MS = 400

/** Hides the tooltip that is shown: there is one at a time, and the next one after it opens at once. */
let shown: (() => void) | null = null
let hiddenAt = Number.NEGATIVE_INFINITY
