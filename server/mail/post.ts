import type { LanguageCode } from '../../domain/languages.ts'
import type { RenderedMail } from './render-mail.ts'

/** A mail on its way out. `link` stands in its text and HTML already. */
export type Letter = RenderedMail & {
  id: string
  to: string
  language: LanguageCode
  link: string
  at: Date
}

/** Who carries letters away. */
export type Post = {
  /** Resolves once somebody else answers for the letter. @throws whatever went wrong: it may be tried again */
  deliver: (letter: Letter, signal: AbortSignal) => Promise<void>
}

export type Sender = { name: string; address: string }

/** A letter as nodemailer takes it. The id stays the same at every try, so that a mail program shows one of two. */
export const toMessage = (letter: Letter, from: Sender) => ({
  from,
  to: { name: '', address: letter.to },
  subject: letter.subject,
  text: letter.text,
  html: letter.html,
  date: letter.at,
  messageId: `<${letter.id}@${from.address.split('@')[1]}>`,
  headers: {
    'Content-Language': letter.language,
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  },
  xMailer: false as const,
  disableFileAccess: true,
  disableUrlAccess: true,
})
