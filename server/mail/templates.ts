import { paths } from '../../domain/access/paths.ts'
import { scopeOf } from '../../domain/access/permissions.ts'
import { type LanguageCode, languages } from '../../domain/core/languages.ts'
import { escapeMarkup } from '../../domain/lib/escape-markup.ts'
import { numberFormat } from '../../domain/lib/number-format.ts'
import { waitingSellersQuery } from '../../domain/users/user.ts'
import de from '../../locales/de/mail.json' with { type: 'json' }
import en from '../../locales/en/mail.json' with { type: 'json' }
import es from '../../locales/es/mail.json' with { type: 'json' }
import fr from '../../locales/fr/mail.json' with { type: 'json' }
import it from '../../locales/it/mail.json' with { type: 'json' }
import ru from '../../locales/ru/mail.json' with { type: 'json' }
import type { UserRow } from '../db/schema/users.ts'
import type { MailTemplate, TokenPurpose } from '../db/schema.ts'

type Rule = {
  /** Whether the mail is still wanted when sent. */
  isWanted: (user: UserRow) => boolean
} & (
  | { /** // A single-use link. */ purpose: TokenPurpose; path: (token: string) => string }
  | { purpose: null; path: () => string }
)

/** All mails: condition on sending, and link. */
export const mailTemplates: Record<MailTemplate, Rule> = {
  'verify-email': {
    isWanted: (user) => !user.isEmailVerified,
    purpose: 'verify-email',
    path: paths.verifyEmail,
  },
  'reset-password': { isWanted: () => true, purpose: 'reset-password', path: paths.passwordReset },
  'account-exists': { isWanted: () => true, purpose: null, path: () => paths.login() },
  'sellers-waiting': {
    isWanted: (user) => user.isActivated && user.role === 'admin',
    purpose: null,
    path: () => paths.list('users', waitingSellersQuery),
  },
  'webhook-off': {
    isWanted: (user) => user.isActivated && scopeOf(user, 'webhook.list') !== null,
    purpose: null,
    path: () => paths.list('webhooks', 'isActive:false'),
  },
  'passkey-added': { isWanted: () => true, purpose: null, path: () => paths.profile() },
  'passkey-removed': { isWanted: () => true, purpose: null, path: () => paths.profile() },
  'password-changed': { isWanted: () => true, purpose: null, path: () => paths.forgetPassword() },
  'second-factor-on': { isWanted: () => true, purpose: null, path: () => paths.profile() },
  'second-factor-off': { isWanted: () => true, purpose: null, path: () => paths.profile() },
  'recovery-codes-renewed': { isWanted: () => true, purpose: null, path: () => paths.profile() },
  'second-factor-reset': { isWanted: () => true, purpose: null, path: () => paths.login() },
  activated: { isWanted: (user) => user.isActivated, purpose: null, path: () => paths.login() },
}

export const mailTexts: Record<LanguageCode, typeof fr> = { fr, en, de, it, es, ru }

const longest = 60

/** Invisible characters and line breaks. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\s]+/gu

/** Text that mail programs turn into links: addresses, or words joined by a dot. */
const link = /[/@:\\]|[\p{L}\p{N}]\.[\p{L}\p{N}]/u

/**
 * A name for the salutation, on one line and not too long. Null for unsuitable ones: a person signing up somebody else could
 * place an advertisement in it.
 */
export const greetedName = (name: string): string | null => {
  const letters = [...name.replace(unseen, ' ').trim()]
  const short = letters.length > longest ? `${letters.slice(0, longest).join('').trim()}…` : letters.join('')
  return short === '' || link.test(short) ? null : short
}

export type MailContent = {
  template: MailTemplate
  language: LanguageCode
  /** As entered by the user. */
  name: string
  link: string
  /** Hours for which the link works; null for unlimited. */
  hours: number | null
}

export type RenderedMail = { subject: string; text: string; html: string }

/** Renders a mail as plain text and self-contained HTML. */
export const renderMail = ({ template, language, name, link, hours }: MailContent): RenderedMail => {
  const texts = mailTexts[language]
  const { subject, lead, action, note } = texts.templates[template]
  const greeted = greetedName(name)
  const hello = greeted === null ? texts.helloAnybody : fill(texts.hello, { name: greeted })
  const validFor = hours === null ? [] : [fill(texts.validFor, { duration: inHours(hours, language) })]
  return {
    subject,
    text: `${[hello, lead, `${action}\n${link}`, ...validFor, note, texts.footer].join('\n\n')}\n`,
    html: page(language, subject, [
      `<h1 style="${styles.title}">${escapeMarkup(subject)}</h1>`,
      paragraph(hello),
      paragraph(lead),
      `<p style="margin:24px 0"><a href="${escapeMarkup(link)}" style="${styles.button}">${escapeMarkup(action)}</a></p>`,
      `<p>${escapeMarkup(texts.linkHint)}<br><a href="${escapeMarkup(link)}" style="${styles.link}">${escapeMarkup(link)}</a></p>`,
      ...validFor.map(paragraph),
      paragraph(note),
      `<p style="${styles.footer}">${escapeMarkup(texts.footer)}</p>`,
    ]),
  }
}

/** Inline styles, since mail programs ignore style sheets. Contrast at least 7. */
const styles = {
  body: 'margin:0;padding:24px;background:#ffffff;color:#1c1917;font:16px/1.5 system-ui,sans-serif',
  column: 'max-width:560px;margin:0 auto',
  title: 'margin:0 0 16px;font-size:22px;line-height:1.3',
  button:
    'display:inline-block;padding:12px 24px;border-radius:8px;background:#1e40af;color:#ffffff;font-weight:600;text-decoration:none',
  link: 'color:#1e40af;word-break:break-all',
  footer: 'margin:32px 0 0;padding-top:16px;border-top:1px solid #d6d3d1;color:#44403c;font-size:14px',
}

const page = (language: LanguageCode, title: string, parts: readonly string[]): string =>
  [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeMarkup(title)}</title>`,
    '</head>',
    `<body style="${styles.body}">`,
    // Mail programs drop the `html` element with its language.
    `<div lang="${language}" dir="ltr" style="${styles.column}">`,
    ...parts,
    '</div>',
    '</body>',
    '</html>',
    '',
  ].join('\n')

const paragraph = (text: string): string => `<p>${escapeMarkup(text)}</p>`

const inHours = (hours: number, language: LanguageCode): string =>
  numberFormat(languages[language].locale, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'long',
  }).format(hours)

/** Single pass, so that inserted values are not expanded. */
const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
