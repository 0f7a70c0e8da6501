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
import { splitRecordKeys } from '../../../domain/search/record-keys.ts'
import type { ReadCode } from '../../../machines/scan-session/scan-session-types.ts'
import { focusTarget, isTyping } from '../../keyboard/key-resolver.ts'
import { readScanKey } from '../../keyboard/scan-decoder.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

type CodeFieldProps = {
  /** Typed or pasted parcel codes. */
  onCodes: (codes: readonly ReadCode[]) => void
  ref: Ref<CodeFieldHandle>
}

export type CodeFieldHandle = {
  focus: () => void
  /** Completes a code whose end was scanned: joined with the typed start if that makes a valid code. */
  complete: (digits: string) => string
}

/**
 * Input for codes that cannot be scanned. Digits typed anywhere on the screen go here, so that Enter after them does not
 * commit; completes scans split by a slow machine; accepts pasted lists.
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
      if (text === '') return digits
      const whole = text + digits
      // A whole code replaces what was left in the field.
      leave()
      return whole.length === scanCodeLength ? whole : digits
    },
  }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onCodes([typedCode(text)])
    leave()
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isOfScreen(event)) return
    const key = readScanKey(event, false)
    if (key.kind !== 'digit') return
    event.preventDefault()
    // Replayed digits follow in the same task and need the current value.
    flushSync(() => setText(text + key.digit))
    input.current?.focus()
  })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const isHere = event.target === input.current
    if (event.defaultPrevented || !(isHere || isOfScreen(event))) return
    const keys = splitRecordKeys(event.clipboardData?.getData('text/plain') ?? '', country)
    if (keys.length === 0 || (isHere && keys.length === 1)) return
    event.preventDefault()
    onCodes(keys.map(typedCode))
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

const typedCode = (text: string): ReadCode => ({ code: typedShippingCode(text), typed: text.trim() })

/** Not in a field or dialog. */
const isOfScreen = (event: Event): boolean => {
  const { target } = event
  if (isTyping(focusTarget(event))) return false
  return target === document.body || (target instanceof Element && target.closest('main') !== null)
}
