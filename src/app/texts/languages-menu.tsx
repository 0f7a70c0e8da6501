import { useTranslation } from 'react-i18next'
import { LanguagePicker } from '../../layouts/language-picker.tsx'
import { languageChoices } from './speak.ts'

/** The language picker for whoever is not at the console: nobody should have to log in to be able to read. */
export const LanguagesMenu = ({ change }: { change: (code: string) => void }) => {
  const { i18n } = useTranslation()
  return <LanguagePicker languages={languageChoices} value={i18n.language} onChange={change} />
}
