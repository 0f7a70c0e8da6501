import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { codeOf } from '../../../machines/failure.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import type { RevokedRecord } from '../../commands/command-ports.ts'
import { DryRunProgress, Refusals } from '../../palette/use-confirmation.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

const HOUR_MS = 3_600_000

/** How far back its changes are undone; milliseconds, null for all. */
const spans = { nothing: 0, hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS, all: null } as const
type Span = keyof typeof spans

/** Records that are listed by number. */
const MAX_NAMED = 20

/** Before everything. */
const begin = '2000-01-01T00:00:00Z'

const sinceOf = (span: Span): string | null => {
  if (span === 'nothing') return null
  const back = spans[span]
  return back === null ? begin : new Date(Date.now() - back).toISOString()
}

type RevokeDialogProps = { record: RevokedRecord; onClose: () => void }
type Expected = { since: string | null; report: ChangeReport | null; code: string | null }

/** Revokes a key or a source after a dry run of what is taken back: how many records, and those that somebody has changed since. */
export const RevokeDialog = ({ record: { resource, id, name }, onClose }: RevokeDialogProps) => {
  const { t } = useTranslation(['revoke', 'errors'])
  const { api, ports } = useWorkspace()
  const [span, setSpan] = useState<Span>('nothing')
  const [expected, setExpected] = useState<Expected>(nothing)
  const [isPending, setPending] = useState(false)
  const [idempotencyKey] = useState(newIdempotencyKey)
  useEffect(() => {
    const since = sinceOf(span)
    setExpected({ since, report: null, code: null })
    if (since === null) return
    const request = new AbortController()
    api.revoke(resource, id, { undoSince: since }, { dryRun: true, signal: request.signal }).then(
      (report) => setExpected({ since, report, code: null }),
      (error: unknown) => {
        if (!request.signal.aborted) setExpected({ since, report: null, code: codeOf(error) })
      },
    )
    return () => request.abort()
  }, [api, resource, id, span])
  const { since, report, code } = expected
  const isChecking = since !== null && report === null && code === null
  const count = report?.counts.changed ?? 0
  const revoke = async () => {
    setPending(true)
    try {
      const done = await api.revoke(
        resource,
        id,
        { undoSince: since },
        { idempotencyKey: `${idempotencyKey} ${span}` },
      )
      const { changed, refused } = done.counts
      ports.notify({
        tone: 'success',
        titleKey: `revoke:done.${resource}`,
        title: [
          t(`revoke:done.${resource}`, { name }),
          ...(changed > 0 ? [t('revoke:took', { count: changed })] : []),
          ...(refused > 0 ? [t('revoke:kept', { count: refused })] : []),
        ].join(' '),
        ...(done.batchId === null ? {} : { action: ports.offerUndo(done.batchId) }),
      })
      onClose()
    } catch (error) {
      setExpected({ since, report, code: codeOf(error) })
      setPending(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      role="alertdialog"
      title={t(`revoke:title.${resource}`, { name })}
      description={t(`revoke:lead.${resource}`)}
      footer={
        <>
          <Button onClick={onClose}>{t('revoke:keep')}</Button>
          <Button variant="danger" pending={isPending || isChecking} onClick={() => void revoke()}>
            {count > 0 ? t(`revoke:confirmUndo.${resource}`, { count }) : t(`revoke:confirm.${resource}`)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('revoke:since')}>
          <Select
            value={span}
            options={(Object.keys(spans) as Span[]).map((one) => ({
              value: one,
              label: t(`revoke:span.${one}`),
            }))}
            onValueChange={(one) => setSpan(one as Span)}
          />
        </Field>
        <div aria-live="polite" className="flex flex-col gap-2 text-sm empty:-mt-4">
          {isChecking && <DryRunProgress dryRuns={api.longWork.dryRuns} />}
          {report !== null && <p>{t('revoke:undone', { count })}</p>}
          {report !== null && report.counts.refused > 0 && (
            <>
              <p>{t('revoke:spared', { count: report.counts.refused })}</p>
              <Refusals report={report} />
              <p className="figures text-ink-muted wrap-anywhere">{numbersOf(report)}</p>
            </>
          )}
          {code !== null && <Banner tone="danger">{t(`errors:${code}`)}</Banner>}
        </div>
      </div>
    </Dialog>
  )
}

const nothing: Expected = { since: null, report: null, code: null }

/** `#12, #15 … +80`. */
const numbersOf = ({ refused, counts }: ChangeReport): string => {
  const named = refused.filter(({ number }) => number > 0).slice(0, MAX_NAMED)
  const left = counts.refused - named.length
  return [named.map(({ number }) => `#${number}`).join(', '), left > 0 ? `+${left}` : '']
    .filter(Boolean)
    .join(' … ')
}
