import type { BrowserContext, Page } from '@playwright/test'
import { marksIn } from '../../support/markup/hostile-markup.ts'
import type { Guarantee } from '../../support/trust/guarantee.ts'

export type HostileEye = {
  /** Counts each hostile text on the page as one try and reports any effect that one had. */
  look: (page: Page, where: string) => Promise<void>
  /** The marks of all texts that were shown anywhere so far. */
  seen: Set<string>
}

/** Watches every page of this context for dialogs, CSP violations and the canary. */
export const watchHostile = async (context: BrowserContext, guarantee: Guarantee): Promise<HostileEye> => {
  const watchDialogs = (page: Page) =>
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') guarantee.broke(`a dialog on ${page.url()}: ${dialog.message()}`)
      void dialog.accept().catch(() => undefined)
    })
  for (const page of context.pages()) watchDialogs(page)
  context.on('page', watchDialogs)
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
      for (const effect of found.effects) guarantee.broke(`${where}: ${effect}`)
      const marks = marksIn(found.shown)
      for (const mark of marks) seen.add(mark)
      guarantee.tried(Math.max(1, marks.length))
    },
  }
}

/** Runs in the page: all shown and announced texts, and effects of texts that were interpreted as markup. */
const readPlace = (): { shown: string; effects: string[] } => {
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
  const effects = [...document.querySelectorAll(unwanted)].map(({ outerHTML }) => outerHTML.slice(0, 120))
  const handlers = [...document.querySelectorAll('*')].filter(({ attributes }) =>
    [...attributes].some(({ name }) => name.startsWith('on')),
  )
  effects.push(...handlers.map(({ outerHTML }) => outerHTML.slice(0, 120)))
  if ('struck' in window) effects.push('the canary was set')
  const reported = sessionStorage.getItem('violations')
  if (reported !== null) effects.push(`the policy reports ${reported}`)
  sessionStorage.removeItem('violations')
  return { shown: shown.join('\n'), effects: effects }
}
