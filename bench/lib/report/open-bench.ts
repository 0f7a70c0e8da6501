import { type Browser, chromium } from '@playwright/test'
import { openSite, type Site } from '../browser/site.ts'
import type { Bench } from './bench.ts'
import { installPackages } from './install-packages.ts'

const here = (folder: string) => new URL(`../../${folder}`, import.meta.url).pathname

export const openBench = (): Bench & { close: () => Promise<void> } => {
  let browser: Promise<Browser> | null = null
  let ours: Promise<Site> | null = null
  let peers: Promise<Site> | null = null
  const openPeers = (): Promise<Site> => {
    installPackages(here('.'))
    return openSite(here('peers'))
  }
  return {
    browser: () => {
      browser ??= chromium.launch({
        executablePath: process.env.CHROMIUM_PATH,
        args: ['--no-sandbox', '--enable-precise-memory-info', '--js-flags=--expose-gc'],
      })
      return browser
    },
    page: async (name) => {
      ours ??= openSite(here('.'))
      return (await ours).address(name)
    },
    peer: async (name) => {
      peers ??= openPeers()
      return (await peers).address(name)
    },
    say: (text) => console.error(text),
    close: async () => {
      await (await browser)?.close()
      for (const site of [await ours, await peers]) site?.close()
    },
  }
}
