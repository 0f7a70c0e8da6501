import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import type { KeyBinding } from '../../../../machines/keys/key-binding.ts'
import { readTexts } from '../../../../scripts/lib/read-texts.mjs'

/** The page's interface for tests, under `window.typing`. */
export type TypingPage = {
  bindings: readonly KeyBinding[]
  /** The dispatched commands, in order. */
  fired: string[]
  setFlags: (flags: readonly string[]) => void
  /** The dialog over it. */
  setIsOpen: (isOpen: boolean) => void
}

/** Opens a page with the console's keyboard handling, built from the sources; commands are recorded, not run. `hint`: delay in
 * milliseconds before it lists the possible next keys. */
export const openTypingPage = async (page: Page, { hint = 400 } = {}) => {
  built ??= buildPage()
  const script = (await built).replaceAll('</script', '<\\/script')
  const html = `<!doctype html><html lang="fr"><title>Touches</title><div id="page"></div><script type="module">${script}</script></html>`
  await page.route('**/touches?*', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  )
  await page.goto(`http://touches.test/touches?hint=${hint}`)
  await page.getByRole('main').waitFor({ state: 'attached' })
  return {
    bindings: () => page.evaluate(() => window.typing.bindings),
    /** The commands dispatched since the last call. */
    takeFired: () => page.evaluate(() => window.typing.fired.splice(0)),
    /** Sets the page's context flags and waits until they apply. */
    holdFlags: async (flags: readonly string[]) => {
      await page.evaluate((next) => window.typing.setFlags(next), flags)
      await page.getByRole('main', { name: flags.join(' '), exact: true }).waitFor({ state: 'attached' })
    },
    openDialog: () => page.evaluate(() => window.typing.setIsOpen(true)),
  }
}

let built: Promise<string> | undefined
const buildPage = async (): Promise<string> => {
  const { commands, common, keyboard } = readTexts('fr')
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./page.tsx', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'chrome120',
    jsx: 'automatic',
    define: {
      'process.env.NODE_ENV': '"production"',
      FRENCH: JSON.stringify({ commands, common, keyboard }),
    },
    loader: { '.css': 'empty' },
    logLevel: 'error',
  })
  return outputFiles.map(({ text }) => text).join('')
}

declare global {
  interface Window {
    typing: TypingPage
  }
}
