import type { BrowserContext, Page } from '@playwright/test'
import { marksIn } from '../../support/markup/hostile-markup.ts'
import type { Guarantee } from '../../support/trust/guarantee.ts'

export type HostileEye = {
  /** Counts every hostile text that this place shows, as one try, and tells what any of them has done by now. */
  look: (page: Page, where: string) => Promise<void>
  /** The marks of all texts that were shown anywhere so far. */
  seen: Set<string>
}

/** Listens from now on, in every page of this context, for dialogs, reports of the policy and the canary. */
export const watchHostile = async (context: BrowserContext, guarantee: Guarantee): Promise<HostileEye> => {
  const hear = (page: Page) =>
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') guarantee.broke(`a dialog on ${page.url()}: ${dialog.message()}`)
      void dialog.accept().catch(() => undefined)
    })
  for (const page of context.pages()) hear(page)
  context.on('page', hear)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const reported = sessionStorage.getItem('violations') ?? ''
      sessionStorage.setItem('violations', `${reported}${violatedDirective} ${blockedURI}\n`)
    })
  })
  const seen = new Set<string>()
  return {
    seen,
    look: async (page, where) => {
      const found = await page.evaluate(readPlace)
      for (const struck of found.struck) guarantee.broke(`${where}: ${struck}`)
      const marks = marksIn(found.shown)
      for (const mark of marks) seen.add(mark)
      guarantee.tried(Math.max(1, marks.length))
    },
  }
}

/** Runs in the page: what is shown or said there, and whatever came of a text that is more than text. */
const readPlace = (): { shown: string; struck: string[] } => {
  const shown: string[] = [document.title, document.body.textContent ?? '']
  for (const element of document.querySelectorAll(
    'input, textarea, [title], [aria-label], [alt], [placeholder]',
  )) {
    if ('value' in element) shown.push(String(element.value))
    for (const name of ['title', 'aria-label', 'alt', 'placeholder'])
      shown.push(element.getAttribute(name) ?? '')
  }
  const unwanted =
    '[data-struck], iframe, object, embed, base, a[href^="javascript:" i], form[action], [srcdoc], main style, main script'
  const struck = [...document.querySelectorAll(unwanted)].map(({ outerHTML }) => outerHTML.slice(0, 120))
  const handlers = [...document.querySelectorAll('*')].filter(({ attributes }) =>
    [...attributes].some(({ name }) => name.startsWith('on')),
  )
  struck.push(...handlers.map(({ outerHTML }) => outerHTML.slice(0, 120)))
  if ('struck' in window) struck.push('the canary was set')
  const reported = sessionStorage.getItem('violations')
  if (reported !== null) struck.push(`the policy reports ${reported}`)
  sessionStorage.removeItem('violations')
  return { shown: shown.join('\n'), struck }
}
