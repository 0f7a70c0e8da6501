import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Search, useLookup } from '../../form/use-lookup.ts'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { findSellers } from './seller-choices.ts'
import { useSellerName } from './use-seller-name.ts'

type SellerPickerProps = { seller: string | null; onPick: (seller: string | null) => void }

const shown = 20

/** Looks a seller up as one types; none is all of them. */
export const SellerPicker = ({ seller, onPick }: SellerPickerProps) => {
  const { t } = useTranslation('dashboard')
  const { api, country, user } = useWorkspace()
  const [text, setText] = useState<string | null>(null)
  const name = useSellerName(seller)

  const search = useCallback<Search>(
    (typed, signal) => findSellers({ api, country, role: user.role, text: typed, limit: shown }, signal),
    [api, country, user.role],
  )
  const { options, isLoading } = useLookup(text, search)

  return (
    <Field label={t('seller')} hideLabel className="min-w-0 flex-1 sm:w-56">
      <Combobox
        value={seller === null ? null : { value: seller, label: name ?? '…' }}
        options={options}
        loading={isLoading}
        placeholder={t('everySeller')}
        onQueryChange={setText}
        onValueChange={(option) => onPick(option?.value ?? null)}
      />
    </Field>
  )
}
