import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { lazyWithPreload } from '../../lazy/lazy-with-preload.tsx'
import { both } from '../both.ts'
import type { Placement } from './placement.ts'

/** Positioning is loaded with the first tooltip; without it there is none. */
const TooltipPopup = lazyWithPreload(() => import('./tooltip-popup.tsx'), null)

type Anchor = ReactElement<HTMLAttributes<HTMLElement>>

export type TooltipProps = {
  text: ReactNode
  keys?: string
  /** False where the text only repeats the accessible name. */
  describes?: boolean
  placement?: Placement
  /** One element that can be focused. */
  children: Anchor
}

/** A word more, on hover and on focus alike; Escape puts it away. */
export const Tooltip = ({ text, keys, describes = true, placement = 'bottom', children }: TooltipProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hide = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  const own: HTMLAttributes<HTMLElement> = {
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
      if (pointerType === 'touch') return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setAnchor(currentTarget), hoverDelay)
    },
    onPointerLeave: hide,
    onPointerDown: hide,
    onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
      if (target.matches(':focus-visible')) setAnchor(currentTarget)
    },
    onBlur: hide,
  }
  const { props } = children
  return (
    <>
      {cloneElement(children, {
        ...(anchor && describes ? { 'aria-describedby': id } : {}),
        onPointerEnter: both(props.onPointerEnter, own.onPointerEnter),
        onPointerLeave: both(props.onPointerLeave, own.onPointerLeave),
        onPointerDown: both(props.onPointerDown, own.onPointerDown),
        onFocus: both(props.onFocus, own.onFocus),
        onBlur: both(props.onBlur, own.onBlur),
      })}
      {anchor && (
        <TooltipPopup
          id={id}
          anchor={anchor}
          text={text}
          keys={keys}
          describes={describes}
          placement={placement}
          onClose={hide}
        />
      )}
    </>
  )
}

const hoverDelay = 400
