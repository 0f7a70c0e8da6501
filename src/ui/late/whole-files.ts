/**
 * Brings a late part of the console: each of its files whole into the browser's cache first, asked for again where the
 * network cuts it, and only then run. A browser never asks again for a module that it could not have: what was cut once
 * would stay away until the page is loaded anew. Stands in for Vite's own preloading, whose shape and event it has.
 *
 * @throws what the last try of a file threw; whoever asks for the part again has it asked for again
 */
export const loadWhole = async <Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part> => {
  try {
    await Promise.all(files.map((file) => had.get(file) ?? fetched(file)))
    return await load()
  } catch (cause) {
    window.dispatchEvent(new Event('vite:preloadError'))
    throw cause
  }
}

const had = new Map<string, Promise<unknown>>()

const fetched = (file: string): Promise<unknown> => {
  const url = `/${file}`
  const coming = wholeFile(url, mostTries).then(() => (file.endsWith('.css') ? styled(url) : null))
  had.set(file, coming)
  coming.catch(() => had.delete(file))
  return coming
}

const mostTries = 5
/** Milliseconds, doubled at each try. */
const pause = 300
/** Of a server that goes away or comes back; any other answer is the last word. */
const isPassing = (status: number): boolean => status >= 500

const wholeFile = async (url: string, triesLeft: number): Promise<void> => {
  try {
    const answer = await fetch(url)
    await answer.arrayBuffer()
    if (isPassing(answer.status)) throw new Error(`${url}: ${answer.status}`)
  } catch (cause) {
    if (triesLeft <= 1) throw cause
    await new Promise((resolve) =>
      setTimeout(resolve, pause * 2 ** (mostTries - triesLeft) * (0.5 + Math.random())),
    )
    return wholeFile(url, triesLeft - 1)
  }
}

const styled = (href: string): Promise<unknown> | null => {
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`) !== null) return null
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  document.head.append(link)
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => reject(new Error(`${href} did not come`))
  })
}
