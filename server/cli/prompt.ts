import readline from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartRefusal } from '../core/errors.ts'

export type Prompt = {
  /** `isSecret`: input is not echoed. */
  ask: (question: string, options: { isSecret: boolean }) => Promise<string>
  close: () => void
}

/** Prompt at the terminal; null without one. */
export const openPrompt = (): Prompt | null => {
  if (!process.stdin.isTTY) return null
  let isMuted = false
  const output = new Writable({
    write: (chunk, encoding, done) => {
      if (!isMuted) process.stdout.write(chunk, encoding)
      done()
    },
  })
  const lines = readline.createInterface({ input: process.stdin, output, terminal: true })
  const left = new Promise<never>((_, reject) => {
    lines.once('close', () => reject(new StartRefusal('Nothing was changed.')))
  })
  left.catch(() => undefined)
  return {
    ask: async (question, { isSecret }) => {
      process.stdout.write(`${question}: `)
      isMuted = isSecret
      try {
        return await Promise.race([lines.question(''), left])
      } finally {
        if (isSecret) process.stdout.write('\n')
        isMuted = false
      }
    },
    close: () => lines.close(),
  }
}

/** Language of the terminal: `fr_FR.UTF-8`. */
export const terminalLanguage = (): string =>
  (process.env.LC_ALL || process.env.LC_MESSAGES || process.env.LANG || '').startsWith('fr') ? 'fr' : 'en'
