import type { Atom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Failure, toFailure } from '../../../machines/failure.ts'
import type { AskedForm } from '../../commands/command-ports.ts'
import { RecordForm } from '../../form/record-form.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

/** The form requested by a command. */
export const FormDialog = ({ form }: { form: Atom<AskedForm | null> }) => {
  const asked = useAtom(form)
  return asked === null ? null : <OpenForm asked={asked} onClose={() => form.set(null)} />
}

const OpenForm = ({ asked, onClose }: { asked: AskedForm; onClose: () => void }) => {
  const { t } = useTranslation([asked.resource, 'form', 'errors'])
  const [isPending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const save = async (values: Record<string, unknown>) => {
    setPending(true)
    setFailure(null)
    try {
      await asked.save(values)
      onClose()
    } catch (error) {
      setFailure(toFailure(error))
      setPending(false)
    }
  }
  return (
    <Dialog open title={t(asked.titleKey, asked.values)} onOpenChange={onClose}>
      <RecordForm
        resource={asked.resource}
        fields={asked.fields}
        initial={asked.initial ?? nothing}
        country={asked.country}
        choices={nothing}
        problems={failure?.errors ?? noProblems}
        pending={isPending}
        submitLabel={t('form:save')}
        onSubmit={save}
        onCancel={onClose}
        notice={
          failure !== null && failure.errors.length === 0 ? (
            <Banner tone="danger">{t(`errors:${failure.code}`)}</Banner>
          ) : null
        }
      />
    </Dialog>
  )
}

const nothing = {}
const noProblems: [] = []
