import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { currencyFormat } from '../../../domain/lib/currency-format.ts'
import type { Fields } from '../../../domain/lib/field.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { isResourceName } from '../../../domain/resources.ts'
import type { Choices } from '../../form/form-model.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { describeLastChange } from '../changes/who-changed.ts'
import type { Stale } from './use-save.ts'

type Context = {
  fields: Fields
  choices: Choices
  country: CountryCode
}

/** Formats a field's value: amount, phone, day, choice. `named`: label of a reference. */
export const useValueWords = ({ fields, choices, country }: Context) => {
  const { t, i18n } = useTranslation('form')
  const words: Record<string, (value: unknown, name: string) => string> = {
    choice: (value, name) => choices[name]?.label?.(String(value)) ?? String(value),
    choices: (value, name) =>
      (value as readonly string[]).map((one) => choices[name]?.label?.(one) ?? one).join(', '),
    phone: (value) => formatPhone(String(value)),
    flag: (value) => t(value === true ? 'form:yes' : 'form:no'),
    money: (value) => {
      const { currency } = countries[country]
      return currencyFormat(localeOf(i18n.language), currency).format(Number(value))
    },
    integer: (value) => numberFormat(localeOf(i18n.language)).format(Number(value)),
    number: (value) =>
      numberFormat(localeOf(i18n.language), { maximumFractionDigits: 3 }).format(Number(value)),
    date: (value) =>
      new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'long', timeZone: 'UTC' }).format(
        Date.parse(String(value)),
      ),
  }
  return (name: string, value: unknown, named?: string): string => {
    if (value === null || value === undefined || value === '') return t('form:nothing')
    const kind = fields[name]?.kind ?? 'text'
    if (kind === 'reference') return named || t('form:unnamed')
    return words[kind]?.(value, name) ?? String(value)
  }
}

type MergeDialogProps = {
  resource: string
  fields: Fields
  stale: Stale
  choices: Choices
  onMerge: (merged: Record<string, unknown>) => void
  onCancel: () => void
}

/** The change that made the save stale, with its author and time; null while unknown or not to be read. */
const useLastChange = (resource: string, { id, number }: Record<string, unknown>): string | null => {
  const { api, country } = useWorkspace()
  const { t, i18n } = useTranslation('changes')
  const [words, setWords] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for a record; the words follow the language.
  useEffect(() => {
    let isShown = true
    if (isResourceName(resource) && typeof id === 'string' && typeof number === 'number') {
      const loadTexts = (namespaces: readonly string[]) => i18n.loadNamespaces([...namespaces])
      describeLastChange(
        { resource, id, number },
        { api, t, language: i18n.language, country, loadTexts },
      ).then(
        (said) => isShown && setWords(said),
        () => undefined,
      )
    }
    return () => {
      isShown = false
    }
  }, [resource, id, i18n.language])
  return words
}

/** Merges a stale save: user chooses own or saved value for fields changed by both. */
export const MergeDialog = ({ resource, fields, stale, choices, onMerge, onCancel }: MergeDialogProps) => {
  const { t } = useTranslation([resource, 'form'])
  const { wanted, words, base, current } = stale
  const conflicts = Object.keys(wanted).filter(
    (name) => current[name] !== base[name] && current[name] !== wanted[name],
  )
  const lastChange = useLastChange(resource, current)
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const merged = Object.fromEntries(Object.entries(wanted).filter(([name]) => !taken.has(name)))
  const wordsOf = useValueWords({ fields, choices, country: current.country as CountryCode })
  // Label of a reference field: `product` -> `productName`.
  const nameOf = (record: Record<string, unknown>, name: string) =>
    record[`${name}Name`] as string | undefined
  const mine = (name: string) => wordsOf(name, wanted[name], words[name] ?? nameOf(base, name))
  const theirs = (name: string) => wordsOf(name, current[name], nameOf(current, name))
  const toggle = (name: string, isTheirs: boolean) => {
    const next = new Set(taken)
    if (isTheirs) next.add(name)
    else next.delete(name)
    setTaken(next)
  }
  // A radio button does nothing with Enter, which presses the main button of every dialog.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) onMerge(merged)
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={onCancel}
      title={t('form:stale')}
      description={[t('form:staleDetail'), lastChange].filter(Boolean).join(' ')}
      footer={
        <>
          <Button variant="ghost" keys="Escape" onClick={onCancel}>
            {t('form:cancel')}
          </Button>
          <Button variant="primary" keys="Enter" onClick={() => onMerge(merged)}>
            {t('form:merge')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of its radio buttons. */}
      <div className="flex flex-col gap-3" onKeyDown={onKeyDown}>
        {(conflicts.length > 0 ? conflicts : Object.keys(wanted)).map((name) => (
          <fieldset key={name} className="rounded-md border border-line p-3">
            <legend className="px-1 text-sm font-medium">{t(`${resource}:fields.${name}`)}</legend>
            {[false, true].map((isTheirs) => (
              <label key={String(isTheirs)} className="flex min-h-8 items-center gap-2">
                <input
                  type="radio"
                  name={name}
                  checked={taken.has(name) === isTheirs}
                  onChange={() => toggle(name, isTheirs)}
                  className="accent-accent"
                />
                <span className="w-24 shrink-0 text-sm text-ink-muted">
                  {t(isTheirs ? 'form:theirs' : 'form:mine')}
                </span>
                <span className="min-w-0 break-words">{isTheirs ? theirs(name) : mine(name)}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </Dialog>
  )
}
