import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countryCodes } from '../../../domain/countries.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { Combobox } from '../../ui/fields/combobox.tsx'
import type { ComboboxOption } from '../../ui/fields/combobox-option.ts'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { KitGrid, KitSection } from './kit-section.tsx'

/** What is typed into or chosen from, with its label, hint and error. */
export const FieldsSection = () => {
  const { t } = useTranslation(['kit', 'countries'])
  const countries = countryCodes.map((code) => ({ value: code, label: t(`countries:${code}`) }))
  const [country, setCountry] = useState(countries[0]?.value ?? 'ic')
  const [found, setFound] = useState<ComboboxOption | null>(null)
  const [query, setQuery] = useState('')
  const [day, setDay] = useState('')
  return (
    <KitSection name="fields">
      <KitGrid>
        <Field label={t('kit:fields.name')} hint={t('kit:fields.hint')} required>
          <TextInput placeholder={t('kit:fields.placeholder')} />
        </Field>
        <Field label={t('kit:fields.wrong')} error={t('kit:fields.error')}>
          <TextInput defaultValue="07 08 09" inputMode="tel" />
        </Field>
        <Field label={t('kit:fields.disabled')}>
          <TextInput disabled defaultValue={t('kit:text.sample')} />
        </Field>
        <Field label={t('kit:fields.search')}>
          <TextInput icon="search" />
        </Field>
        <Field label={t('kit:fields.amount')}>
          <TextInput numeric trailing="XOF" defaultValue="12500" />
        </Field>
        <Field label={t('kit:fields.select')}>
          <Select value={country} onValueChange={setCountry} options={countries} />
        </Field>
        <Field label={t('kit:fields.combobox')}>
          <Combobox
            value={found}
            onValueChange={setFound}
            onQueryChange={setQuery}
            options={countries.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))}
          />
        </Field>
        <Field label={t('kit:fields.day')}>
          <DateInput value={day} today={dayOf(new Date(), 'UTC')} onValueChange={setDay} />
        </Field>
        <Field label={t('kit:fields.notes')}>
          <TextArea defaultValue={t('kit:text.sample')} />
        </Field>
      </KitGrid>
    </KitSection>
  )
}
