import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/languages.ts'
import type { EarlierImport } from '../../../domain/orders/import/import-report.ts'
import type { Failure } from '../../../machines/failure.ts'
import { Button } from '../../ui/button.tsx'
import { errorWords } from '../../ui/error-words.ts'
import { Icon } from '../../ui/icons/icon.tsx'

type FailedStepProps = {
  failure: Failure
  fileName: string
  onRetry: () => void
  onChoose: () => void
  onTemplate: () => void
}

/** Why nothing was read or written, and what to do now. */
export const FailedStep = ({ failure, fileName, onRetry, onChoose, onTemplate }: FailedStepProps) => {
  const { t, i18n } = useTranslation(['import', 'errors'])
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
            {t('failed.missing', { columns: missing.map(({ path }) => t(`columns.${path}`)).join(', ') })}
          </p>
        )}
        {earlier !== null && (
          <p>
            {t('failed.earlier', {
              date: new Intl.DateTimeFormat(localeOf(i18n.language), {
                dateStyle: 'long',
                timeStyle: 'short',
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

/** What may go well the next time, with the same file. */
const passing = new Set<Failure['code']>([
  'OFFLINE',
  'CANCELLED',
  'OVERLOADED',
  'TOO_MANY_CALLS',
  'TOO_MANY_ATTEMPTS',
  'INTERRUPTED',
  'DATABASE_UNAVAILABLE',
  'DISK_FULL',
  'IDEMPOTENCY_IN_FLIGHT',
  'INTERNAL',
])

/** None of them is known to have written nothing: the answer may have been lost on the way back, also within a proxy. */
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
