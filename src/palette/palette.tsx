import {
  FloatingFocusManager,
  FloatingOverlay,
  useDismiss,
  useFloating,
  useInteractions,
} from '@floating-ui/react'
import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeyContext } from '../keyboard/use-keyboard.tsx'
import { cx } from '../ui/cx.ts'
import { isPageHeldOtherwise, useScrollLock } from '../ui/floating/lock-scroll.ts'
import { Portal } from '../ui/floating/portal.tsx'
import { ReturnFocus } from '../ui/floating/return-focus.ts'
import { activeElement } from '../ui/keys/active-element.ts'
import { isComposing } from './highlight/use-palette-keys.ts'
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
  useScrollLock()
  // Taken before the field has taken the focus.
  const before = useRef(activeElement() as HTMLElement | null)
  const { refs, context } = useFloating({
    open: true,
    onOpenChange: (open) => open || actor.send({ type: 'palette.close' }),
  })
  const { getFloatingProps } = useInteractions([
    // Escape is a step back before it is the way out.
    useDismiss(context, { escapeKey: false, outsidePressEvent: 'mousedown' }),
  ])
  const opened = useEffectEvent(() => onOpen?.())
  useEffect(() => void opened(), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const isBack = event.key === 'Escape' || (isConfirming && event.key === 'Backspace')
    if (!isBack) return
    event.preventDefault()
    event.stopPropagation()
    const { frames } = actor.getSnapshot().context
    const isDeep = isConfirming || frames.length > 1 || frames[0]?.scope != null
    actor.send({ type: isDeep ? 'page.back' : 'palette.close' })
  }

  return (
    <Portal>
      <ReturnFocus />
      <FloatingOverlay
        lockScroll={isPageHeldOtherwise}
        className="z-50 flex items-start justify-center bg-scrim px-3 pt-[max(12px,14vh)] pb-4"
      >
        {/* What stands in it takes the focus itself. */}
        <FloatingFocusManager context={context} initialFocus={-1} returnFocus={before}>
          {/* The dialog stands inside what floats: of one, every element would be asked for its style as it opens. */}
          <div
            ref={refs.setFloating}
            {...getFloatingProps({ onKeyDown })}
            className={cx('w-full max-w-160 outline-none', props.pane && !isConfirming && 'pane:max-w-240')}
          >
            <div
              role="dialog"
              aria-modal
              aria-label={t('title')}
              className="flex w-full flex-col overflow-hidden rounded-lg bg-raised text-ink shadow-float"
            >
              {isConfirming ? <PaletteConfirm {...props} /> : <PaletteBody {...props} />}
            </div>
          </div>
        </FloatingFocusManager>
      </FloatingOverlay>
    </Portal>
  )
}
