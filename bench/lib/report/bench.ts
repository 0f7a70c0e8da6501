import type { Browser } from '@playwright/test'
import type { Figure } from './figure.ts'

/** What a line is measured with. Whatever it opens it closes; what is made here lives until the run ends. */
export type Bench = {
  /** One Chromium for the whole run, started when it is first asked for. */
  readonly browser: () => Promise<Browser>
  /** The address of `pages/<name>/`, built for production: ours, and floors in bare React. */
  readonly page: (name: string) => Promise<string>
  /** The address of `peers/pages/<name>/`, built for production with the peers' own packages. */
  readonly peer: (name: string) => Promise<string>
  /** A line of progress, on standard error. */
  readonly say: (text: string) => void
}

/** One file of `lines/`: what it measures, by one name that `npm run bench -- <name>` takes. */
export type Line = {
  readonly name: string
  readonly measure: (bench: Bench) => Promise<readonly Figure[]>
}
