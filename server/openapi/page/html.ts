import { escapeMarkup } from '../../escape-markup.ts'

/** Markup that is safe to send: whatever was put into it has been escaped. */
export type Html = { readonly html: string }
type Part = Html | string | number | null | false | undefined | readonly Part[]

/** Markup with values in it: texts are escaped, markup stays, lists are joined, nothing is left out. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: texts.map((text, at) => (at === 0 ? text : render(parts[at - 1]) + text)).join(''),
})

const render = (part: Part): string => {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeMarkup(String(part))
  return isHtml(part) ? part.html : part.map(render).join('')
}

const isHtml = (part: Html | readonly Part[]): part is Html => 'html' in part

/** A sentence with `code` between backticks. */
export const prose = (text: string): Html =>
  html`${text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`

export const joined = (parts: readonly Html[], between: Html): Html =>
  html`${parts.map((part, at) => (at === 0 ? part : html`${between}${part}`))}`
