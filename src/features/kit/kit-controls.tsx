import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countryCodes } from '../../../domain/core/countries.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import type { ComboboxOption } from '../../ui/fields/combobox-option.ts'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea, TextInput } from '../../ui/fields/text-input.tsx'
import { Tooltip } from '../../ui/floating/tooltip.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { KitGrid, KitRow, KitSection } from './kit-section.tsx'

export const ButtonsSection = () => {
  const { t } = useTranslation('kit')
  return (
    <KitSection name="buttons">
      <KitRow>
        {variants.map((variant) => (
          <Button key={variant} variant={variant} keys={variant === 'primary' ? 'Enter' : undefined}>
            {t(`kit:buttons.${variant}`)}
          </Button>
        ))}
      </KitRow>
      <KitRow>
        <Button icon="plus" keys="n">
          {t('kit:buttons.icon')}
        </Button>
        <Button pending>{t('kit:buttons.pending')}</Button>
        <Button disabled>{t('kit:buttons.disabled')}</Button>
        <Button whyNot={t('kit:buttons.why')}>{t('kit:buttons.refused')}</Button>
      </KitRow>
      <KitRow>
        {sizes.map((size) => (
          <Button key={size} size={size}>
            {t(`kit:buttons.${size}`)}
          </Button>
        ))}
        {sizes.map((size) => (
          <IconButton key={size} size={size} icon="printer" label={t(`kit:buttons.${size}`)} keys="p" />
        ))}
      </KitRow>
    </KitSection>
  )
}

const variants = ['primary', 'secondary', 'ghost', 'danger', 'dangerOutline'] as const
const sizes = ['sm', 'md', 'lg'] as const

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

export const ChoicesSection = () => {
  const { t } = useTranslation('kit')
  const [isTicked, setTicked] = useState(true)
  const [chosen, setChosen] = useState<(typeof values)[number]>('first')
  const options = values.map((value) => ({ value, label: t(`kit:choices.${value}`) }))
  return (
    <KitSection name="choices">
      <KitRow>
        <Checkbox checked={isTicked} onCheckedChange={setTicked}>
          {t('kit:choices.tick')}
        </Checkbox>
        <Checkbox checked="mixed" onCheckedChange={setTicked}>
          {t('kit:choices.mixed')}
        </Checkbox>
        <Checkbox checked disabled onCheckedChange={setTicked}>
          {t('kit:choices.disabled')}
        </Checkbox>
      </KitRow>
      <KitGrid>
        <RadioGroup
          label={t('kit:choices.group')}
          hint={t('kit:choices.hint')}
          options={options}
          value={chosen}
          onValueChange={setChosen}
        />
        <RadioGroup
          disabled
          label={t('kit:choices.disabled')}
          options={options}
          value={chosen}
          onValueChange={setChosen}
        />
      </KitGrid>
    </KitSection>
  )
}

const values = ['first', 'second', 'third'] as const

export const LayersSection = () => {
  const { t } = useTranslation('kit')
  const [open, setOpen] = useState<'dialog' | 'question' | null>(null)
  const [chosen, setChosen] = useState<(typeof choices)[number]>('first')
  const close = () => setOpen(null)
  return (
    <KitSection name="layers">
      <KitRow>
        <Menu
          label={t('kit:layers.menu')}
          trigger={<Button icon="chevron-down">{t('kit:layers.menu')}</Button>}
          items={[
            { id: 'heading', heading: t('kit:layers.heading') },
            ...choices.map((choice) => ({
              id: choice,
              label: t(`kit:choices.${choice}`),
              checked: choice === chosen,
              onSelect: () => setChosen(choice),
            })),
            { id: 'line', separator: true },
            { id: 'print', label: t('kit:layers.print'), icon: 'printer', keys: 'p', onSelect: close },
            {
              id: 'refused',
              label: t('kit:buttons.refused'),
              icon: 'lock',
              whyNot: t('kit:buttons.why'),
              onSelect: close,
            },
            { id: 'delete', label: t('kit:buttons.danger'), icon: 'trash', danger: true, onSelect: close },
          ]}
        />
        <Button onClick={() => setOpen('dialog')}>{t('kit:layers.dialog')}</Button>
        <Button onClick={() => setOpen('question')}>{t('kit:layers.question')}</Button>
        <Tooltip text={t('kit:layers.tip')} keys="Mod+k">
          <Button>{t('kit:layers.tooltip')}</Button>
        </Tooltip>
      </KitRow>
      <Dialog
        open={open !== null}
        role={open === 'question' ? 'alertdialog' : 'dialog'}
        onOpenChange={close}
        title={t('kit:layers.title')}
        description={t('kit:layers.detail')}
        footer={
          <>
            <Button variant="ghost" keys="Escape" onClick={close}>
              {t('kit:buttons.ghost')}
            </Button>
            <Button variant={open === 'question' ? 'danger' : 'primary'} keys="Enter" onClick={close}>
              {t(open === 'question' ? 'kit:buttons.danger' : 'kit:buttons.primary')}
            </Button>
          </>
        }
      />
    </KitSection>
  )
}

const choices = ['first', 'second'] as const
