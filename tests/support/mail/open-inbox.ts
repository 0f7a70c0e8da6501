import type { Letter } from '../../../server/mail/transport.ts'

export type Inbox = {
  /** What a post delivers to. */
  take: (letter: Letter) => Promise<void>
  /** Resolves with the next letter, once it has come. */
  next: () => Promise<Letter>
}

/** Letters as they come, waited for one by one. */
export const openInbox = (): Inbox => {
  const letters: Letter[] = []
  let wake = (): void => {}
  return {
    take: async (letter) => {
      letters.push(letter)
      wake()
    },
    next: async () => {
      while (letters.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return letters.shift()!
    },
  }
}
