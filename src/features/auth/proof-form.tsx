import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../../../machines/failure.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { Banner } from '../../ui/feedback/status.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'

/** A form with one field; refusals are said at it, or below it. */
export const useProofForm = (send: (typed: string) => Promise<void>) => {
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const [round, setRound] = useState(0)
  const ref = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal.
  useEffect(() => ref.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.select(), [round])
  const tell = (atField: string | null, otherwise: string | null = null) => {
    setProblem(atField)
    setRefusal(otherwise)
    setRound((before) => before + 1)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (value.trim() === '') return tell('REQUIRED')
    setPending(true)
    tell(null)
    try {
      await send(value)
    } catch (error) {
      const [first] = error instanceof ApiProblem ? error.errors : []
      if (first === undefined) tell(null, codeOf(error))
      else tell(first.code)
    } finally {
      setPending(false)
    }
  }
  const clear = () => {
    setValue('')
    tell(null)
  }
  return {
    ref,
    submit,
    clear,
    clearRefusal: () => setRefusal(null),
    isPending,
    refusal,
    field: { value, onChange: setValue, problem },
  }
}

type ProofFieldProps = {
  value: string
  onChange: (value: string) => void
  problem: string | null
  isOfApp?: boolean
  label: string
}

export const ProofField = ({ value, onChange, problem, isOfApp = false, label }: ProofFieldProps) => {
  const { t } = useTranslation('errors')
  return (
    <Field required label={label} error={problem && t(`errors:${problem}`)}>
      <TextInput
        autoFocus
        type={isOfApp ? 'text' : 'password'}
        name={isOfApp ? 'code' : 'password'}
        autoComplete={isOfApp ? 'one-time-code' : 'current-password'}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

export const Refusal = ({ code }: { code: string | null }) => {
  const { t } = useTranslation('errors')
  return code === null ? null : <Banner tone="danger">{t(`errors:${code}`)}</Banner>
}
