import { createInstance } from 'i18next'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { DateOfTime } from '../../../../src/ui/format/relative-time.tsx'

test('an instant that matters as a date is its day in the given zone, with the distance as title', async () => {
  const i18n = createInstance()
  await i18n.init({ lng: 'it', resources: {} })
  const value = new Date(Date.now() - 62 * 86_400_000)
  const shown = renderToStaticMarkup(
    createElement(
      I18nextProvider,
      { i18n } as Parameters<typeof I18nextProvider>[0],
      createElement(DateOfTime, { value, timeZone: 'Africa/Abidjan' }),
    ),
  )
  const day = new Intl.DateTimeFormat('it', { dateStyle: 'medium', timeZone: 'Africa/Abidjan' }).format(value)
  expect(shown).toContain(`>${day}</time>`)
  expect(shown).toContain('title="2 mesi fa · ')
})
