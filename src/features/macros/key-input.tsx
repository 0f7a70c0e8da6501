import { use, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { listenToKeys } from '../../keyboard/listen-to-keys.ts'
import { normalizeKey } from '../../keyboard/normalize-key.ts'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { KeycapPrinter } from '../../ui/keys/keycap.tsx'

/** Keys by which one gets about in a form: no macro takes these. */
const ofTheForm = ['Tab', 'Shift+Tab', 'Enter', 'Escape', 'Shift+Enter', 'Mod+Enter']
const clearing = ['Backspace', 'Delete']

/** Milliseconds within which the next key makes a sequence of the one before. */
const together = 1_000
const longest = 3

/** Takes keys by having them pressed, one or a few in a row; Backspace takes them away again. */
export const KeyInput = ({
  keys,
  onChange,
}: {
  keys: string | null
  onChange: (keys: string | null) => void
}) => {
  const { t } = useTranslation('macros')
  const print = use(KeycapPrinter)
  const last = useRef(0)
  const box = useRef<HTMLInputElement>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = normalizeKey(event)
    if (step === null || ofTheForm.includes(step)) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    if (clearing.includes(step)) {
      onChange(null)
      return
    }
    const before = keys !== null && event.timeStamp - last.current < together ? keys.split(' ') : []
    last.current = event.timeStamp
    onChange([...before, step].slice(-longest).join(' '))
  })
  useEffect(() => listenToKeys(box.current!, (event) => onKeyDown(event)), [])
  return (
    <TextInput
      ref={box}
      value={keys === null ? '' : inWords(print?.(keys) ?? [[{ text: keys }]])}
      placeholder={t('dialog.keyPlaceholder')}
      readOnly
      aria-roledescription={t('dialog.keyRole')}
    />
  )
}

/** `Maj + B`, and one after the other `G, M`. */
const inWords = (steps: readonly (readonly { text: string }[])[]): string =>
  steps.map((caps) => caps.map(({ text }) => text).join(' + ')).join(', ')
