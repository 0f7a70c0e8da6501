import { useMachine } from '@xstate/react'
import { useTranslation } from 'react-i18next'
import { type CountryCode, countryCodes } from '../../../domain/countries.ts'
import type { importMachine } from '../../../machines/import-machine.ts'
import { newIntent } from '../../api/intent.ts'
import { Page } from '../../layouts/page.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChooseStep } from './choose-step.tsx'
import { FailedStep } from './failed-step.tsx'
import type { FileShelf } from './file-shelf.ts'
import { PreviewStep } from './preview-step.tsx'
import { ReportStep } from './report-step.tsx'
import { useDroppedFile } from './use-dropped-file.ts'

export type ImportScreenProps = {
  /** From `bindImport`; made once. */
  machine: typeof importMachine
  /** The shelf that the machine was bound to. */
  files: FileShelf
  country: CountryCode
  /** Sellers import into their own country. */
  canChooseCountry: boolean
  canUndo: boolean
  onTemplate: (country: CountryCode) => void
  onFailedRows: (file: File, country: CountryCode) => void
  onSeeOrders: () => void
}

/** The way of a spreadsheet to orders, by keyboard alone: choose, look, Enter, and back if it was wrong. */
export const ImportScreen = (props: ImportScreenProps) => {
  const { machine, files, canChooseCountry, canUndo, onTemplate, onFailedRows, onSeeOrders } = props
  const { t } = useTranslation(['import', 'countries'])
  const [snapshot, send] = useMachine(machine, { input: { country: props.country } })
  const { context } = snapshot
  const choose = (file: File) => send({ type: 'file.choose', file: files.put(file) })
  const { isOver, handlers } = useDroppedFile(choose)
  const isUploading = snapshot.matches('uploading')
  const isPreview = isUploading || snapshot.matches('preview')
  const mayChange = snapshot.matches('choosing') || snapshot.matches('preview') || snapshot.matches('failed')

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
          <ChooseStep isOver={isOver} onFile={choose} onTemplate={() => onTemplate(context.country)} />
        )}
        {snapshot.matches('reading') && (
          <div role="status" aria-label={t('reading', { name: context.file?.name })}>
            <Skeleton />
          </div>
        )}
        {isPreview && context.preview !== null && (
          <PreviewStep
            context={context}
            preview={context.preview}
            canImport={snapshot.can({ type: 'import.confirm', intent: '' })}
            isUploading={isUploading}
            onFile={choose}
            onMode={(mode) => send({ type: 'mode.choose', mode })}
            onImport={() => send({ type: 'import.confirm', intent: newIntent() })}
            onCancel={() => send({ type: 'import.cancel' })}
          />
        )}
        {snapshot.matches('report') && context.report !== null && (
          <ReportStep
            context={context}
            report={context.report}
            isUndoing={snapshot.matches({ report: 'undoing' })}
            canUndo={canUndo}
            onUndo={() => send({ type: 'import.undo', intent: newIntent() })}
            onFailedRows={() => onFailedRows(files.get(context.file), context.country)}
            onSeeOrders={onSeeOrders}
            onFile={choose}
          />
        )}
        {snapshot.matches('failed') && context.failure !== null && (
          <FailedStep
            failure={context.failure}
            fileName={context.file?.name ?? ''}
            onRetry={() => send({ type: 'import.retry' })}
            onFile={choose}
            onTemplate={() => onTemplate(context.country)}
          />
        )}
      </Page>
    </div>
  )
}
