import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Post, type Sender, toMessage } from './post.ts'

/**
 * Writes each letter into the folder, `<time>-<id>.eml`, for its owner's eyes only, and says its link: where there is
 * no mail server, that is how one gets it. A server that others reach says none: its output is kept by somebody.
 */
export const spoolPost = (
  folder: string,
  from: Sender,
  log: { info: (message: string) => void },
  { saysLinks = true } = {},
): Post => {
  return {
    deliver: async (letter) => {
      // Loaded for the first letter, and not at every start.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(toMessage(letter, from))
      const name = `${letter.at.toISOString().replaceAll(':', '-')}-${letter.id}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = path.join(folder, `${name}.part`)
      await writeFile(unfinished, message, { mode: 0o600 })
      await rename(unfinished, path.join(folder, name))
      log.info(
        saysLinks ? `Mail to ${letter.to}, "${letter.subject}": ${letter.link}` : `Mail written: ${name}`,
      )
    },
  }
}
