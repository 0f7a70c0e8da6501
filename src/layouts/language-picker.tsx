import { useTranslation } from 'react-i18next'
import { languageCodes, languages } from '../../domain/core/languages.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { BarButton } from './bar-button.tsx'

type LanguagePickerProps = {
  /** Languages with their own names. */
  languages: readonly { code: string; name: string }[]
  value: string
  onChange: (code: string) => void
}

export const LanguagePicker = ({ languages, value, onChange }: LanguagePickerProps) => {
  const { t } = useTranslation('shell')
  const current = languages.find((language) => language.code === value)
  return (
    <Menu
      label={t('language.choose')}
      placement="bottom-end"
      trigger={
        <BarButton aria-label={t('language.current', { name: current ? `${value} ${current.name}` : value })}>
          <Icon name="languages" size={16} />
          <span className="hidden font-medium uppercase sm:inline">{value}</span>
        </BarButton>
      }
      items={languages.map((language) => ({
        id: language.code,
        label: language.name,
        checked: language.code === value,
        onSelect: () => onChange(language.code),
      }))}
    />
  )
}

/** Languages with their own names. */
export const languageChoices = languageCodes.map((code) => ({ code, name: languages[code].name }))

/** Language picker of public screens. */
export const LanguagesMenu = ({ change }: { change: (code: string) => void }) => {
  const { i18n } = useTranslation()
  return <LanguagePicker languages={languageChoices} value={i18n.language} onChange={change} />
}
