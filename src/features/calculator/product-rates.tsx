import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProductRates } from '../../../domain/analytics/analytics.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { ReferenceControl } from '../../form/reference-control.tsx'
import { searchOptions } from '../../resources/reference-options.ts'
import { Field } from '../../ui/fields/field.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { asPercent, type CalculatorDraft } from './calculator-draft.ts'

type Note = { count: number; isWhole: boolean } | { problem: string } | null

/** Fills in what a product has really done; what is not known of it yet stays as it was typed. */
export const ProductRatesField = ({ onFill }: { onFill: (change: Partial<CalculatorDraft>) => void }) => {
  const { t } = useTranslation(['calculator', 'errors'])
  const { api, country } = useWorkspace()
  const [note, setNote] = useState<Note>(null)
  const request = useRef<AbortController>(null)
  const choice = useMemo(() => ({ chosen: null, search: searchOptions(api, 'products') }), [api])

  const fill = (product: string) => {
    request.current?.abort()
    setNote(null)
    if (product === '') return
    request.current = new AbortController()
    const { signal } = request.current
    api.analytics.productRates(product, { signal }).then(
      (rates) => {
        onFill(draftOf(rates))
        const isWhole = rates.confirmationRate !== null && rates.deliveryRate !== null
        setNote({ count: rates.orders, isWhole })
      },
      (error: unknown) => {
        if (!signal.aborted) setNote({ problem: error instanceof ApiProblem ? error.code : 'INTERNAL' })
      },
    )
  }

  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label={t('calculator:product')}
        error={note && 'problem' in note ? t(`errors:${note.problem}`) : undefined}
      >
        <ReferenceControl choice={choice} country={country} onChange={fill} />
      </Field>
      <p role="status" className="text-xs text-ink-muted">
        {note && 'count' in note
          ? t(note.isWhole ? 'calculator:filled' : 'calculator:filledInPart', { count: note.count })
          : t('calculator:productHint')}
      </p>
    </div>
  )
}

const draftOf = (rates: ProductRates): Partial<CalculatorDraft> => ({
  price: String(rates.price),
  deliveryFee: String(rates.deliveryFee),
  returnFee: String(rates.returnFee),
  ...(rates.confirmationRate === null ? {} : { confirmationRate: asPercent(rates.confirmationRate) }),
  ...(rates.deliveryRate === null ? {} : { deliveryRate: asPercent(rates.deliveryRate) }),
})
