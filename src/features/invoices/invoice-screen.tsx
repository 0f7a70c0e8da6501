import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router-dom'
import type { InvoiceWithLines } from '../../../domain/invoices/invoice.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { StatusCell } from '../../resources/cells/cells.tsx'
import { invoiceLooks } from '../../resources/status-tones.ts'
import { FactsSkeleton, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Banner, StatusBadge } from '../../ui/feedback/status.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { ReadRecord } from '../records/record-screens.tsx'
import type { ResourceActor } from '../records/use-save.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceHistory } from './invoice-history.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { InvoiceWalk } from './invoice-walk.tsx'
import { openInvoice } from './open-invoice.ts'
import { useNeighbours } from './use-neighbours.ts'
import { usePrint } from './use-print.ts'

/** An invoice as its seller gets it, to read, to print and to walk from one to the next. */
const InvoiceScreen = () => {
  const { id = '' } = useParams()
  useKeyContext('page:invoice')
  return (
    <ReadRecord resource="invoices" id={id} waiting={<InvoiceSkeleton />}>
      {/* One invoice is answered with its lines. */}
      {(invoice, actor) => <InvoicePage invoice={invoice as InvoiceWithLines} actor={actor} />}
    </ReadRecord>
  )
}

export default InvoiceScreen

/** The paper with its head, its facts and its first lines. */
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
    `${t('invoice-page:heading', { code: invoice.code })} · ${invoice.ownerName}`,
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
  // The arrows scroll what has the focus; keys and readers go on from here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each invoice takes the keyboard once, when it appears.
  useEffect(() => sheet.current?.focus({ preventScroll: true }), [id])

  return (
    <Page
      title={invoice.code}
      beside={
        <>
          <StatusCell look={invoiceLooks[invoice.status]} label={`invoices:status.${invoice.status}`} />
          {isOverdue(invoice) && <StatusBadge tone="danger">{t('invoice-page:overdue')}</StatusBadge>}
          <InvoiceWalk beside={beside} />
        </>
      }
      actions={<InvoiceActions status={invoice.status} />}
    >
      {failure?.code === 'OFFLINE' && (
        <Banner tone="warning" icon="wifi-off" action={{ label: t('list:refresh'), onPress: reload }}>
          {t('invoice-page:offline')}
        </Banner>
      )}
      <div className="mx-auto flex max-w-240 flex-col gap-8">
        <InvoiceSheet ref={sheet} invoice={invoice} />
        <InvoiceHistory invoice={invoice} />
      </div>
    </Page>
  )
}

const isOverdue = ({ status, dueAt }: InvoiceWithLines): boolean =>
  status === 'UN_PAID' && Date.parse(dueAt) < Date.now()
