import './label-print.css'
import { useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useNavigationType } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { isToPick, type Label } from '../../../domain/labels/label.ts'
import {
  defaultLabelFormat,
  isLabelFormat,
  type LabelFormatName,
  labelFormatNames,
} from '../../../domain/labels/label-format-names.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { deviceStorage } from '../../storage/browser-storage.ts'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { PrintPage, useChosen, usePrintedQuery } from '../print/print-page.tsx'
import { useSymbols } from '../print/use-symbols.ts'
import { labelActions } from './label-commands.ts'
import { LabelSheets, PickSheet } from './label-sheets.tsx'
import { type Unlabelled, useLabels } from './use-labels.ts'
import { usePrintLabels } from './use-print-labels.ts'

const sheets = ['labels', 'picks'] as const
type Sheet = (typeof sheets)[number]

const commands = ['labels.print', 'labels.format', 'labels.sheet', 'labels.back'] as const

/** Print page of labels or pick list for the parcels in the URL. */
const LabelsScreen = () => {
  const { t } = useTranslation('labels')
  const { country, ports, view: views } = useWorkspace()
  const navigate = useNavigate()
  const arrival = useNavigationType()
  const [isFromList] = useState(
    () => arrival === 'PUSH' && views.addressOf('shippings')?.startsWith(paths.list('shippings')) === true,
  )
  const [params, edit] = useQueryParams()
  const target = useChosen()
  const list = usePrintedQuery()
  const sheet: Sheet = params.get('sheet') === 'picks' ? 'picks' : 'labels'
  const [format, setFormat] = useState(() => readFormat())
  const { labels, failure, unlabelled, reload } = useLabels(target)
  const named = useNumbers()
  const symbols = useSymbols(labels)
  const isDrawn = labels?.every(({ code }) => symbols.has(code)) ?? false
  const { printed, print } = usePrintLabels(labels, {
    isReady: labels !== null && (isDrawn || sheet === 'picks'),
    isCounted: sheet === 'labels',
  })
  const marked = useMemo(
    () => labels?.map((label) => ({ ...label, prints: printed.get(label.id) ?? label.prints })) ?? [],
    [labels, printed],
  )
  useKeyContext('page:labels')

  const chooseFormat = (chosen: typeof format) => {
    storeFormat(chosen)
    setFormat(chosen)
  }
  const chooseSheet = (chosen: Sheet) =>
    edit((params) => (chosen === 'labels' ? params.delete('sheet') : params.set('sheet', chosen)))
  const leave = () => {
    // The previous history entry is the list, with its row and selection.
    if (isFromList) void navigate(-1)
    else ports.navigate(`${paths.list('shippings')}${list}`)
  }

  useLayoutEffect(() =>
    labelActions.show({
      print,
      chooseFormat,
      toggleSheet: () => chooseSheet(sheet === 'labels' ? 'picks' : 'labels'),
      leave,
    }),
  )

  const isNothing = target === null || labels?.length === 0
  const missing =
    unlabelled.count > 0 ? `${t('missing', { count: unlabelled.count })} ${named(unlabelled)}` : null
  return (
    <PrintPage
      title={t('title')}
      count={labels && t('count', { count: labels.length })}
      commands={commands}
      failure={failure}
      onRetry={reload}
      nothing={
        isNothing ? { title: t('none'), detail: missing ?? t('noneDetail'), toList: t('toList') } : null
      }
      onLeave={leave}
    >
      {missing !== null && sheet === 'labels' && (
        <div className="mb-4">
          <Banner tone="warning">{missing}</Banner>
        </div>
      )}
      <div className="mb-5 grid max-w-190 gap-4 sm:grid-cols-[2fr_3fr]">
        <RadioGroup
          label={t('choose')}
          options={sheets.map((value) => ({ value, label: t(`sheets.${value}`) }))}
          value={sheet}
          onValueChange={chooseSheet}
        />
        <RadioGroup
          label={t('format')}
          options={labelFormatNames.map((value) => ({ value, label: t(`formats.${value}`) }))}
          value={format}
          onValueChange={chooseFormat}
          disabled={sheet === 'picks'}
          hint={t('hint')}
        />
      </div>
      <p role="status" className="text-sm text-ink-muted empty:hidden">
        {labels !== null && sheet === 'labels' && !isDrawn
          ? t('drawing', { done: symbols.size, total: labels.length })
          : null}
      </p>
      {labels === null ? (
        <Skeleton lines={8} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
        <section className="print-root print-sheets" aria-label={t(`sheets.${sheet}`)} tabIndex={0}>
          {sheet === 'picks' ? (
            <PickSheet labels={labels} left={leftOf(labels, unlabelled)} named={named} country={country} />
          ) : (
            <LabelSheets labels={marked} format={format} symbols={symbols} />
          )}
        </section>
      )}
    </PrintPage>
  )
}

export default LabelsScreen

/** Numbers and statuses of parcels without a sheet: `N° 12 (annulée), n° 14 (perdue) et 3 autres.`. */
const useNumbers = () => {
  const { t, i18n } = useTranslation(['labels', 'shippings'])
  return ({ count, first }: Unlabelled): string => {
    if (first.length === 0) return ''
    const words = first
      .slice(0, MAX_NUMBERS)
      .map(({ number, status }) => t('leftNumber', { number, status: t(`shippings:status.${status}`) }))
    const others = count - words.length
    const all = others > 0 ? [...words, t('leftMore', { count: others })] : words
    const list = new Intl.ListFormat(localeOf(i18n.language), { type: 'conjunction' }).format(all)
    return `${list.charAt(0).toUpperCase()}${list.slice(1)}.`
  }
}

const MAX_NUMBERS = 5

/** Parcels left out of a pick list: pieces not on the shelf, or no label. */
const leftOf = (labels: readonly Label[], unlabelled: Unlabelled): Unlabelled => {
  const gone = labels.filter((label) => !isToPick(label))
  return { count: gone.length + unlabelled.count, first: [...gone, ...unlabelled.first] }
}

const key = 'label-format'

/** The format last chosen in this browser, which depends on its printer, not on the user. */
export const readFormat = (storage: Pick<Storage, 'getItem'> = deviceStorage): LabelFormatName => {
  try {
    const stored = storage.getItem(key)
    return isLabelFormat(stored) ? stored : defaultLabelFormat
  } catch {
    return defaultLabelFormat
  }
}

export const storeFormat = (
  format: LabelFormatName,
  storage: Pick<Storage, 'setItem'> = deviceStorage,
): void => {
  try {
    storage.setItem(key, format)
  } catch {
    // Storage disabled: the format is not remembered.
  }
}
