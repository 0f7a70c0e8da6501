import { useTranslation } from 'react-i18next'
import type { Code } from '../../../domain/codes.ts'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { type CalculatorDraft, type InputName, inputKinds } from './calculator-draft.ts'

type CalculatorFormProps = {
  draft: CalculatorDraft
  problems: Partial<Record<InputName, Code>>
  currency: string
  onChange: (change: Partial<CalculatorDraft>) => void
}

const groups = [
  { id: 'campaign', inputs: ['leads', 'costPerLead'] },
  { id: 'product', inputs: ['price', 'unitCost', 'freight'] },
  { id: 'rates', inputs: ['confirmationRate', 'deliveryRate'] },
  { id: 'fees', inputs: ['deliveryFee', 'returnFee', 'confirmationFee', 'packaging', 'cashFeeRate'] },
] as const satisfies readonly { id: string; inputs: readonly InputName[] }[]

/** Everything that a calculation takes; wrong boxes say so themselves, the rest goes on. */
export const CalculatorForm = ({ draft, problems, currency, onChange }: CalculatorFormProps) => {
  const { t } = useTranslation(['calculator', 'errors'])
  const units = { count: undefined, money: currency, percent: '%' } as const
  return (
    <form className="flex flex-col gap-5" onSubmit={(event) => event.preventDefault()}>
      {groups.map(({ id, inputs }) => (
        <fieldset key={id} className="flex flex-col gap-3">
          <legend className="mb-2 text-sm font-semibold text-ink-muted">
            {t(`calculator:groups.${id}`)}
          </legend>
          <div className="grid grid-cols-2 items-start gap-x-3 gap-y-3">
            {inputs.map((name) => {
              const code = problems[name]
              return (
                <Field
                  key={name}
                  label={t(`calculator:inputs.${name}`)}
                  // An empty box is no mistake yet.
                  hint={code === 'REQUIRED' ? t('errors:REQUIRED') : undefined}
                  error={code !== undefined && code !== 'REQUIRED' ? t(`errors:${code}`) : undefined}
                >
                  <TextInput
                    numeric
                    inputMode="decimal"
                    value={draft[name]}
                    trailing={units[inputKinds[name]]}
                    onFocus={(event) => event.target.select()}
                    onChange={(event) => onChange({ [name]: event.target.value })}
                  />
                </Field>
              )
            })}
          </div>
        </fieldset>
      ))}
    </form>
  )
}
