import { useLayoutEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useNavigationType } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { isToPick, type Label } from '../../../domain/labels/label.ts'
import { labelFormatNames } from '../../../domain/labels/label-format.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { KeyHints } from '../../ui/kbd/key-hints.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { chosenIn } from '../records/chosen-in.ts'
import { CommandButton } from '../records/command-button.tsx'
import { labelActions } from './label-commands.ts'
import './label-print.css'
import { LabelSheets } from './label-sheets.tsx'
import { PickSheet } from './pick-sheet.tsx'
import { readFormat, storeFormat } from './stored-format.ts'
import { type Unlabelled, useLabels } from './use-labels.ts'
import { usePrintLabels } from './use-print-labels.ts'
import { useSymbols } from './use-symbols.ts'

const sheets = ['labels', 'picks'] as const
type Sheet = (typeof sheets)[number]

const hinted = ['labels.print', 'labels.format', 'labels.sheet', 'labels.back'] as const

/** The parcels of the address, as labels or as a pick list, and the way to the printer. */
const LabelsScreen = () => {
  const { t } = useTranslation(['labels', 'commands', 'errors', 'list'])
  const { country, ports, view: views } = useWorkspace()
  const navigate = useNavigate()
  const arrival = useNavigationType()
  const [isFromList] = useState(
    () => arrival === 'PUSH' && views.addressOf('shippings')?.startsWith(paths.list('shippings')) === true,
  )
  const [params, edit] = useQueryParams()
  const chosen = chosenIn(params)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says the target.
  const target = useMemo(() => chosen.target, [chosen.key])
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
  const keysOf = useCommandKeys()
  const hints = hinted.flatMap((id) => {
    const keys = keysOf(id)
    return keys === undefined ? [] : [{ keys, label: t(`commands:${id}.label`) }]
  })
  useKeyContext('page:labels')

  const chooseFormat = (chosen: typeof format) => {
    storeFormat(chosen)
    setFormat(chosen)
  }
  const chooseSheet = (chosen: Sheet) =>
    edit((params) => (chosen === 'labels' ? params.delete('sheet') : params.set('sheet', chosen)))
  const list = params.get('list') ?? ''
  const leave = () => {
    // The entry before is the list: there its row and its selection are known.
    if (isFromList) void navigate(-1)
    else ports.navigate(`${paths.list('shippings')}${list.startsWith('?') ? list : ''}`)
  }

  useLayoutEffect(() =>
    labelActions.show({
      print,
      chooseFormat,
      toggleSheet: () => chooseSheet(sheet === 'labels' ? 'picks' : 'labels'),
      leave,
    }),
  )

  if (target === null || labels?.length === 0) {
    const isChosen = unlabelled.count > 0
    return (
      <Page title={t('title')}>
        <EmptyState
          icon="printer"
          title={t('none')}
          detail={
            isChosen ? `${t('missing', { count: unlabelled.count })} ${named(unlabelled)}` : t('noneDetail')
          }
          next={[{ label: t('toList'), keys: 'Escape', onPress: leave }]}
        />
      </Page>
    )
  }
  if (failure !== null) {
    return (
      <Page title={t('title')}>
        <ErrorState
          title={t(`errors:${failure.code}`)}
          reference={failure.reference}
          action={{ label: t('list:refresh'), onPress: reload }}
        />
      </Page>
    )
  }
  return (
    <Page
      title={t('title')}
      beside={labels && <span className="figures text-sm">{t('count', { count: labels.length })}</span>}
      actions={<CommandButton command="labels.print" variant="primary" />}
      footer={<KeyHints hints={hints} />}
    >
      {unlabelled.count > 0 && sheet === 'labels' && (
        <div className="mb-4">
          <Banner tone="warning">
            {t('missing', { count: unlabelled.count })} {named(unlabelled)}
          </Banner>
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
    </Page>
  )
}

export default LabelsScreen

/** Parcels that are not on a sheet, by their numbers and statuses: `N° 12 (annulée), n° 14 (perdue) et 3 autres.`. */
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

/** What a pick list leaves out: parcels whose pieces are not on the shelf, and those that have no label. */
const leftOf = (labels: readonly Label[], unlabelled: Unlabelled): Unlabelled => {
  const gone = labels.filter((label) => !isToPick(label))
  return { count: gone.length + unlabelled.count, first: [...gone, ...unlabelled.first] }
}
