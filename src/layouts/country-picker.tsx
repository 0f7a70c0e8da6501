import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/icons/icon.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { Tooltip } from '../ui/overlay/tooltip.tsx'
import { BarButton } from './bar-button.tsx'

export type CountryOption = { code: string; iso: string; name: string; currency?: string }

export type CountryPickerProps = {
  countries: readonly CountryOption[]
  value: string
  onChange: (code: string) => void
  /** Why it cannot be changed: some roles work in their own country only. */
  whyNot?: string | null
}

/** The country that everything on screen belongs to. Its letters, not its flag: flags are not drawn everywhere. */
export const CountryPicker = ({ countries, value, onChange, whyNot }: CountryPickerProps) => {
  const { t } = useTranslation('shell')
  const current = countries.find((country) => country.code === value)
  // Whoever speaks what they see on the button must be heard: the letters are a part of its name.
  const label = t('country.current', { name: current ? `${current.iso} ${current.name}` : value })
  const face = (
    <>
      <span className="rounded-sm border border-line-strong px-1 text-2xs leading-4 font-semibold text-ink">
        {current?.iso ?? value}
      </span>{' '}
      <span className="hidden max-w-32 truncate desk:inline">{current?.name}</span>
    </>
  )
  if (whyNot) {
    return (
      <Tooltip text={whyNot}>
        <BarButton aria-disabled aria-label={label}>
          {face}
          <Icon name="lock" size={12} />
        </BarButton>
      </Tooltip>
    )
  }
  return (
    <Menu
      label={t('country.choose')}
      placement="bottom-end"
      trigger={
        <BarButton aria-label={label}>
          {face}
          <Icon name="chevron-down" size={12} />
        </BarButton>
      }
      items={countries.map((country) => ({
        id: country.code,
        label: country.name,
        detail: country.currency ? `${country.iso} · ${country.currency}` : country.iso,
        checked: country.code === value,
        onSelect: () => onChange(country.code),
      }))}
    />
  )
}
