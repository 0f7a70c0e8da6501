import { useMachine } from '@xstate/react'
import type { ReadonlyAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { type CountryCode, countryCodes } from '../../../domain/core/countries.ts'
import { type ColumnMapping, headerSet } from '../../../domain/orders/import/column-mapping.ts'
import { importFiles } from '../../../domain/orders/import/import-columns.ts'
import type { ImportReport } from '../../../domain/orders/import/import-report.ts'
import type { Product } from '../../../domain/products/product.ts'
import type { MappingInput } from '../../../domain/shop-files/import-mapping.ts'
import type { ImportContext } from '../../../machines/import/import-types.ts'
import { newIdempotencyKey } from '../../api/call-options.ts'
import type { Api } from '../../api/create-api.ts'
import type { RunningJob } from '../../api/long-work.ts'
import { saveFile } from '../../api/save-file.ts'
import { focusLayer, focusTarget, isTyping } from '../../keyboard/key-resolver.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { ProgressBar } from '../../ui/feedback/status.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import {
  type BoundImport,
  bindImport,
  createPendingFile,
  type ImportCalls,
  type PendingFile,
} from './bind-import.ts'
import { ColumnsStep } from './columns-step.tsx'
import { importActions } from './import-commands.ts'
import { ChooseStep, FailedStep, FilePicker, ReportStep } from './import-steps.tsx'
import { pastedTable, takeOfferedTable } from './offered-table.ts'
import { PreviewStep } from './preview-step.tsx'
import { ReadColumns } from './read-columns.tsx'

export const ImportOrdersScreen = () => {
  const { t } = useTranslation('import')
  const { api, user, country, ports, unsaved } = useWorkspace()
  const [{ bound, files, calls }] = useState(() => {
    const shelf = createPendingFile()
    const made = importCalls(api)
    return { files: shelf, calls: made, bound: bindImport(made, shelf) }
  })
  const save = (asked: Promise<Blob>, name: string) =>
    asked
      .then((blob) => saveFile(blob, name))
      .catch(({ code }: { code?: string }) => {
        // Only server refusals have a code; otherwise the file arrived and could not be saved.
        const titleKey = code === undefined ? 'jobs:file.saveFailed' : 'jobs:file.downloadFailed'
        ports.notify({ tone: 'danger', titleKey, code })
      })
  const notifyOf =
    (titleKey: string) =>
    ({ code }: { code?: string }) => {
      ports.notify({ tone: 'danger', titleKey, code })
      return false
    }
  const reachesAll = scopeOf(user, 'order.import') === 'all'
  return (
    <ImportScreen
      bound={bound}
      files={files}
      running={api.longWork.running}
      country={reachesAll ? country : user.country}
      canChooseCountry={reachesAll}
      canUndo={scopeOf(user, 'change.undo') !== null}
      onDirtyChange={unsaved.setDirty}
      onTemplate={(place) => save(calls.template({ country: place }), importFiles.template)}
      onFailedRows={(file, place) => save(calls.failedRows(file, place), `${t('workbook.failed')}.xlsx`)}
      onRemember={(input) => calls.remember(input).catch(notifyOf('import:mapping.notKept'))}
      onForget={(id) => calls.forget(id).then(() => true, notifyOf('import:mapping.notForgotten'))}
      onSeeOrders={(report, of) => ports.navigate(paths.list('orders', importedQuery(report, of, country)))}
    />
  )
}

/** Query of the imported orders; of all orders if none were created. */
const importedQuery = (
  { createdAt }: ImportReport,
  country: CountryCode,
  selected: CountryCode,
): string | undefined => {
  if (createdAt === null) return undefined
  return [`created:${createdAt}`, ...(country === selected ? [] : [`country:${country}`])].join(' ')
}

const importCalls = (api: Api): ImportCalls => ({
  products: ({ country, signal }) => everyProduct(api, country, signal),
  knownLines: ({ country, signal }) => api.imports.knownLines(country, { signal }).then(({ items }) => items),
  mappings: ({ signal }) => api.imports.mappings({ signal }).then(({ items }) => items),
  remember: (input) => api.imports.remember(input, { idempotencyKey: newIdempotencyKey() }),
  forget: (id) => api.imports.forget(id, { idempotencyKey: newIdempotencyKey() }),
  dryRun: (file, options) => api.upload<ImportReport>('orders', file, { ...options, dryRun: true }),
  commit: (file, options) => api.upload<ImportReport>('orders', file, options),
  undo: (batchId, { idempotencyKey, signal }) => api.undo(batchId, { idempotencyKey, signal }),
  template: ({ country, signal }) => api.template('orders', { country, signal }),
  failedRows: (file, { country, corrections, hiddenRows, leftOut, mapping, signal }) =>
    api.failedRows('orders', file, { country, corrections, hiddenRows, leftOut, mapping, signal }),
})

const pageSize = 500

const everyProduct = async (api: Api, country: CountryCode, signal?: AbortSignal): Promise<Product[]> => {
  const products: Product[] = []
  for (;;) {
    const where = { country }
    const { items, total } = await api.list(
      'products',
      { where, limit: pageSize, skip: products.length, sort: 'number' },
      { signal },
    )
    products.push(...items)
    if (items.length === 0 || products.length >= total) return products
  }
}

/** Drop handlers for an element, and paste anywhere on the page; `isOver` while a file is dragged over it. */
const useDroppedFile = (onFile: (file: File) => void) => {
  const { t } = useTranslation('import')
  const [isOver, setIsOver] = useState(false)
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(focusTarget(event)) || focusLayer(event) !== undefined) return
    const [file] = event.clipboardData?.files ?? []
    // A spreadsheet program offers a picture of the cells beside their text.
    const table = pastedTable(event.clipboardData?.getData('text/plain') ?? '', t('pasted'))
    const taken = table ?? file
    if (taken === undefined) return
    event.preventDefault()
    onFile(taken)
  })
  useEffect(() => {
    // The focus may be nowhere, so the page itself does not hear it.
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
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
    },
  }
}

type ImportScreenProps = {
  /** From `bindImport`; created once. */
  bound: BoundImport
  /** The file store of the machine. */
  files: PendingFile
  /** Running jobs, including that of a large import. */
  running: ReadonlyAtom<readonly RunningJob[]>
  country: CountryCode
  /** False for sellers, who import into their own country. */
  canChooseCountry: boolean
  canUndo: boolean
  /** Whether cells were corrected and not imported yet. */
  onDirtyChange: (isDirty: boolean) => void
  onTemplate: (country: CountryCode) => void
  onFailedRows: (
    file: File,
    place: Pick<ImportContext, 'country' | 'corrections' | 'leftOut'> & { mapping: ColumnMapping | null },
  ) => void
  /** Resolves also where it was not kept. */
  onRemember: (input: MappingInput) => Promise<unknown>
  /** Resolves with whether it was forgotten. */
  onForget: (id: string) => Promise<boolean>
  onSeeOrders: (report: ImportReport, country: CountryCode) => void
}

/** Wizard of an import, usable by keyboard alone. */
const ImportScreen = (props: ImportScreenProps) => {
  const { bound, files, canChooseCountry, canUndo, onTemplate, onFailedRows } = props
  const { t } = useTranslation(['import', 'countries', 'jobs'])
  const [snapshot, send] = useMachine(bound.machine, { input: { country: props.country } })
  const { context } = snapshot
  const job =
    useAtom(props.running).find(({ idempotencyKey }) => idempotencyKey === context.idempotencyKey) ?? null
  const sent = useAtom(bound.sent)
  const take = (file: File) => {
    // While a file is read or written, it stays the one that is kept.
    if (snapshot.can({ type: 'file.choose', file: { key: '', name: '', size: 0 } }))
      send({ type: 'file.choose', file: files.put(file) })
  }
  const takeOffered = useEffectEvent(() => {
    const file = pastedTable(takeOfferedTable() ?? '', t('pasted'))
    if (file !== undefined) take(file)
  })
  useEffect(() => takeOffered(), [])
  const { isOver, handlers } = useDroppedFile(take)
  const picker = useRef<{ open: () => void }>(null)
  const [onlyProblems, setOnlyProblems] = useState(false)
  const [areColumnsShown, setColumnsShown] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const isUploading = snapshot.matches('uploading')
  const isPreview = isUploading || snapshot.matches('preview')
  const isMapping = snapshot.matches('mapping')
  const mayChange =
    isMapping || snapshot.matches('choosing') || snapshot.matches('preview') || snapshot.matches('failed')

  const choose = () => picker.current?.open()
  const template = () => onTemplate(context.country)
  const failedRows = () =>
    onFailedRows(files.get(context.file), { ...context, mapping: bound.file().mapping })
  const { headers, mapping, remembered } = bound.file()
  const readColumns = async (chosen: ColumnMapping) => {
    setSaving(true)
    // Kept before the file is read again, which asks what is remembered.
    await props.onRemember({ headers: headerSet(headers?.headers ?? []), columns: chosen })
    setSaving(false)
    send({ type: 'columns.choose', mapping: chosen })
  }
  const readAutomatically = () => send({ type: 'columns.choose', mapping: 'automatic' })
  const forget =
    remembered === null
      ? null
      : async () => {
          if (await props.onForget(remembered.id)) readAutomatically()
        }
  const undo = () => send({ type: 'import.undo', idempotencyKey: newIdempotencyKey() })
  const start = () => send({ type: 'import.confirm', idempotencyKey: newIdempotencyKey() })
  const cancel = () => send({ type: 'import.cancel' })
  const retry = () => send({ type: 'import.retry' })
  const report = snapshot.matches('report') ? context.report : null
  const onSeeOrders = () => {
    // Of an import that was undone there are none.
    const createdAt = context.undone === null ? (report?.createdAt ?? null) : null
    if (report !== null) props.onSeeOrders({ ...report, createdAt }, context.country)
  }
  const mayUndo = canUndo && context.undone === null && report !== null && report.batchId !== null
  const isReading = snapshot.matches('reading')
  const isDirty = isPreview && context.corrections.length + context.leftOut.length > 0
  const { onDirtyChange } = props
  useEffect(() => {
    onDirtyChange(isDirty)
    return () => onDirtyChange(false)
  }, [isDirty, onDirtyChange])
  useKeyContext('page:import')
  useKeyContext('editing', isPreview)
  // After each render, because available actions depend on the step.
  useEffect(() =>
    importActions.show({
      choose: isReading || isUploading ? null : choose,
      template: snapshot.matches('choosing') || snapshot.matches('failed') ? template : null,
      start: snapshot.can({ type: 'import.confirm', idempotencyKey: '' }) ? start : null,
      cancel: snapshot.can({ type: 'import.cancel' }) ? cancel : null,
      columns: isPreview ? () => setColumnsShown(!areColumnsShown) : null,
      map: snapshot.can({ type: 'columns.open' }) ? () => send({ type: 'columns.open' }) : null,
      problems: isPreview ? () => setOnlyProblems(!onlyProblems) : null,
      undoEdit: snapshot.can({ type: 'edit.undo' }) ? () => send({ type: 'edit.undo' }) : null,
      redoEdit: snapshot.can({ type: 'edit.redo' }) ? () => send({ type: 'edit.redo' }) : null,
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
        {isMapping && (
          <ColumnsStep
            file={bound.file()}
            fileName={context.file?.name ?? ''}
            preview={context.preview}
            failure={context.failure}
            isSaving={isSaving}
            onChoose={readColumns}
            onAutomatic={mapping === null ? null : readAutomatically}
            onForget={forget}
            onBack={snapshot.can({ type: 'columns.close' }) ? () => send({ type: 'columns.close' }) : null}
            onAnother={choose}
          />
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
            emptyProducts={bound.emptyProducts()}
            onCorrect={(correction) => send({ type: 'cell.correct', correction })}
            onToggle={(row) => send({ type: 'row.toggle', row })}
            onlyProblems={onlyProblems}
            onOnlyProblems={setOnlyProblems}
            onChoose={choose}
            columns={
              <ReadColumns
                preview={context.preview}
                isOpen={areColumnsShown}
                isReadOnly={isUploading}
                onToggle={() => setColumnsShown(!areColumnsShown)}
                onMap={() => send({ type: 'columns.open' })}
                onForget={mapping === null ? null : forget}
              />
            }
            onMode={(mode) => send({ type: 'mode.choose', mode })}
            onHidden={(hiddenRows) => send({ type: 'hidden.choose', hiddenRows })}
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
            country={context.country}
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
