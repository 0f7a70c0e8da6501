import readline from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartRefusal } from '../db/connection-errors.ts'

export type Prompt = {
  /** What is typed to a secret question is not shown. */
  ask: (question: string, options: { isSecret: boolean }) => Promise<string>
  close: () => void
}

/** Questions at the terminal; null where there is nobody to answer. */
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
    lines.once('close', () => reject(new StartRefusal('Nothing was created.')))
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
