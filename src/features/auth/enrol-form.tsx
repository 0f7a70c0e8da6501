import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewSecondFactor } from '../../../domain/users/second-factor.ts'
import { codeOf } from '../../../machines/failure.ts'
import type { Api } from '../../api/create-api.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { ProofField, Refusal, useProofForm } from './proof-form.tsx'

type EnrolFormProps = {
  api: Pick<Api, 'profile'>
  onEnrolled: (recoveryCodes: readonly string[]) => void
  /** Buttons below the field. */
  actions: (isPending: boolean) => ReactNode
}

/** Secret of a new authenticator app, as QR code and text, and the field for its first code. */
export const EnrolForm = ({ api, onEnrolled, actions }: EnrolFormProps) => {
  const { t } = useTranslation(['profile', 'errors'])
  const [made, setMade] = useState<(NewSecondFactor & { image: string }) | null>(null)
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
    onEnrolled(recoveryCodes)
  })
  if (refusal !== null) return <Banner tone="danger">{t(`errors:${refusal}`)}</Banner>
  if (made === null) return <Skeleton lines={6} />
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <img
          src={made.image}
          alt={t('profile:secondFactor.qr')}
          className="size-44 rounded-md border border-line bg-white"
        />
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-sm text-ink-muted">{t('profile:secondFactor.key')}</p>
          <code dir="ltr" className="block font-mono wrap-anywhere select-all">
            {inFours(made.secret)}
          </code>
        </div>
      </div>
      <ProofField {...form.field} isOfApp label={t('profile:secondFactor.code')} />
      <Refusal code={form.refusal} />
      {actions(form.isPending)}
    </form>
  )
}

/** Recovery codes, which are shown once. Printed alone, by their `print-root`. */
export const RecoveryCodeList = ({ codes }: { codes: readonly string[] }) => {
  const { t } = useTranslation('profile')
  return (
    <ul
      aria-label={t('secondFactor.codes')}
      dir="ltr"
      className="print-root grid gap-x-6 gap-y-1.5 font-mono select-all sm:grid-cols-2"
    >
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  )
}

type RecoveryCodeActionsProps = {
  codes: readonly string[]
  onCopied?: () => void
  /** They are kept. */
  onDone: () => void
}

export const RecoveryCodeActions = ({ codes, onCopied, onDone }: RecoveryCodeActionsProps) => {
  const { t } = useTranslation('profile')
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    onCopied?.()
  }
  return (
    <>
      <Button icon="copy" onClick={() => void copy()}>
        {t('secondFactor.copy')}
      </Button>
      <Button icon="printer" onClick={() => window.print()}>
        {t('secondFactor.print')}
      </Button>
      <Button variant="primary" onClick={onDone}>
        {t('secondFactor.kept')}
      </Button>
    </>
  )
}

/** `ABCD EFGH`: easier to type. */
const inFours = (text: string): string => text.match(/.{1,4}/g)?.join(' ') ?? text
