import {
  FloatingFocusManager,
  FloatingOverlay,
  FloatingPortal,
  useDismiss,
  useFloating,
  useInteractions,
} from '@floating-ui/react'
import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeyContext } from '../keyboard/use-keyboard.tsx'
import { ReturnFocus } from '../ui/return-focus.ts'
import { PaletteBody } from './palette-body.tsx'
import { PaletteConfirm } from './palette-confirm.tsx'
import type { PaletteProps } from './palette-props.ts'

/** Everything that can be done and found, by typing it. Gives the focus back where it was. */
export const Palette = (props: PaletteProps) => {
  const isVisible = useSelector(props.actor, (state) => state.hasTag('visible'))
  useKeyContext('palette', isVisible)
  return isVisible ? <PaletteDialog {...props} /> : null
}

const PaletteDialog = (props: PaletteProps) => {
  const { actor, onOpen } = props
  const { t } = useTranslation('palette')
  const isConfirming = useSelector(actor, (state) => state.matches({ shown: 'confirming' }))
  // Taken before the field has taken the focus.
  const before = useRef(document.activeElement as HTMLElement | null)
  const { refs, context } = useFloating({
    open: true,
    onOpenChange: (open) => open || actor.send({ type: 'palette.close' }),
  })
  const { getFloatingProps } = useInteractions([
    // Escape is a step back before it is the way out.
    useDismiss(context, { escapeKey: false, outsidePressEvent: 'mousedown' }),
  ])
  const opened = useEffectEvent(() => onOpen?.())
  useEffect(() => opened(), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const isBack = event.key === 'Escape' || (isConfirming && event.key === 'Backspace')
    if (!isBack) return
    event.preventDefault()
    event.stopPropagation()
    const isDeep = isConfirming || actor.getSnapshot().context.frames.length > 1
    actor.send({ type: isDeep ? 'page.back' : 'palette.close' })
  }

  return (
    <FloatingPortal>
      <ReturnFocus />
      <FloatingOverlay
        lockScroll
        className="z-50 flex items-start justify-center bg-scrim px-3 pt-[max(12px,14vh)] pb-4"
      >
        <FloatingFocusManager context={context} returnFocus={before}>
          <div
            ref={refs.setFloating}
            {...getFloatingProps({ onKeyDown })}
            role="dialog"
            aria-modal
            aria-label={t('title')}
            className="flex w-full max-w-160 animate-appear flex-col overflow-hidden rounded-lg bg-raised text-ink shadow-float"
          >
            {isConfirming ? <PaletteConfirm {...props} /> : <PaletteBody {...props} />}
          </div>
        </FloatingFocusManager>
      </FloatingOverlay>
    </FloatingPortal>
  )
}
