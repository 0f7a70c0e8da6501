import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fields } from '../../../domain/lib/field.ts'
import type { Choices } from '../../form/choices.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Stale } from './use-save.ts'

type MergeDialogProps = {
  resource: string
  fields: Fields
  stale: Stale
  choices: Choices
  onMerge: (merged: Record<string, unknown>) => void
  onCancel: () => void
}

/** Somebody else saved first: field by field, mine or theirs. What only one of the two touched needs no question. */
export const MergeDialog = ({ resource, fields, stale, choices, onMerge, onCancel }: MergeDialogProps) => {
  const { t } = useTranslation([resource, 'form'])
  const { wanted, base, current } = stale
  const conflicts = Object.keys(wanted).filter(
    (name) => current[name] !== base[name] && current[name] !== wanted[name],
  )
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const merged = Object.fromEntries(Object.entries(wanted).filter(([name]) => !theirs.has(name)))
  const wordOf = (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '—'
    return fields[name]?.kind === 'choice'
      ? (choices[name]?.label?.(String(value)) ?? String(value))
      : String(value)
  }
  const toggle = (name: string, isTheirs: boolean) => {
    const next = new Set(theirs)
    if (isTheirs) next.add(name)
    else next.delete(name)
    setTheirs(next)
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onCancel}
      title={t('form:stale')}
      description={t('form:staleDetail')}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={onCancel}>
            {t('form:cancel')}
          </Button>
          <Button variant="primary" onClick={() => onMerge(merged)}>
            {t('form:merge')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {(conflicts.length > 0 ? conflicts : Object.keys(wanted)).map((name) => (
          <fieldset key={name} className="rounded-md border border-line p-3">
            <legend className="px-1 text-sm font-medium">{t(`${resource}:fields.${name}`)}</legend>
            {[false, true].map((isTheirs) => (
              <label key={String(isTheirs)} className="flex min-h-8 items-center gap-2">
                <input
                  type="radio"
                  name={name}
                  checked={theirs.has(name) === isTheirs}
                  onChange={() => toggle(name, isTheirs)}
                  className="accent-accent"
                />
                <span className="w-24 shrink-0 text-sm text-ink-muted">
                  {t(isTheirs ? 'form:theirs' : 'form:mine')}
                </span>
                <span className="min-w-0 truncate">
                  {wordOf(name, isTheirs ? current[name] : wanted[name])}
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </Dialog>
  )
}
