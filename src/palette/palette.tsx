import { useSelector } from '@xstate/react'
import { type KeyboardEvent, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeyContext } from '../keyboard/use-keyboard.tsx'
import { cx } from '../ui/cx.ts'
import { topPanel } from '../ui/overlay/bottom-inset.ts'
import { ModalOverlay } from '../ui/overlay/modal-overlay.tsx'
import { PaletteConfirm } from './palette-confirm.tsx'
import { PalettePage } from './palette-page.tsx'
import type { PaletteProps } from './results/palette-view.ts'
import { isComposing } from './use-palette-keys.ts'
import { usePaletteView } from './use-palette-view.ts'

/** The command palette. Restores focus on close. */
export const Palette = (props: PaletteProps) => {
  const isOpen = useSelector(props.actor, (state) => state.hasTag('visible'))
  useKeyContext('palette', isOpen)
  return isOpen && <PaletteDialog {...props} />
}

const PaletteDialog = (props: PaletteProps) => {
  const { actor, onOpen } = props
  const { t } = useTranslation(['palette', 'keywords'])
  const isConfirming = useSelector(actor, (state) => state.matches({ shown: 'confirming' }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once.
  useEffect(() => void onOpen?.(), [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    // Escape goes back before it closes.
    const isBack = event.key === 'Escape' || (isConfirming && event.key === 'Backspace')
    if (!isBack) return
    event.preventDefault()
    event.stopPropagation()
    const { frames } = actor.getSnapshot().context
    const isDeep = isConfirming || frames.length > 1 || frames[0]?.scope != null
    actor.send({ type: isDeep ? 'page.back' : 'palette.close' })
  }

  return (
    <ModalOverlay
      aria-label={t('title')}
      onClose={() => actor.send({ type: 'palette.close' })}
      closesOnEscape={false}
      // cmdk takes them whatever is held.
      onKeyDownCapture={(event) => isOfBrowser(event) && event.stopPropagation()}
      onKeyDown={onKeyDown}
      overlayClassName="z-50 flex items-start justify-center px-3 pt-[max(12px,14vh)] pb-4"
      className={cx(
        'flex w-full max-w-160 flex-col overflow-hidden rounded-lg bg-raised text-ink shadow-float',
        Boolean(props.pane) && !isConfirming && 'pane:max-w-240',
      )}
    >
      <div ref={topPanel} className="contents">
        {isConfirming ? <PaletteConfirm {...props} /> : <PaletteBody {...props} />}
      </div>
    </ModalOverlay>
  )
}

/** Keys with modifiers that browsers use: `Ctrl+Tab`, `Alt+Home`. */
const isOfBrowser = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || altKey || metaKey) && browserKeys.has(key)

const browserKeys = new Set(['Tab', 'Home', 'End'])

/** Reads what is constant while typing; `PalettePage` renders at every keystroke. */
const PaletteBody = (props: PaletteProps) => {
  const scope = useSelector(props.actor, ({ context }) => context.frames.at(-1)?.scope ?? null)
  return <PalettePage {...props} {...usePaletteView({ ...props, scope })} />
}
