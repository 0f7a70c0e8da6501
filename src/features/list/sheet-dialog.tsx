import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CarrierSheet,
  groupSheet,
  type ResolvedSheet,
  readCarrierSheet,
  resolveSheet,
  type SheetGroup,
  type SheetLine,
  type UnreadableLine,
} from '../../../domain/carrier-sheet/carrier-sheet.ts'
import { explainReport, explainRows, unexplained } from '../../../domain/carrier-sheet/explained-rows.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import { readTable } from '../../../domain/search/pasted-table.ts'
import { maxKeys } from '../../../domain/search/record-keys.ts'
import { shippingMoveFields } from '../../../domain/shippings/shipping.ts'
import { codeOf } from '../../../machines/failure.ts'
import { queryKeys } from '../../api/query-client.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { countedReasons } from '../../palette/results/wording.ts'
import { DryRunProgress } from '../../palette/use-confirmation.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { findKeyColumn, KeyColumnField } from './key-column.tsx'
import { PastedKeys, useCopyLines } from './pasted-keys.tsx'

type SheetDialogProps = {
  /** The pasted carrier's sheet. */
  text: string
  /** Filter of the list: only its records are selected. */
  where: Where
  onSelect: (ids: readonly string[]) => void
  onClose: () => void
}

type SheetDryRun = { sheet: CarrierSheet; resolved: ResolvedSheet; report: ChangeReport; ids: string[] }

const nobody: ReadonlySet<string> = new Set()

const nothing: ChangeReport = {
  batchId: null,
  counts: { changed: 0, refused: 0, refusedBy: {} },
  changed: [],
  refused: [],
}

/**
 * Preview of a carrier's sheet: changes and refusals by status. Enter applies it as one batch with one undo. Lines that cannot
 * be applied are listed to be copied.
 */
export const SheetDialog = ({ text, where, onSelect, onClose }: SheetDialogProps) => {
  const { t: translate } = useTranslation(['paste', 'errors', 'shippings', 'palette'])
  const t: Translate = (key, values) => translate(key, values ?? {})
  const { api, country, ports } = useWorkspace()
  const copy = useCopyLines('paste:sheet.copied')
  const [first] = useState(() => readPasted(text, country))
  const [table] = useState(() => (first.columns === null ? null : readTable(text, country)))
  const [chosen, setChosen] = useState<number | null>(null)
  const {
    data: ready = null,
    error,
    isPending,
    refetch,
  } = useQuery({
    queryKey: queryKeys.pasted('sheet', text, chosen, where, country),
    queryFn: async ({ signal }): Promise<SheetDryRun> => {
      const column = chosen ?? (table && (await findKeyColumn(api, 'shippings', table, { country, signal })))
      const sheet = column === null ? first : readPasted(text, country, column)
      const keys = [...new Set(sheet.lines.map(({ key }) => key))]
      const found =
        keys.length === 0 || keys.length > maxKeys
          ? { found: [], unknown: [], ambiguous: [] }
          : await api.resolve('shippings', keys, { country, list: where, signal })
      const resolved = resolveSheet(sheet, found)
      const { rows } = resolved
      const report =
        rows.length === 0 ? nothing : await api.shippings.applySheet(rows, { dryRun: true, signal })
      const ids = found.found.filter(({ isListed }) => isListed).map(({ id }) => id)
      return { sheet, resolved, report, ids: [...new Set(ids)] }
    },
    gcTime: 0,
  })
  const sheet = ready?.sheet ?? first
  const isTooMany = new Set(sheet.lines.map(({ key }) => key)).size > maxKeys
  const [reason, setReason] = useState('')
  const asking = ready === null ? nobody : unexplained(ready.report)
  const said = reason.trim()
  const report = ready === null || said === '' ? ready?.report : explainReport(ready.report, asking)
  const groups = ready === null || report === undefined ? [] : groupSheet(ready.resolved.rows, report)
  const { unknown = [], ambiguous = [], conflicting = [], taken = [] } = ready?.resolved ?? {}
  const ids = ready?.ids ?? []
  const left = [...unknown, ...ambiguous, ...conflicting, ...sheet.unreadable].toSorted(
    (one, other) => one.line - other.line,
  )
  const changing = report?.counts.changed ?? 0
  const apply = () => {
    if (ready === null) return
    const rows = said === '' ? ready.resolved.rows : explainRows(ready.resolved.rows, asking, said)
    void ports.change({
      kind: 'sheet',
      verb: 'shipping.apply-sheet',
      effect: 'shipping.apply-sheet',
      subject: null,
      resource: 'shippings',
      target: { ids: rows.map(({ id }) => id) },
      count: rows.length,
      body: { rows },
      confirmation: 'never',
    })
    onClose()
  }
  const more = (count: number) => t('paste:more', { count })
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onClose}
      title={t('paste:sheet.title', { count: sheet.lines.length + sheet.unreadable.length })}
      description={
        <span role="status">
          {isTooMany
            ? t('paste:sheet.tooMany', { max: maxKeys })
            : error
              ? t(`errors:${codeOf(error)}`)
              : ready === null || report === undefined
                ? t('paste:loading')
                : words({ ...ready, report }, t)}
        </span>
      }
      footer={
        <>
          {ready !== null && left.length > 0 && (
            <Button variant="ghost" icon="copy" onClick={() => void copy(left.map(({ text }) => text))}>
              {t('paste:sheet.copy', { count: left.length })}
            </Button>
          )}
          {ids.length > 0 && (
            <Button
              variant="ghost"
              onClick={() => {
                onSelect(ids)
                onClose()
              }}
            >
              {t('paste:select', { count: ids.length })}
            </Button>
          )}
          {error ? (
            <Button variant="primary" keys="Enter" autoFocus onClick={() => void refetch()}>
              {t('paste:retry')}
            </Button>
          ) : (
            <Button
              key={isPending ? 'loading' : 'ready'}
              variant="primary"
              keys="Enter"
              // Focus stays after changing the column.
              autoFocus={chosen === null}
              pending={isPending && !isTooMany}
              whyNot={changing === 0 ? t('paste:sheet.nothing') : null}
              onClick={apply}
            >
              {t('paste:sheet.apply', { count: changing })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isPending && !isTooMany && (
          <DryRunProgress label={t('paste:sheet.checking')} dryRuns={api.longWork.dryRuns} />
        )}
        {table !== null && (ready !== null || chosen !== null) && (
          <KeyColumnField
            table={table}
            column={chosen ?? sheet.columns?.key ?? 0}
            onChange={(column) => setChosen(column === 'all' ? null : column)}
          />
        )}
        {groups.length > 0 && <Groups groups={groups} t={t} />}
        {asking.size > 0 && (
          <Field label={t('paste:sheet.reason')} hint={t('paste:sheet.reasonHint', { count: asking.size })}>
            <TextInput
              dir="auto"
              maxLength={shippingMoveFields.reason.max}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && changing > 0) apply()
              }}
            />
          </Field>
        )}
        {conflicting.length > 0 && (
          <PastedKeys
            isRows
            title={t('paste:sheet.conflictingTitle')}
            keys={conflicting.map(({ text }) => text)}
            more={more}
          />
        )}
        {ambiguous.length > 0 && (
          <PastedKeys title={t('paste:ambiguousTitle')} keys={ambiguous.map(({ key }) => key)} more={more} />
        )}
        {unknown.length > 0 && (
          <PastedKeys title={t('paste:unknownTitle')} keys={unknown.map(({ key }) => key)} more={more} />
        )}
        {sheet.unreadable.length > 0 && (
          <PastedKeys
            isRows
            title={t('paste:sheet.unreadableTitle')}
            keys={sheet.unreadable.map((line) => unreadableWords(line, t))}
            more={more}
          />
        )}
        {taken.length > 0 && (
          <PastedKeys
            isRows
            title={t('paste:sheet.takenTitle')}
            keys={taken.map((line) => takenWords(line, t))}
            more={more}
          />
        )}
      </div>
    </Dialog>
  )
}

const words = ({ sheet, resolved, report }: SheetDryRun, t: Translate): string => {
  const { changed, refused } = report.counts
  const counted: [key: string, count: number][] = [
    ['palette:preview.refused', refused],
    ['paste:unknown', resolved.unknown.length],
    ['paste:ambiguous', resolved.ambiguous.length + resolved.conflicting.length],
    ['paste:sheet.unread', sheet.unreadable.length],
  ]
  return [
    t('palette:preview.changed', { count: changed }),
    ...counted.flatMap(([key, count]) => (count > 0 ? [t(key, { count })] : [])),
  ].join(', ')
}

/** Days are those of the selected country. */
const readPasted = (text: string, country: CountryCode, keyColumn?: number): CarrierSheet =>
  readCarrierSheet(text, country, { today: todayIn(country), keyColumn }) ?? {
    lines: [],
    unreadable: [],
    columns: null,
  }

/** `15050 · Reportée · 2026-12-15` */
const takenWords = ({ key, status, condition, collected, postponedTo }: SheetLine, t: Translate): string =>
  [
    key,
    t(condition === 'damaged' ? 'shippings:returnedDamaged' : `shippings:status.${status}`),
    collected === null ? null : t('paste:sheet.cash', { amount: collected }),
    postponedTo,
  ]
    .filter(Boolean)
    .join(' · ')

const unreadableWords = ({ what, line, word }: UnreadableLine, t: Translate): string =>
  t(`paste:sheet.unreadable.${what}`, { line, word })

/** One row a status: parcels changed, refused, and why. */
const Groups = ({ groups, t }: { groups: readonly SheetGroup[]; t: Translate }) => {
  const { i18n } = useTranslation()
  const format = (count: number) => numberFormat(localeOf(i18n.language)).format(count)
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b border-line text-left text-ink-muted">
          <th className="py-1 pr-3 font-medium">{t('paste:sheet.group')}</th>
          <th className="px-3 py-1 text-right font-medium">{t('paste:sheet.changes')}</th>
          <th className="px-3 py-1 text-right font-medium">{t('paste:sheet.refusals')}</th>
          <th className="py-1 pl-3 font-medium max-sm:hidden">{t('paste:sheet.reasons')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ status, condition, counts }) => {
          const reasons = countedReasons(counts, t).join(', ')
          return (
            <tr key={`${status} ${condition}`} className="border-b border-line align-top last:border-b-0">
              <th scope="row" className="py-1.5 pr-3 text-left font-medium">
                {t(condition === 'damaged' ? 'shippings:returnedDamaged' : `shippings:status.${status}`)}
                {reasons !== '' && <p className="font-normal text-ink-muted sm:hidden">{reasons}</p>}
              </th>
              <td className="figures px-3 py-1.5 text-right">{format(counts.changed)}</td>
              <td className="figures px-3 py-1.5 text-right">{format(counts.refused)}</td>
              <td className="py-1.5 pl-3 text-ink-muted max-sm:hidden">{reasons}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
