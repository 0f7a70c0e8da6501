import { useTranslation } from 'react-i18next'
import type { ImportReport } from '../../../domain/orders/import/import-report.ts'
import { columnUses, isShopFile } from '../../../domain/orders/import/shop-headers.ts'
import { shopNames } from '../../../domain/shop-files/shop-names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { headingKeys } from './preview-rows.ts'

type ReadColumnsProps = {
  preview: ImportReport
  isOpen: boolean
  isReadOnly: boolean
  onToggle: () => void
  onMap: () => void
  /** Null where nothing is remembered for these headers. */
  onForget: (() => void) | null
}

/** Whose export the file is, and which column was read as what. */
export const ReadColumns = ({ preview, isOpen, isReadOnly, onToggle, onMap, onForget }: ReadColumnsProps) => {
  const { t } = useTranslation(['import', 'orders'])
  const { format, taken = [], ignoredColumns } = preview
  return (
    <div className="flex flex-col gap-2 px-4 pb-2 text-sm lg:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {isShopFile(format) && (
          <p className="flex flex-wrap items-center gap-2">
            <StatusBadge tone="info" icon="store">
              {shopNames[format]}
            </StatusBadge>
            {t('preview.shop', { shop: shopNames[format] })}
          </p>
        )}
        {format === 'mapped' && <p>{t('preview.mapped')}</p>}
        <Button
          size="sm"
          variant="ghost"
          icon="columns"
          keys="c"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={onToggle}
        >
          {t('preview.columnsRead', { count: taken.length })}
        </Button>
        {!isReadOnly && (
          <Button size="sm" variant="ghost" icon="sliders" keys="m" onClick={onMap}>
            {t('mapping.title')}
          </Button>
        )}
        {!isReadOnly && onForget !== null && (
          <Button size="sm" variant="ghost" icon="trash" onClick={onForget}>
            {t('mapping.forget')}
          </Button>
        )}
      </div>
      {/* Scrolled by its own keys where it does not fit. */}
      <section
        id={listId}
        hidden={!isOpen}
        aria-label={t('preview.columnsRead', { count: taken.length })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part is reached by Tab.
        tabIndex={0}
        className="max-h-[36dvh] overflow-y-auto"
      >
        <dl className="gap-x-8 lg:columns-2">
          {columnUses
            .filter((use) => taken.some((column) => column.use === use))
            .map((use) => (
              <div key={use} className="flex break-inside-avoid gap-2 pb-1">
                <dt className="w-2/5 shrink-0 text-ink-muted sm:w-44">
                  {t([`uses.${use}`, ...headingKeys(use)])}
                </dt>
                <dd className="min-w-0 break-words">
                  {taken.flatMap((column) => (column.use === use ? column.header : [])).join(', ')}
                </dd>
              </div>
            ))}
        </dl>
        {isShopFile(format) && ignoredColumns.length > 0 && (
          <p className="mt-1 break-words text-ink-muted">
            {t('preview.ignored', { columns: ignoredColumns.join(', ') })}
          </p>
        )}
      </section>
    </div>
  )
}

const listId = 'import-read-columns'
