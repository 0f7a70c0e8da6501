import { FloatingOverlay } from '@floating-ui/react'
import { useSelector } from '@xstate/react'
import { Activity, type KeyboardEvent, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useKeyContext } from '../keyboard/use-keyboard.tsx'
import { isPageHeldOtherwise, useScrollLock } from '../ui/floating/lock-scroll.ts'
import { ModalPanel, onScrim } from '../ui/floating/modal-panel.tsx'
import { ReturnFocus } from '../ui/floating/return-focus.ts'
import { usePlace } from '../ui/floating/use-place.ts'
import { PaletteBody } from './palette-body.tsx'
import { PaletteConfirm } from './palette-confirm.tsx'
import type { PaletteProps } from './palette-props.ts'
import { isComposing } from './use-palette-keys.ts'

/**
 * Everything that can be done and found, by typing it. Gives the focus back where it was. While it is closed the next one
 * is made outside of the document, when nothing else is to be done: opening puts it there, with what is in view by then.
 */
export const Palette = (props: PaletteProps) => {
  const isOpen = useSelector(props.actor, (state) => state.hasTag('visible'))
  const [{ wasOpen, closings }, set] = useState({ wasOpen: isOpen, closings: 0 })
  if (wasOpen !== isOpen) set({ wasOpen: isOpen, closings: closings + Number(wasOpen) })
  useKeyContext('palette', isOpen)
  useScrollLock(isOpen)
  const place = usePlace(isOpen)
  return (
    <Activity key={closings} mode={isOpen ? 'visible' : 'hidden'}>
      <PaletteDialog {...props} isOpen={isOpen} place={place} />
    </Activity>
  )
}

type PaletteDialogProps = PaletteProps & { isOpen: boolean; place: HTMLElement }

const PaletteDialog = (props: PaletteDialogProps) => {
  const { actor, isOpen, onOpen } = props
  const { t } = useTranslation('palette')
  const isConfirming = useSelector(actor, (state) => state.matches({ shown: 'confirming' }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once.
  useEffect(() => void onOpen?.(), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    // Escape is a step back before it is the way out.
    const isBack = event.key === 'Escape' || (isConfirming && event.key === 'Backspace')
    if (!isBack) return
    event.preventDefault()
    event.stopPropagation()
    const { frames } = actor.getSnapshot().context
    const isDeep = isConfirming || frames.length > 1 || frames[0]?.scope != null
    actor.send({ type: isDeep ? 'page.back' : 'palette.close' })
  }

  return createPortal(
    <FloatingOverlay
      lockScroll={isPageHeldOtherwise}
      onMouseDown={onScrim(() => actor.send({ type: 'palette.close' }))}
      className="z-50 flex items-start justify-center bg-scrim px-3 pt-[max(12px,14vh)] pb-4"
    >
      {isOpen && <ReturnFocus />}
      <ModalPanel
        label={t('title')}
        isWide={Boolean(props.pane) && !isConfirming}
        onKeyDown={onKeyDown}
        className="flex flex-col"
      >
        {isConfirming ? <PaletteConfirm {...props} /> : <PaletteBody {...props} />}
      </ModalPanel>
    </FloatingOverlay>,
    props.place,
  )
}
