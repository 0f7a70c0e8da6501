import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { type Post, type Sender, toMessage } from './post.ts'

/**
 * Writes each letter into the folder, `<time>-<id>.eml`, for its owner's eyes only, and says its link: where there is
 * no mail server, that is how one gets it.
 */
export const spoolPost = (folder: string, from: Sender, log: { info: (message: string) => void }): Post => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    deliver: async (letter) => {
      const { message } = await transport.sendMail(toMessage(letter, from))
      const name = `${letter.at.toISOString().replaceAll(':', '-')}-${letter.id}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = path.join(folder, `${name}.part`)
      await writeFile(unfinished, message, { mode: 0o600 })
      await rename(unfinished, path.join(folder, name))
      log.info(`Mail to ${letter.to}, "${letter.subject}": ${letter.link}`)
    },
  }
}
