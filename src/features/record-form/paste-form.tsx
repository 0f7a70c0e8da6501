import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { codeOf, type Failure } from '../../../machines/failure.ts'
import { Page } from '../../layouts/page.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Announcer } from '../../ui/feedback/status.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextArea } from '../../ui/fields/text-input.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useFormKeys } from './use-form-keys.ts'

type PasteFormProps = {
  /** Whose list it leads back to. */
  resource: 'advertising' | 'tariffs'
  title: string
  label: string
  hint: string
  text: string
  onText: (text: string) => void
  /** Further fields beside the text. */
  beside?: ReactNode
  /** Whether what was read can be written. */
  isReady: boolean
  /** Words of the button. */
  save: string
  /** Writes it as one batch. */
  write: () => Promise<{ batchId: string | null }>
  /** Toast of the number of records written. */
  done: { titleKey: string; count: number }
  /** What was read of the text, with why it could not be written. */
  children: (problem: Failure['code'] | null) => ReactNode
}

/** Rows pasted from a spreadsheet, read while they are typed, then written by `Enter` as one batch with an undo. */
export const PasteForm = (props: PasteFormProps) => {
  const { resource, title, label, hint, text, onText, beside, isReady, save, write, done, children } = props
  const { t } = useTranslation('form')
  const { ports } = useWorkspace()
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<Failure['code'] | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isPasted = useRef(false)
  const leave = useFormKeys(form, resource)
  // After a paste `Enter` writes what has been read.
  useEffect(() => {
    if (!isReady || !isPasted.current) return
    isPasted.current = false
    button.current?.focus()
  }, [isReady])
  const apply = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isPending) return
    setPending(true)
    setProblem(null)
    try {
      const { batchId } = await write()
      ports.notify({
        tone: 'success',
        titleKey: done.titleKey,
        values: { count: done.count },
        action: batchId === null ? undefined : ports.offerUndo(batchId),
      })
      ports.navigate(paths.list(resource))
    } catch (error) {
      setProblem(codeOf(error))
      setPending(false)
    }
  }
  return (
    <Announcer>
      <Page title={title}>
        <form ref={form} onSubmit={apply} noValidate className="flex flex-col gap-4 pb-6">
          <div
            className={cx(
              beside !== undefined && 'grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_16rem]',
            )}
          >
            <Field label={label} hint={hint}>
              <TextArea
                autoFocus
                dir="auto"
                rows={6}
                className="figures font-mono"
                value={text}
                onPaste={() => {
                  isPasted.current = true
                }}
                onChange={(event) => onText(event.target.value)}
              />
            </Field>
            {beside}
          </div>
          {children(problem)}
          <div className="flex flex-wrap gap-2">
            <Button
              ref={button}
              type="submit"
              variant="primary"
              size="lg"
              icon="check"
              keys="Enter"
              pending={isPending}
              disabled={!isReady}
            >
              {save}
            </Button>
            <Button variant="ghost" size="lg" keys="Escape" onClick={leave}>
              {t('cancel')}
            </Button>
          </div>
        </form>
      </Page>
    </Announcer>
  )
}
