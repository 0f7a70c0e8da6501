import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../../domain/core/languages.ts'
import type { MailTemplate } from '../../../server/db/schema.ts'
import { mailTemplates, mailTexts, renderMail } from '../../../server/mail/templates.ts'

const templates = Object.keys(mailTemplates) as MailTemplate[]
const link = 'https://waybill.example/auth/verify-email/a-token?x=1&y=2'

describe.each(languageCodes)('mails in %s', (language) => {
  it('have every text that French has, and none of their own', () => {
    expect(keysOf(mailTexts[language])).toEqual(keysOf(mailTexts.fr))
  })

  it.each(templates)('contain all of %s, as text and as HTML', (template) => {
    for (const hours of [null, 1, 48]) {
      const { subject, text, html } = renderMail({ template, language, name: 'Awa Koné', link, hours })
      expect(subject).toMatch(/^\S.{5,70}\S$/u)
      for (const part of [subject, text, html]) {
        expect(part).not.toMatch(/\{\{|\}\}|\b(undefined|null|NaN)\b/)
      }
      expect(text).toContain('Awa Koné')
      expect(text.split('\n')).toContain(link)
      expect(html).toContain(`<html lang="${language}">`)
      expect(html.match(/href="[^"]*"/g)).toEqual([
        'href="https://waybill.example/auth/verify-email/a-token?x=1&amp;y=2"',
        'href="https://waybill.example/auth/verify-email/a-token?x=1&amp;y=2"',
      ])
      // Nothing to fetch or run.
      expect(html).not.toMatch(/<(img|link|script|iframe|style|object)|url\(|\bsrc=|\bon\w+=/i)
    }
  })

  it('say how long a link works only where it does not work for ever', () => {
    const said = (hours: number | null) =>
      renderMail({ template: 'reset-password', language, name: 'Awa', link, hours }).text
    expect(said(48)).toMatch(/48\s\p{L}+/u)
    expect(said(1)).toMatch(/\b1\s\p{L}+/u)
    expect(said(1).split('\n').length - said(null).split('\n').length).toBe(2)
  })

  it('use no greeting with an empty name', () => {
    const { text } = renderMail({
      template: 'activated',
      language,
      name: 'http://evil.example',
      link,
      hours: null,
    })
    expect(text.split('\n')[0]).toBe(mailTexts[language].helloAnybody)
    expect(text).not.toContain('evil')
  })

  it('show markup in a name as what was typed', () => {
    const name = `<i onclick="x">O'Neil & Co`
    const { text, html } = renderMail({ template: 'activated', language, name, link, hours: null })
    expect(text).toContain(name)
    expect(html).toContain('&lt;i onclick=&quot;x&quot;&gt;O&#39;Neil &amp; Co')
    expect(html).not.toContain('<i ')
  })
})

it('are translated: no text is the same in two languages', () => {
  const texts = languageCodes.flatMap((language) => valuesOf(mailTexts[language]))
  // Templates with equal texts share them in all languages.
  const shared = languageCodes.length * (valuesOf(mailTexts.fr).length - new Set(valuesOf(mailTexts.fr)).size)
  expect(texts.length - new Set(texts).size).toBe(shared)
})

type Texts = { [key: string]: string | Texts }

function keysOf(texts: Texts, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? `${prefix}${key}` : keysOf(text, `${prefix}${key}.`),
  )
}

function valuesOf(texts: Texts): string[] {
  return Object.values(texts).flatMap((text) => (typeof text === 'string' ? text : valuesOf(text)))
}
