import { useTranslation } from 'react-i18next'
import { i18n } from '../../i18n/i18n.ts'
import { Page } from '../../layouts/page.tsx'
import { ButtonsSection, ChoicesSection, FieldsSection, LayersSection } from './kit-controls.tsx'
import { MessagesSection, StatesSection, TableSection } from './kit-feedback.tsx'
import { kitSections } from './kit-section.tsx'
import { BadgesSection, ColoursSection, FiguresSection, KeysSection, TextSection } from './kit-tokens.tsx'

/** In all languages, because the console's text bundles do not include them. */
const texts = import.meta.glob<Record<string, unknown>>('../../../locales/*/kit.json', {
  eager: true,
  import: 'default',
})
for (const [file, text] of Object.entries(texts)) i18n.addResourceBundle(file.split('/').at(-2)!, 'kit', text)

/** Catalogue of UI components in all states; nothing here has an effect. */
const KitScreen = () => {
  const { t } = useTranslation('kit')
  return (
    <Page title={t('title')}>
      <p className="max-w-160 text-ink-muted">{t('lead')}</p>
      <nav aria-label={t('index')} className="my-5">
        <ul className="flex flex-wrap gap-2">
          {kitSections.map((name) => (
            <li key={name}>
              <a
                href={`#${name}`}
                className="inline-flex min-h-7 items-center rounded-md border border-line-strong bg-raised px-2 text-sm hover:bg-hover pointer-coarse:min-h-11"
              >
                {t(`sections.${name}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ColoursSection />
      <TextSection />
      <ButtonsSection />
      <FieldsSection />
      <ChoicesSection />
      <BadgesSection />
      <LayersSection />
      <MessagesSection />
      <StatesSection />
      <KeysSection />
      <FiguresSection />
      <TableSection />
    </Page>
  )
}

export default KitScreen
