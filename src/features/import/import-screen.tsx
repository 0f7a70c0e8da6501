import { useMachine } from '@xstate/react'
import type { ReadonlyAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CountryCode, countryCodes } from '../../../domain/core/countries.ts'
import type { ImportReport } from '../../../domain/orders/import/import-report.ts'
import type { ImportContext } from '../../../machines/import/import-types.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import type { RunningJob } from '../../api/long-work.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { ProgressBar } from '../../ui/feedback/status.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import type { BoundImport, PendingFile } from './bind-import.ts'
import { importActions } from './import-commands.ts'
import { ChooseStep, FailedStep, FilePicker, ReportStep } from './import-steps.tsx'
import { PreviewStep } from './preview-step.tsx'

/** Lets a file be dropped on an element or pasted into it. Spread the handlers; `isOver` while a file hovers. */
export const useDroppedFile = (onFile: (file: File) => void) => {
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | undefined) => {
    const file = files?.[0]
    if (file) onFile(file)
    return file !== undefined
  }
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setIsOver(true)
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files)
      },
      onPaste: (event: ClipboardEvent) => {
        if (take(event.clipboardData.files)) event.preventDefault()
      },
    },
  }
}

export type ImportScreenProps = {
  /** From `bindImport`; made once. */
  bound: BoundImport
  /** The shelf that the machine was bound to. */
  files: PendingFile
  /** Jobs under way, the one of a large import among them. */
  running: ReadonlyAtom<readonly RunningJob[]>
  country: CountryCode
  /** Sellers import into their own country. */
  canChooseCountry: boolean
  canUndo: boolean
  /** Whether cells were corrected and the file is not imported yet. */
  onDirtyChange: (isDirty: boolean) => void
  onTemplate: (country: CountryCode) => void
  onFailedRows: (file: File, place: Pick<ImportContext, 'country' | 'corrections'>) => void
  onSeeOrders: (report: ImportReport, country: CountryCode) => void
}

/** The way of a spreadsheet to orders, by keyboard alone: choose, look, Enter, and back if it was wrong. */
export const ImportScreen = (props: ImportScreenProps) => {
  const { bound, files, canChooseCountry, canUndo, onTemplate, onFailedRows } = props
  const { t } = useTranslation(['import', 'countries'])
  const [snapshot, send] = useMachine(bound.machine, { input: { country: props.country } })
  const { context } = snapshot
  const job =
    useAtom(props.running).find(({ idempotencyKey }) => idempotencyKey === context.idempotencyKey) ?? null
  const sent = useAtom(bound.sent)
  const take = (file: File) => send({ type: 'file.choose', file: files.put(file) })
  const { isOver, handlers } = useDroppedFile(take)
  const picker = useRef<{ open: () => void }>(null)
  const [onlyProblems, setOnlyProblems] = useState(false)
  const isUploading = snapshot.matches('uploading')
  const isPreview = isUploading || snapshot.matches('preview')
  const mayChange = snapshot.matches('choosing') || snapshot.matches('preview') || snapshot.matches('failed')

  const choose = () => picker.current?.open()
  const template = () => onTemplate(context.country)
  const failedRows = () => onFailedRows(files.get(context.file), context)
  const undo = () => send({ type: 'import.undo', idempotencyKey: newIdempotencyKey() })
  const start = () => send({ type: 'import.confirm', idempotencyKey: newIdempotencyKey() })
  const cancel = () => send({ type: 'import.cancel' })
  const retry = () => send({ type: 'import.retry' })
  const report = snapshot.matches('report') ? context.report : null
  const onSeeOrders = () => report !== null && props.onSeeOrders(report, context.country)
  const mayUndo = canUndo && context.undone === null && report !== null && report.batchId !== null
  const isReading = snapshot.matches('reading')
  const isDirty = isPreview && context.corrections.length > 0
  const { onDirtyChange } = props
  useEffect(() => {
    onDirtyChange(isDirty)
    return () => onDirtyChange(false)
  }, [isDirty, onDirtyChange])
  useKeyContext('page:import')
  // Every time: what can be done is another thing at each step.
  useEffect(() =>
    importActions.show({
      choose: isReading || isUploading ? null : choose,
      template: snapshot.matches('choosing') || snapshot.matches('failed') ? template : null,
      start: snapshot.can({ type: 'import.confirm', idempotencyKey: '' }) ? start : null,
      cancel: snapshot.can({ type: 'import.cancel' }) ? cancel : null,
      problems: isPreview ? () => setOnlyProblems(!onlyProblems) : null,
      retry: snapshot.can({ type: 'import.retry' }) ? retry : null,
      failedRows: report !== null && report.invalid > 0 ? failedRows : null,
      undo: mayUndo ? undo : null,
      seeOrders: report === null ? null : onSeeOrders,
    }),
  )

  return (
    <div {...handlers} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <Page
        title={t('title')}
        width={isPreview ? 'fill' : 'full'}
        actions={
          canChooseCountry && (
            <Field label={t('choose.country')} hideLabel>
              <Select
                value={context.country}
                disabled={!mayChange}
                options={countryCodes.map((value) => ({ value, label: t(`countries:${value}`) }))}
                onValueChange={(country) => send({ type: 'country.choose', country })}
              />
            </Field>
          )
        }
      >
        {snapshot.matches('choosing') && (
          <ChooseStep isOver={isOver} onChoose={choose} onTemplate={template} />
        )}
        {snapshot.matches('reading') && (
          <div role="status" className="mx-auto mt-6 w-full max-w-160">
            <ProgressBar label={t('reading', { name: context.file?.name })} />
          </div>
        )}
        {isPreview && context.preview !== null && (
          <PreviewStep
            context={context}
            preview={context.preview}
            canImport={snapshot.can({ type: 'import.confirm', idempotencyKey: '' })}
            isUploading={isUploading}
            isChecking={snapshot.matches({ preview: 'checking' })}
            job={job}
            sent={sent}
            suggest={bound.suggest}
            hasNoProduct={bound.hasNoProduct()}
            onCorrect={(correction) => send({ type: 'cell.correct', correction })}
            onlyProblems={onlyProblems}
            onOnlyProblems={setOnlyProblems}
            onChoose={choose}
            onMode={(mode) => send({ type: 'mode.choose', mode })}
            onImport={start}
            onCancel={cancel}
          />
        )}
        {report !== null && (
          <ReportStep
            context={context}
            report={report}
            isUndoing={snapshot.matches({ report: 'undoing' })}
            canUndo={mayUndo}
            onUndo={undo}
            onFailedRows={failedRows}
            onSeeOrders={onSeeOrders}
            onChoose={choose}
          />
        )}
        {snapshot.matches('failed') && context.failure !== null && (
          <FailedStep
            failure={context.failure}
            fileName={context.file?.name ?? ''}
            onRetry={retry}
            onChoose={choose}
            onTemplate={template}
          />
        )}
      </Page>
      <FilePicker ref={picker} onFile={take} />
    </div>
  )
}
