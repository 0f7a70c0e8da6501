import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayShare, mostViews, viewFields } from '../../../domain/views/view.ts'
import { codeOf } from '../../../machines/failure.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { Dialog, FormActions } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { ViewDialogState } from './use-list-views.ts'

type ViewDialogProps = {
  dialog: NonNullable<ViewDialogState>
  isNameTaken: (name: string) => boolean
  onSubmit: (input: { name: string; isShared: boolean }) => Promise<void>
  onClose: () => void
}

/** Asks for a view's name and, for a new one, whether it is shared. */
export const ViewDialog = ({ dialog, isNameTaken, onSubmit, onClose }: ViewDialogProps) => {
  const { t } = useTranslation(['views', 'errors'])
  const { user } = useWorkspace()
  const [name, setName] = useState(dialog.name)
  const [isShared, setShared] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const formId = useId()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    const found = name.trim() === '' ? 'REQUIRED' : isNameTaken(name) ? 'VIEW_NAME_TAKEN' : null
    if (found !== null) {
      setProblem(found)
      return
    }
    setSaving(true)
    try {
      await onSubmit({ name: name.trim(), isShared })
      onClose()
    } catch (error) {
      setProblem(codeOf(error))
      setSaving(false)
    }
  }
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={onClose}
      title={t(dialog.act === 'save' ? 'views:save' : 'views:rename')}
      description={dialog.act === 'save' ? t('views:saveLead') : undefined}
      footer={
        <FormActions form={formId} pending={isSaving} onCancel={onClose}>
          {t('views:submit')}
        </FormActions>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          required
          label={t('views:name')}
          error={problem && t(`errors:${problem}`, { count: mostViews })}
        >
          <TextInput
            value={name}
            maxLength={viewFields.name.max}
            onChange={(event) => {
              setName(event.target.value)
              setProblem(null)
            }}
          />
        </Field>
        {dialog.act === 'save' && mayShare(user.role) && (
          <Checkbox checked={isShared} onCheckedChange={setShared}>
            {t('views:sharedField')}
          </Checkbox>
        )}
      </form>
    </Dialog>
  )
}
