import { whenIdle } from './when-idle.ts'

/** The built files by what wants them, put into the page by the build as `<script type="application/json" id="parts">`. */
type Parts = {
  console: string[]
  /** What is one key away from every screen of the console. */
  later: string[]
}

/**
 * Has the browser fetch, when it has nothing else to do, what is wanted next: into its cache, without running it. Those
 * who pay for each byte fetch nothing before they need it.
 *
 * @returns gives it up, where it has not begun
 */
export const prefetchParts = (wanted: (parts: Parts) => readonly string[]): (() => void) => {
  const parts = readParts()
  if (parts === null) return () => undefined
  const fetchAll = () => {
    for (const href of wanted(parts)) {
      if (performance.getEntriesByName(new URL(href, location.href).href).length > 0) continue
      const as = href.endsWith('.css') ? 'style' : 'script'
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'prefetch', as, href, crossOrigin: '' }),
      )
    }
  }
  return whenIdle(fetchAll)
}

const readParts = (): Parts | null => {
  const text = document.getElementById('parts')?.textContent
  return text ? (JSON.parse(text) as Parts) : null
}
