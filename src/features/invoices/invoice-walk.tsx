import { useTranslation } from 'react-i18next'
import type { InvoiceNeighbours } from '../../../domain/invoices/invoice.ts'
import { localeOf } from '../../../domain/languages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

/** Where the invoice stands in its list, and the ways to the ones beside it. */
export const InvoiceWalk = ({ beside }: { beside: InvoiceNeighbours | null }) => {
  const { t, i18n } = useTranslation(['commands', 'list'])
  const { run } = useWorkspace()
  const number = new Intl.NumberFormat(localeOf(i18n.language))
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
