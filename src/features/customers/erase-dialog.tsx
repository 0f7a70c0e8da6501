import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import { type Erasure, personalPlaces } from '../../../domain/customers/personal-data.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { codeOf } from '../../../machines/failure.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import type { ErasedCustomer } from '../../commands/command-ports.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

/** Digits of the phone to type. */
const TYPED_DIGITS = 4

type EraseDialogProps = { customer: ErasedCustomer; onClose: () => void }
type Expected = { erasure: Erasure | null; code: string | null }

/** Erases a customer after a count of what goes, place by place, and the end of the phone, typed. */
export const EraseDialog = ({ customer: { phone, country }, onClose }: EraseDialogProps) => {
  const { t, i18n } = useTranslation(['erase', 'errors'])
  const { api, ports } = useWorkspace()
  const [{ erasure, code }, setExpected] = useState<Expected>({ erasure: null, code: null })
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const [isPending, setPending] = useState(false)
  const [idempotencyKey] = useState(newIdempotencyKey)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    let isOpen = true
    api.customers.erase({ phone, country, dryRun: true }).then(
      (found) => isOpen && setExpected({ erasure: found, code: null }),
      (error: unknown) => isOpen && setExpected({ erasure: null, code: codeOf(error) }),
    )
    return () => {
      isOpen = false
    }
  }, [api, phone, country])
  const digits = phone.replace(/\D/g, '').slice(-TYPED_DIGITS)
  const isTyped = typed.replace(/\D/g, '') === digits
  const found = erasure === null ? [] : personalPlaces.filter((place) => erasure.found[place]! > 0)
  const numbers = numberFormat(localeOf(i18n.language))
  const erase = async () => {
    setTried(true)
    if (!isTyped || found.length === 0) return
    setPending(true)
    try {
      await api.customers.erase({ phone, country }, { idempotencyKey })
      ports.notify({ tone: 'success', titleKey: 'erase:done', values: { phone: formatPhone(phone) } })
      onClose()
    } catch (error) {
      setExpected({ erasure, code: codeOf(error) })
      setPending(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      role="alertdialog"
      initialFocus={field}
      title={t('erase:title', { phone: formatPhone(phone) })}
      description={t('erase:lead')}
      footer={
        <>
          <Button onClick={onClose}>{t('erase:keep')}</Button>
          <Button
            variant="danger"
            pending={isPending || (erasure === null && code === null)}
            whyNot={erasure !== null && found.length === 0 ? t('erase:nothing') : null}
            onClick={() => void erase()}
          >
            {t('erase:confirm')}
          </Button>
        </>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void erase()
        }}
      >
        <div aria-live="polite" className="flex flex-col gap-2 text-sm">
          {erasure === null && code === null && <p>{t('erase:counting')}</p>}
          {erasure !== null && found.length === 0 && <p>{t('erase:nothing')}</p>}
          {found.length > 0 && (
            <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
              {found.map((place) => (
                <div key={place} className="contents">
                  <dt>{t(`erase:places.${place}`)}</dt>
                  <dd className="figures text-end">{numbers.format(erasure!.found[place]!)}</dd>
                </div>
              ))}
            </dl>
          )}
          {erasure !== null && erasure.open > 0 && (
            <Banner tone="warning">{t('erase:open', { count: erasure.open })}</Banner>
          )}
          {code !== null && <Banner tone="danger">{t(`errors:${code}`)}</Banner>}
        </div>
        <Field
          label={t('erase:type', { count: TYPED_DIGITS })}
          error={isTried && !isTyped ? t('erase:mistyped') : undefined}
        >
          <TextInput
            ref={field}
            value={typed}
            inputMode="numeric"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
