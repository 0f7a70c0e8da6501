import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdPaste } from '../../../domain/advertising/ad-cost.ts'
import { countries } from '../../../domain/core/countries.ts'
import { defaultLanguage, isLanguageCode, localeOf } from '../../../domain/core/languages.ts'
import { codeOf, type Failure } from '../../../machines/failure.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Banner, useAnnounce } from '../../ui/feedback/status.tsx'
import { Money } from '../../ui/format/money.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { PasteForm } from '../record-form/paste-form.tsx'

type Read = { text: string; paste: AdPaste | null; failure: Failure['code'] | null }

/** Pause in typing after which the server is asked. */
const PAUSE_MS = 300

/** Advertising costs pasted from a spreadsheet: read by the server, summed up, then written as one batch. */
const PasteCostsScreen = () => {
  const { t } = useTranslation(['advertising', 'errors'])
  const { api, country } = useWorkspace()
  const language = useDateLanguage()
  const [text, setText] = useState('')
  useKeyContext('page:paste-costs')
  const input = useMemo(() => ({ country, text, language }), [country, text, language])
  const { paste, failure: refused } = useReadPaste(input)
  const isReady = paste !== null && paste.total > 0 && paste.problems === 0
  const isTyped = text.trim() !== ''
  const count = paste?.total ?? 0
  return (
    <PasteForm
      resource="advertising"
      title={t('advertising:paste.title')}
      label={t('advertising:paste.text')}
      hint={t('advertising:paste.hint')}
      text={text}
      onText={setText}
      isReady={isReady}
      save={isReady ? t('advertising:paste.apply', { count }) : t('advertising:paste.save')}
      write={() => api.advertising.paste(input)}
      done={{ titleKey: 'advertising:paste.done', count }}
    >
      {(problem) => {
        const failure = refused ?? problem
        return (
          <>
            {failure !== null && <Banner tone="danger">{t(`errors:${failure}`)}</Banner>}
            {isTyped && failure === null && paste === null && <Skeleton lines={3} />}
            {isTyped && paste?.total === 0 && <Banner tone="warning">{t('advertising:paste.unread')}</Banner>}
            {isTyped && paste !== null && paste.total > 0 && (
              <>
                <Outcome paste={paste} />
                <Lines paste={paste} />
              </>
            )}
          </>
        )
      }}
    </PasteForm>
  )
}

export default PasteCostsScreen

const useDateLanguage = () => {
  const { i18n } = useTranslation()
  return isLanguageCode(i18n.language) ? i18n.language : defaultLanguage
}

/** Asks the server what the text says; null until it has answered. */
const useReadPaste = (
  input: Parameters<ReturnType<typeof useWorkspace>['api']['advertising']['check']>[0],
): Pick<Read, 'paste' | 'failure'> => {
  const { api } = useWorkspace()
  const [read, setRead] = useState<(Pick<Read, 'paste' | 'failure'> & { of: object }) | null>(null)
  useEffect(() => {
    if (input.text.trim() === '') return
    const request = new AbortController()
    const timer = setTimeout(() => {
      api.advertising.check(input, { signal: request.signal }).then(
        (paste) => setRead({ paste, failure: null, of: input }),
        (error: unknown) => {
          if (!request.signal.aborted) setRead({ paste: null, failure: codeOf(error), of: input })
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [api, input])
  return read?.of === input ? read : { paste: null, failure: null }
}

const cellClass = 'px-3 py-1.5 first:pl-4 last:pr-4'

/** Sums of the paste, in all and by product, beside what it replaces. */
const Outcome = ({ paste }: { paste: AdPaste }) => {
  const { t } = useTranslation('advertising')
  const { currency } = countries[paste.country]
  const { days } = useDays()
  const announce = useAnnounce()
  const { total, problems, after, before, products, firstDay, lastDay, changed } = paste
  const said =
    problems > 0
      ? t('paste.wrong', { count: problems })
      : t('paste.said', { count: total, amount: after, currency })
  useEffect(() => announce(said), [announce, said])
  return (
    <section
      aria-label={t('paste.outcome')}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <p className={cx('text-lg font-semibold', problems > 0 && 'text-danger')}>{said}</p>
      <p className="text-sm text-ink-muted">
        {firstDay !== null && lastDay !== null && days(firstDay, lastDay)}
        {changed > 0 && ` · ${t('paste.replaces', { count: changed })}`}
      </p>
      {products.length > 0 && (
        <table className="w-full max-w-180 border-collapse text-sm">
          <thead>
            <tr className="border-b border-line-strong text-ink-muted">
              <Head>{t('fields.product')}</Head>
              <Head isNumber>{t('paste.days')}</Head>
              <Head isNumber>{t('paste.before')}</Head>
              <Head isNumber>{t('paste.after')}</Head>
            </tr>
          </thead>
          <tbody>
            {products.map((product) => (
              <tr key={product.id} className="border-b border-line">
                <td className={cellClass}>
                  <span dir="auto">{product.name}</span>
                </td>
                <td className={cx(cellClass, 'figures text-right')}>{product.days}</td>
                <td className={cx(cellClass, 'figures text-right')}>
                  <Money amount={product.before} currency={currency} showCurrency={false} />
                </td>
                <td className={cx(cellClass, 'figures text-right font-medium')}>
                  <Money amount={product.after} currency={currency} showCurrency={false} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <td className={cellClass}>{t('paste.sum')}</td>
              <td />
              <td className={cx(cellClass, 'figures text-right')}>
                <Money amount={before} currency={currency} showCurrency={false} />
              </td>
              <td className={cx(cellClass, 'figures text-right')}>
                <Money amount={after} currency={currency} showCurrency={false} />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  )
}

/** Each line as read, with its problem. */
const Lines = ({ paste: { lines, total, ignored, country } }: { paste: AdPaste }) => {
  const { t } = useTranslation(['advertising', 'errors', 'filter'])
  const { currency } = countries[country]
  const { day } = useDays()
  return (
    <section aria-label={t('advertising:paste.read')} className="flex flex-col gap-1">
      {ignored.length > 0 && (
        <p className="text-sm text-ink-muted">
          {t('advertising:paste.ignored', { names: ignored.join(', ') })}
        </p>
      )}
      <div className="overflow-x-auto rounded-lg border border-line bg-surface">
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-b border-line-strong text-ink-muted">
              <Head isNumber>{t('advertising:paste.line')}</Head>
              <Head>{t('advertising:fields.day')}</Head>
              <Head>{t('advertising:fields.product')}</Head>
              <Head>{t('advertising:fields.channel')}</Head>
              <Head isNumber>{t('advertising:fields.amount')}</Head>
              <Head>{t('advertising:paste.problem')}</Head>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr
                key={`${line.line} ${line.typed} ${line.channel}`}
                className="border-b border-line last:border-b-0"
              >
                <td className={cx(cellClass, 'figures text-right text-ink-muted')}>{line.line}</td>
                <td className={cx(cellClass, 'figures whitespace-nowrap')}>
                  {line.day === null ? '—' : day(line.day)}
                </td>
                <td className={cellClass}>
                  <span dir="auto">{line.productName ?? line.typed}</span>
                </td>
                <td className={cellClass}>{line.channel}</td>
                <td className={cx(cellClass, 'figures text-right whitespace-nowrap')}>
                  {line.amount === null ? (
                    '—'
                  ) : (
                    <Money amount={line.amount} currency={currency} showCurrency={false} />
                  )}
                </td>
                <td className={cx(cellClass, 'text-danger')}>
                  {line.problem !== null &&
                    line.column !== null &&
                    t('filter:say.is', {
                      name: t(`advertising:fields.${line.column}`),
                      value: t(`errors:${line.problem}`),
                    })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > lines.length && (
        <p className="text-sm text-ink-muted">{t('advertising:paste.shown', { count: lines.length })}</p>
      )}
    </section>
  )
}

const useDays = () => {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    day: (day: string): string => format.format(Date.parse(day)),
    days: (first: string, last: string): string => format.formatRange(Date.parse(first), Date.parse(last)),
  }
}

const Head = ({ isNumber = false, children }: { isNumber?: boolean; children: string }) => (
  <th scope="col" className={cx(cellClass, 'text-xs font-medium', isNumber ? 'text-right' : 'text-left')}>
    {children}
  </th>
)
