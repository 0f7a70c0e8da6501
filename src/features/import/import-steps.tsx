import { type Ref, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { importColumnNames, requiredImportColumns } from '../../../domain/orders/import/import-columns.ts'
import type { EarlierImport, ImportReport } from '../../../domain/orders/import/import-report.ts'
import type { Failure } from '../../../machines/failure.ts'
import type { ImportContext } from '../../../machines/import/import-types.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { errorWords } from '../../ui/error-words.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { countClosed, countHidden, countLeftOut, countRepeats, headingKeys } from './preview-rows.ts'

type ChooseStepProps = { isOver: boolean; onChoose: () => void; onTemplate: () => void }

/** Drop, paste or choose a file. */
export const ChooseStep = ({ isOver, onChoose, onTemplate }: ChooseStepProps) => {
  const { t } = useTranslation(['import', 'orders'])
  const namesOf = (columns: readonly string[]) => columns.map((name) => t(headingKeys(name))).join(', ')
  return (
    <div
      className={cx(
        'mx-auto mt-6 flex w-full max-w-160 flex-col items-center gap-4 rounded-lg border border-dashed px-6 py-14 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <Icon name="spreadsheet" size={28} className="text-ink-muted" />
      <p className="text-pretty text-ink">{t('choose.lead')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon="upload" keys="o" autoFocus onClick={onChoose}>
          {t('choose.button')}
        </Button>
        <Button icon="download" keys="t" onClick={onTemplate}>
          {t('choose.template')}
        </Button>
      </div>
      <p className="max-w-100 text-pretty text-sm text-ink-muted">
        {t('choose.required', { columns: namesOf(requiredImportColumns) })}{' '}
        {t('choose.optional', {
          columns: namesOf(importColumnNames.filter((name) => !requiredImportColumns.includes(name))),
        })}
      </p>
      <p className="max-w-100 text-pretty text-sm text-ink-muted">{t('choose.limits')}</p>
    </div>
  )
}

const spreadsheets =
  '.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,.csv,.tsv,.txt,text/csv,text/tab-separated-values'

/** The native file picker, opened through `ref`. */
export const FilePicker = ({
  onFile,
  ref,
}: {
  onFile: (file: File) => void
  ref: Ref<{ open: () => void }>
}) => {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({ open: () => input.current?.click() }), [])
  return (
    <input
      ref={input}
      type="file"
      accept={spreadsheets}
      hidden
      onChange={({ target }) => {
        const file = target.files?.[0]
        // Lets the same file be chosen again after it was edited.
        target.value = ''
        if (file) onFile(file)
      }}
    />
  )
}

type FailedStepProps = {
  failure: Failure
  fileName: string
  /** Of the orders: times are its own. */
  country: CountryCode
  onRetry: () => void
  onChoose: () => void
  onTemplate: () => void
}

/** A failure and what to do about it. */
export const FailedStep = ({
  failure,
  fileName,
  country,
  onRetry,
  onChoose,
  onTemplate,
}: FailedStepProps) => {
  const { t, i18n } = useTranslation(['import', 'orders', 'errors'])
  const missing = failure.errors.filter(({ code }) => code === 'MISSING_COLUMN')
  const earlier = earlierOf(failure)
  const isUncertain = uncertain.has(failure.code)
  const isPassing = passing.has(failure.code)
  return (
    <section className="mx-auto mt-6 flex w-full max-w-160 flex-col gap-5 rounded-lg border border-line bg-surface px-6 py-8">
      <div role="alert" className="flex flex-col gap-1.5">
        <p className="flex items-center gap-2 text-lg font-semibold">
          <Icon name="file-warning" size={20} className="text-danger" />
          {t('failed.title')}
        </p>
        <p className="text-ink-muted">{fileName}</p>
        <p>{failure.code === 'OFFLINE' ? t('failed.offline') : errorWords(t, failure)}</p>
        {missing.length > 0 && (
          <p>
            {t('failed.missing', { columns: missing.map(({ path }) => t(headingKeys(path))).join(', ') })}
          </p>
        )}
        {earlier !== null && (
          <p>
            {t('failed.earlier', {
              date: new Intl.DateTimeFormat(localeOf(i18n.language), {
                dateStyle: 'long',
                timeStyle: 'short',
                timeZone: countries[country].timeZone,
              }).format(new Date(earlier.createdAt)),
              created: earlier.created,
            })}
          </p>
        )}
        {!isUncertain && <p className="text-ink-muted">{t('failed.nothingWritten')}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {isPassing && (
          <Button variant="primary" icon="refresh" keys="r" autoFocus onClick={onRetry}>
            {t('failed.retry')}
          </Button>
        )}
        <Button
          variant={isPassing ? 'secondary' : 'primary'}
          icon="upload"
          keys="o"
          autoFocus={!isPassing}
          onClick={onChoose}
        >
          {t('preview.another')}
        </Button>
        <Button icon="download" keys="t" onClick={onTemplate}>
          {t('choose.template')}
        </Button>
      </div>
    </section>
  )
}

/** Failures that may not happen again with the same file. */
const passing = new Set<Failure['code']>([
  'OFFLINE',
  'CANCELLED',
  'OVERLOADED',
  'TOO_MANY_CALLS',
  'TOO_MANY_CHANGES',
  'TOO_MANY_ATTEMPTS',
  'INTERRUPTED',
  'DATABASE_UNAVAILABLE',
  'DISK_FULL',
  'IDEMPOTENCY_IN_FLIGHT',
  'INTERNAL',
])

/** Failures after which the server may have written: the answer was lost, perhaps in a proxy. */
const uncertain = new Set<Failure['code']>([
  'OFFLINE',
  'CANCELLED',
  'OVERLOADED',
  'DATABASE_UNAVAILABLE',
  'INTERRUPTED',
  'IDEMPOTENCY_IN_FLIGHT',
  'INTERNAL',
])

const earlierOf = ({ code, current }: Failure): EarlierImport | null =>
  code === 'FILE_ALREADY_IMPORTED' && typeof current === 'object' && current !== null
    ? (current as EarlierImport)
    : null

type ReportStepProps = {
  context: ImportContext
  report: ImportReport
  isUndoing: boolean
  /** Whether the user may undo the import, if it wrote anything. */
  canUndo: boolean
  onUndo: () => void
  onFailedRows: () => void
  onSeeOrders: () => void
  onChoose: () => void
}

/** Result of the import with its actions. */
export const ReportStep = (props: ReportStepProps) => {
  const { context, report, isUndoing, canUndo, onUndo, onFailedRows, onSeeOrders, onChoose } = props
  const { t } = useTranslation(['import', 'errors', 'changes'])
  const { undone, failure } = context
  const repeats = countRepeats(report)
  const leftOut = countLeftOut(report)
  const closed = countClosed(report)
  const skipped = report.skipped - countHidden(report) - repeats - leftOut - closed
  return (
    <section className="mx-auto mt-6 flex w-full max-w-160 flex-col gap-5 rounded-lg border border-line bg-surface px-6 py-8">
      <div role="status" className="flex flex-col gap-1.5">
        <p className="flex items-center gap-2 text-lg font-semibold">
          <Icon name={undone === null ? 'circle-check' : 'undo'} size={20} className="text-success" />
          {undone === null ? t('report.created', { count: report.created }) : t('report.undone')}
        </p>
        {undone !== null && (
          <p className="text-ink-muted">
            {t('changes:undone', { count: undone.counts.changed })}
            {undone.counts.refused > 0 && ` · ${t('changes:did.refused', { count: undone.counts.refused })}`}
          </p>
        )}
        {undone === null && report.invalid > 0 && <p>{t('report.left', { count: report.invalid })}</p>}
        {undone === null && repeats > 0 && (
          <p className="text-ink-muted">{t('report.repeated', { count: repeats })}</p>
        )}
        {undone === null && leftOut > 0 && (
          <p className="text-ink-muted">{t('report.leftOut', { count: leftOut })}</p>
        )}
        {undone === null && closed > 0 && (
          <p className="text-ink-muted">{t('report.closed', { count: closed })}</p>
        )}
        {undone === null && skipped > 0 && (
          <p className="text-ink-muted">{t('report.skipped', { count: skipped })}</p>
        )}
        {failure !== null && (
          <p className="text-danger">
            {t('report.undoFailed')}
            {failure.code !== 'OFFLINE' && ` ${t(`errors:${failure.code}`)}`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon="orders" keys="v" autoFocus onClick={onSeeOrders}>
          {t('report.see')}
        </Button>
        {report.invalid > 0 && (
          <Button icon="download" keys="d" onClick={onFailedRows}>
            {t('report.failedRows')}
          </Button>
        )}
        {canUndo && (
          <Button icon="undo" keys="z" pending={isUndoing} onClick={onUndo}>
            {t(isUndoing ? 'report.undoing' : 'report.undo')}
          </Button>
        )}
        <Button variant="ghost" icon="upload" keys="o" onClick={onChoose}>
          {t('report.again')}
        </Button>
      </div>
    </section>
  )
}
