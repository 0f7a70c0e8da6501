import {
  type FormEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { scanCodeLength, typedShippingCode } from '../../../domain/scans/scan-code.ts'
import { splitKeys } from '../../../domain/search/record-keys.ts'
import { focusTarget, isTyping } from '../../keyboard/key-resolver.ts'
import { readScanKey } from '../../keyboard/scan-decoder.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

type CodeFieldProps = {
  /** The codes of parcels that were typed or pasted. */
  onCodes: (codes: readonly string[]) => void
  ref: Ref<CodeFieldHandle>
}

export type CodeFieldHandle = {
  focus: () => void
  /** The code whose end was scanned: with what was typed before where the two are one code. */
  complete: (digits: string) => string
}

/**
 * For what a scanner cannot read, by its code or its number. Digits that are typed anywhere on the screen begin here, so that
 * Enter after them never commits the session: a scan that a busy machine tore apart is completed here, and a pasted list is
 * scanned as a whole.
 */
export const CodeField = ({ onCodes, ref }: CodeFieldProps) => {
  const { t } = useTranslation('scan-session')
  const { country } = useWorkspace()
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const leave = () => {
    setText('')
    input.current?.blur()
  }
  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    complete: (digits) => {
      const whole = text + digits
      if (text === '' || whole.length !== scanCodeLength) return digits
      leave()
      return whole
    },
  }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onCodes([typedShippingCode(text)])
    leave()
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isOfScreen(event)) return
    const key = readScanKey(event, false)
    if (key.kind !== 'digit') return
    event.preventDefault()
    // Digits that are replayed follow in the same task, and are entered into the field as it is then.
    flushSync(() => setText(text + key.digit))
    input.current?.focus()
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const isHere = event.target === input.current
    if (event.defaultPrevented || !(isHere || isOfScreen(event))) return
    const keys = splitKeys(event.clipboardData?.getData('text/plain') ?? '', country)
    if (keys.length === 0 || (isHere && keys.length === 1)) return
    event.preventDefault()
    onCodes(keys.map(typedShippingCode))
  })
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKeyDown(event)
    const paste = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('keydown', key)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('keydown', key)
      document.removeEventListener('paste', paste)
    }
  }, [])

  return (
    <form onSubmit={submit} className="w-full sm:w-64">
      <Field label={t('typed.label')} hideLabel>
        <TextInput
          ref={input}
          icon="pencil"
          inputMode="numeric"
          maxLength={40}
          placeholder={t('typed.placeholder')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            leave()
          }}
        />
      </Field>
    </form>
  )
}

/** Neither in a field nor in a dialog over the screen. */
const isOfScreen = (event: Event): boolean => {
  const { target } = event
  if (isTyping(focusTarget(event))) return false
  return target === document.body || (target instanceof Element && target.closest('main') !== null)
}
