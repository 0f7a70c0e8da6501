import { createInstance, type ResourceLanguage } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { type LanguageCode, languages } from '../../domain/core/languages.ts'
import { LoginScreen } from '../features/auth/login-screen.tsx'
import { LanguagesMenu } from '../layouts/language-picker.tsx'

/**
 * The login as HTML, for the build (scripts/lib/first-page.mjs): a first visit reads and types before any file has arrived.
 * take-over-login.ts hands over to the console.
 */
export const renderLogin = async (language: LanguageCode, texts: ResourceLanguage) => {
  const i18n = createInstance({
    lng: language,
    resources: { [language]: texts },
    interpolation: { escapeValue: false },
  })
  await i18n.init()
  const page = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <MemoryRouter>
        <LoginScreen
          demo={null}
          failure={null}
          wait="none"
          onSend={ignore}
          onCancel={ignore}
          language={<LanguagesMenu change={ignore} />}
        />
      </MemoryRouter>
    </I18nextProvider>,
  )
  // React puts the document's title before the markup.
  const [, title = '', rendered = page] = /^<title>(.*?)<\/title>(.*)$/s.exec(page) ?? []
  // index.html focuses the field itself; the browser warns of an attribute that comes after that.
  const markup = rendered.replaceAll(' autofocus=""', '')
  return { locale: languages[language].locale, title, markup, pending: i18n.t('auth:login.pending') }
}

const ignore = () => undefined
