import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewSecondFactor, Proof } from '../../../domain/users/second-factor.ts'
import { codeOf } from '../../../machines/failure.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Dialog, FormActions } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { sessionsEnded } from './profile-commands.ts'

type FactorDialogProps = { onClose: () => void; onChanged: () => void }

/** Switches the second factor on: secret, first code, recovery codes. */
export const EnrolDialog = ({ onClose, onChanged }: FactorDialogProps) => {
  const { t } = useTranslation(['profile', 'commands', 'errors', 'form'])
  const { api, ports } = useWorkspace()
  const [made, setMade] = useState<(NewSecondFactor & { image: string }) | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(() => {
    const request = new AbortController()
    const begin = async () => {
      const factor = await api.profile.beginSecondFactor({ signal: request.signal })
      const { drawQr } = await importWithRetry(() => import('./draw-qr.ts'))
      setMade({ ...factor, image: drawQr(factor.uri) })
    }
    begin().catch((error: unknown) => {
      if (!request.signal.aborted) setRefusal(codeOf(error))
    })
    return () => request.abort()
  }, [api])
  const form = useProofForm(async (code) => {
    const { recoveryCodes } = await api.profile.confirmSecondFactor(code)
    sessionsEnded()
    onChanged()
    ports.notify({ tone: 'success', titleKey: 'profile:secondFactor.added' })
    setCodes(recoveryCodes)
  })
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('commands:profile.second-factor.label')}
      description={t('profile:secondFactor.scan')}
    >
      {refusal !== null && <Banner tone="danger">{t(`errors:${refusal}`)}</Banner>}
      {refusal === null && made === null && <Skeleton lines={6} />}
      {made !== null && (
        <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-4">
            <img
              src={made.image}
              alt={t('profile:secondFactor.qr')}
              className="size-44 rounded-md border border-line bg-white"
            />
            <div className="min-w-0 flex-1 basis-52">
              <p className="text-sm text-ink-muted">{t('profile:secondFactor.key')}</p>
              <code dir="ltr" className="block font-mono wrap-anywhere select-all">
                {inFours(made.secret)}
              </code>
            </div>
          </div>
          <ProofField {...form.field} isOfApp label={t('profile:secondFactor.code')} />
          <Refusal code={form.refusal} />
          <footer className="flex flex-wrap items-center justify-end gap-2">
            <FormActions pending={form.isPending} onCancel={onClose}>
              {t('profile:secondFactor.add')}
            </FormActions>
          </footer>
        </form>
      )}
    </Dialog>
  )
}

/** Replaces the recovery codes. */
export const RecoveryCodesDialog = ({ onClose, onChanged }: FactorDialogProps) => {
  const { t } = useTranslation(['profile', 'commands'])
  const { api } = useWorkspace()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const renew = async (proof: Proof) => {
    const { recoveryCodes } = await api.profile.renewRecoveryCodes(proof)
    onChanged()
    setCodes(recoveryCodes)
  }
  if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <ProofDialog
      title={t('commands:profile.recovery-codes.label')}
      lead={t('profile:secondFactor.renewLead')}
      submitLabel={t('profile:secondFactor.renew')}
      prove={renew}
      onClose={onClose}
    />
  )
}

/** Switches the second factor off. */
export const RemoveFactorDialog = ({ onClose, onChanged }: FactorDialogProps) => {
  const { t } = useTranslation(['profile', 'commands'])
  const { api, ports } = useWorkspace()
  const remove = async (proof: Proof) => {
    await api.profile.removeSecondFactor(proof)
    sessionsEnded()
    onChanged()
    ports.notify({ tone: 'success', titleKey: 'profile:secondFactor.removed' })
    onClose()
  }
  return (
    <ProofDialog
      title={t('commands:profile.no-second-factor.label')}
      lead={t('profile:secondFactor.removeLead')}
      submitLabel={t('profile:secondFactor.remove')}
      prove={remove}
      onClose={onClose}
    />
  )
}

type RecoveryCodesProps = { codes: readonly string[]; onClose: () => void }

/** Shown once: closed by its button alone. Printed alone, by its `print-root`. */
const RecoveryCodes = ({ codes, onClose }: RecoveryCodesProps) => {
  const { t } = useTranslation('profile')
  const { ports } = useWorkspace()
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    ports.notify({ tone: 'success', titleKey: 'profile:secondFactor.copied' })
  }
  return (
    <Dialog
      open
      dismissible={false}
      onOpenChange={onClose}
      title={t('secondFactor.codes')}
      description={t('secondFactor.codesLead')}
      footer={
        <>
          <Button icon="copy" onClick={() => void copy()}>
            {t('secondFactor.copy')}
          </Button>
          <Button icon="printer" onClick={() => window.print()}>
            {t('secondFactor.print')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('secondFactor.kept')}
          </Button>
        </>
      }
    >
      <ul
        aria-label={t('secondFactor.codes')}
        dir="ltr"
        className="print-root grid gap-x-6 gap-y-1.5 font-mono select-all sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}

type ProofDialogProps = {
  title: string
  lead: string
  submitLabel: string
  prove: (proof: Proof) => Promise<void>
  onClose: () => void
}

/** Asks who is at the keyboard: the password, or a code. */
const ProofDialog = ({ title, lead, submitLabel, prove, onClose }: ProofDialogProps) => {
  const { t } = useTranslation('profile')
  const [kind, setKind] = useState<'password' | 'code'>('password')
  const form = useProofForm((typed) => prove({ [kind]: typed }))
  const isOfApp = kind === 'code'
  return (
    <Dialog open size="sm" onOpenChange={onClose} title={title} description={lead}>
      <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <ProofField
          key={kind}
          {...form.field}
          isOfApp={isOfApp}
          label={t(isOfApp ? 'secondFactor.proof' : 'secondFactor.password')}
        />
        <Refusal code={form.refusal} />
        <footer className="flex flex-wrap items-center justify-end gap-2">
          <Button
            variant="ghost"
            className="mr-auto"
            onClick={() => {
              form.clear()
              setKind(isOfApp ? 'password' : 'code')
            }}
          >
            {t(isOfApp ? 'secondFactor.usePassword' : 'secondFactor.useCode')}
          </Button>
          <FormActions pending={form.isPending} onCancel={onClose}>
            {submitLabel}
          </FormActions>
        </footer>
      </form>
    </Dialog>
  )
}

/** A form with one field; refusals are said at it, or below it. */
const useProofForm = (send: (typed: string) => Promise<void>) => {
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
  return { ref, submit, clear, isPending, refusal, field: { value, onChange: setValue, problem } }
}

type ProofFieldProps = {
  value: string
  onChange: (value: string) => void
  problem: string | null
  isOfApp?: boolean
  label: string
}

const ProofField = ({ value, onChange, problem, isOfApp = false, label }: ProofFieldProps) => {
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

const Refusal = ({ code }: { code: string | null }) => {
  const { t } = useTranslation('errors')
  return code === null ? null : <Banner tone="danger">{t(`errors:${code}`)}</Banner>
}

/** `ABCD EFGH`: easier to type. */
const inFours = (text: string): string => text.match(/.{1,4}/g)?.join(' ') ?? text
