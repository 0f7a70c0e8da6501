import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Change } from '../../../domain/changes/changes.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { type Invoice, invoices } from '../../../domain/invoices/invoice.ts'
import { Money } from '../../ui/format/money.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { authorWords } from '../changes/author-words.ts'

/** History of the invoice, newest first, with former fees and texts. Not printed. */
export const InvoiceHistory = ({ invoice }: { invoice: Invoice }) => {
  const { t, i18n } = useTranslation(['invoice-page', 'invoices', 'errors', 'history'])
  const { api } = useWorkspace()
  const { id, version, country } = invoice
  const [answer, setAnswer] = useState<{ changes: readonly Change[] } | { code: string } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has another line.
  useEffect(() => {
    const request = new AbortController()
    api.history('invoices', id, { signal: request.signal }).then(
      ({ items }) => setAnswer({ changes: items }),
      (error: { code?: string }) => {
        if (!request.signal.aborted) setAnswer({ code: error.code ?? 'INTERNAL' })
      },
    )
    return () => request.abort()
  }, [api, id, version])
  const actOf = ({ verb, undoes }: Change): string => {
    const key = `invoice-page:history.${verb.replace('invoice.', '')}`
    const words = i18n.exists(key) ? t(key) : verb
    return undoes === null ? words : t('invoice-page:undone', { words })
  }
  return (
    <section aria-labelledby="invoice-history" className="px-1">
      <h2 id="invoice-history" className="mb-2 text-base font-semibold">
        {t('invoice-page:historyTitle')}
      </h2>
      {answer !== null && 'code' in answer && (
        <p className="text-sm text-ink-muted">{t(`errors:${answer.code}`)}</p>
      )}
      {answer !== null && 'changes' in answer && (
        <ol className="flex flex-col gap-3 border-l border-line pl-4 text-sm">
          {answer.changes.map((change) => (
            <li key={change.id}>
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium">{actOf(change)}</span>
                <span className="text-ink-muted">
                  {authorWords(t, change) ?? t('invoice-page:byItself')}
                  {' · '}
                  <RelativeTime value={change.at} timeZone={countries[country].timeZone} />
                </span>
              </p>
              <Differences change={change} country={country} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Editable fields only: totals derive from them. */
const Differences = ({ change, country }: { change: Change; country: CountryCode }) => {
  const { t } = useTranslation(['invoices', 'list'])
  const { before, after } = change
  if (before === null || after === null) return null
  const names = (Object.keys(invoices.updateFields) as (keyof typeof invoices.updateFields)[]).filter(
    (name) => name in after,
  )
  const shown = (name: keyof typeof invoices.updateFields, value: unknown) => {
    if (value === null || value === undefined || value === '') return t('list:none')
    return invoices.updateFields[name].kind === 'money' && typeof value === 'number' ? (
      <Money amount={value} currency={countries[country].currency} />
    ) : (
      String(value)
    )
  }
  return names.map((name) => (
    <p key={name} className="mt-0.5 break-words text-ink-muted">
      {t('common:said', { what: t(`invoices:fields.${name}`), words: '' })}
      {shown(name, before[name])} → {shown(name, after[name])}
    </p>
  ))
}
