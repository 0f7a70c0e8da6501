import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router-dom'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import {
  type Invoice,
  type InvoiceNeighbours,
  type InvoiceStatus,
  type InvoiceWithLines,
  isOverdue,
} from '../../../domain/invoices/invoice.ts'
import { invoiceVerbs, nextInvoiceStatus } from '../../../domain/invoices/policy.ts'
import { paperOf } from '../../../domain/invoices/totals.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { isEverAllowed } from '../../commands/command.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { StatusCell } from '../../resources/cells/cells.tsx'
import { invoiceLooks } from '../../resources/shared/status-tones.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { FactsSkeleton, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { OfflineBanner, StatusBadge } from '../../ui/feedback/status.tsx'
import { Money } from '../../ui/format/money.tsx'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { ReadRecord } from '../record-form/record-screens.tsx'
import type { ResourceActor } from '../record-form/use-save.ts'
import { CommandButton } from '../records/command-button.tsx'
import { useListQuery } from '../records/use-list-query.ts'
import { openInvoice } from './invoice-commands.ts'
import { InvoiceHistory } from './invoice-history.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'

/** Actions that the role permits. */
export const InvoiceActions = ({ status }: { status: InvoiceStatus }) => {
  const { registry, commandContext } = useWorkspace()
  const pays = status === 'UN_PAID' ? ['invoice.pay-out'] : []
  const offered = ['invoice.print', ...pays, invoiceVerbs[nextInvoiceStatus[status]], 'invoice.edit'].filter(
    (id) => {
      const command = registry.get(id)
      return command !== undefined && isEverAllowed(command, commandContext())
    },
  )
  return offered.map((id) => (
    <CommandButton key={id} command={id} variant={id === 'invoice.print' ? 'primary' : 'secondary'} />
  ))
}

/** Position in the list, with previous and next links. */
export const InvoiceWalk = ({ beside }: { beside: InvoiceNeighbours | null }) => {
  const { t, i18n } = useTranslation(['commands', 'list'])
  const { run } = useWorkspace()
  const number = numberFormat(localeOf(i18n.language))
  return (
    <>
      <IconButton
        icon="chevron-left"
        label={t('commands:invoice.previous.label')}
        keys="k"
        disabled={!beside?.previous}
        onClick={() => run('invoice.previous')}
      />
      <IconButton
        icon="chevron-right"
        label={t('commands:invoice.next.label')}
        keys="j"
        disabled={!beside?.next}
        onClick={() => run('invoice.next')}
      />
      {beside?.place != null && (
        <span className="figures text-xs whitespace-nowrap">
          {t('list:position', { at: number.format(beside.place), total: number.format(beside.total) })}
        </span>
      )}
    </>
  )
}

/**
 * Neighbours in the list of the URL; null until known. An invoice that has left its filter, paid on its page, keeps the place that
 * it had, so that the walk goes on from there.
 */
export const useNeighbours = ({ id, country, version }: Invoice): InvoiceNeighbours | null => {
  const { api } = useWorkspace()
  const { where, sort } = useListQuery('invoices', country)
  const [found, setFound] = useState<{ id: string; beside: InvoiceNeighbours } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a paid invoice may be elsewhere in the list.
  useEffect(() => {
    const request = new AbortController()
    api.invoices.neighbours(id, { where, sort: sort ?? undefined }, { signal: request.signal }).then(
      (beside) =>
        setFound((before) =>
          before?.id === id && before.beside.place !== null && beside.place === null
            ? before
            : { id, beside },
        ),
      // The page works without them.
      () => undefined,
    )
    return () => request.abort()
  }, [api, id, where, sort, version])
  return found?.id === id ? found.beside : null
}

/**
 * Prints the page, at once if the URL asks for it. While printing, the document title is the invoice's number, which becomes
 * the name of a PDF. `heading`: at the top of every sheet but the first.
 */
export const usePrint = (code: string, heading: string): (() => void) => {
  const [params, edit] = useQueryParams()
  const isAsked = params.has('print')
  const print = useCallback(async () => {
    await document.fonts.ready
    window.print()
  }, [])

  useEffect(() => {
    let title = document.title
    const begin = () => {
      title = document.title
      document.title = code
    }
    const end = () => {
      document.title = title
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [code])

  useEffect(() => {
    const sheet = new CSSStyleSheet()
    // `@page` margin boxes take text only from CSS.
    sheet.replaceSync(`@page invoice {
      @top-left { content: ${JSON.stringify(heading)}; font: 8pt sans-serif; }
    }
    @page invoice:first { @top-left { content: none; } }`)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [heading])

  useEffect(() => {
    if (!isAsked) return
    edit((params) => params.delete('print'))
    void print()
  }, [isAsked, edit, print])

  return print
}

const InvoiceScreen = () => {
  const { id = '' } = useParams()
  useKeyContext('page:invoice')
  return (
    <ReadRecord resource="invoices" id={id} waiting={<InvoiceSkeleton />}>
      {/* An invoice's answer includes its lines. */}
      {(invoice, actor) => <InvoicePage invoice={invoice as InvoiceWithLines} actor={actor} />}
    </ReadRecord>
  )
}

export default InvoiceScreen

/** Placeholder of the page. */
const InvoiceSkeleton = () => (
  <div className="mx-auto max-w-240 rounded-lg border border-line bg-surface p-4 sm:p-8">
    <div aria-hidden="true" className="appears-late mb-8 flex justify-between">
      <span className="h-7 w-32 rounded-sm bg-line" />
      <span className="h-7 w-40 rounded-sm bg-line" />
    </div>
    <FactsSkeleton facts={6} className="mb-8" />
    <Skeleton lines={12} />
  </div>
)

const InvoicePage = ({ invoice, actor }: { invoice: InvoiceWithLines; actor: ResourceActor }) => {
  const { t } = useTranslation(['invoice-page', 'invoices', 'list'])
  const { view, onLive } = useWorkspace()
  const { search } = useLocation()
  const failure = useSelector(actor, ({ context }) => context.one.failure)
  const beside = useNeighbours(invoice)
  const print = usePrint(
    invoice.code,
    `${t(`invoice-page:paper.${paperOf(invoice)}.heading`, { code: invoice.code })} · ${invoice.ownerName}`,
  )
  const sheet = useRef<HTMLElement>(null)
  const { id } = invoice
  const reload = () => actor.send({ type: 'one.load', id })

  useEffect(
    () =>
      view.show({
        resource: 'invoices',
        list: null,
        active: () => invoice,
        peek: () => null,
        selection: async () => null,
      }),
    [view, invoice],
  )
  useLayoutEffect(() => {
    openInvoice.set({ id, search, beside, print })
    return () => openInvoice.set(null)
  }, [id, search, beside, print])
  useEffect(
    () =>
      onLive((event) => {
        const isMeant = event.resource === 'invoices' && (event.ids === null || event.ids.includes(id))
        if (isMeant) actor.send({ type: 'one.load', id })
      }),
    [onLive, actor, id],
  )
  // Focus for scrolling keys and screen readers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: focuses once for each invoice.
  useEffect(() => sheet.current?.focus({ preventScroll: true }), [id])

  return (
    <Page
      title={invoice.code}
      beside={
        <>
          <StatusCell
            look={invoiceLooks[invoice.status]}
            label={`invoices:paper.${paperOf(invoice)}.${invoice.status}`}
          />
          {/* On phones the sheet's own total comes after its parcels. */}
          <span className="figures font-semibold whitespace-nowrap sm:hidden print:hidden">
            <Money amount={invoice.totalWithFees} currency={countries[invoice.country].currency} />
          </span>
          {isOverdue(invoice, Date.now()) && (
            <StatusBadge tone="danger">{t('invoice-page:overdue')}</StatusBadge>
          )}
          <InvoiceWalk beside={beside} />
        </>
      }
      actions={<InvoiceActions status={invoice.status} />}
    >
      {failure?.code === 'OFFLINE' && (
        <OfflineBanner action={{ label: t('list:refresh'), onPress: reload }}>
          {t('invoice-page:offline')}
        </OfflineBanner>
      )}
      <div className="mx-auto flex max-w-240 flex-col gap-8">
        <InvoiceSheet ref={sheet} invoice={invoice} />
        <InvoiceHistory invoice={invoice} />
      </div>
    </Page>
  )
}
