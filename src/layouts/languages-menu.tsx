import { useTranslation } from 'react-i18next'
import { languageCodes, languages } from '../../domain/languages.ts'
import { LanguagePicker } from './language-picker.tsx'

/** Each language named in itself. */
export const languageChoices = languageCodes.map((code) => ({ code, name: languages[code].name }))

/** The language picker of public screens: nobody has to sign in to be able to read. */
export const LanguagesMenu = ({ change }: { change: (code: string) => void }) => {
  const { i18n } = useTranslation()
  return <LanguagePicker languages={languageChoices} value={i18n.language} onChange={change} />
}
