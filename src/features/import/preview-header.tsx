// biome-ignore-all lint/a11y/useSemanticElements: a table cannot keep its rows out of the page; this is the ARIA grid pattern.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row.
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { figureColumns, previewColumns, rowClass } from './preview-columns.ts'

/** Stays in view while the rows go by. */
export const PreviewHeader = () => {
  const { t } = useTranslation('import')
  return (
    <div
      role="row"
      aria-rowindex={1}
      className={cx(rowClass, 'sticky top-0 z-10 min-w-max border-b border-line bg-canvas')}
    >
      <span role="columnheader" className={cx(headerClass, 'text-right')}>
        {t('preview.row')}
      </span>
      <span role="columnheader" className={headerClass}>
        {t('preview.state')}
      </span>
      {previewColumns.map((column) => (
        <span
          key={column}
          role="columnheader"
          className={cx(headerClass, figureColumns.has(column) && 'text-right')}
        >
          {t(`columns.${column}`)}
        </span>
      ))}
    </div>
  )
}

const headerClass = 'truncate px-2 text-xs font-medium text-ink-muted'
