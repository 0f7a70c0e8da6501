import { type Post, type Sender, toMessage } from './post.ts'

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 30_000,
}

/** Sends by the server that `url` names, `smtp://` (with STARTTLS where it is offered) or `smtps://`. */
export const smtpPost = (url: string, from: Sender): Post => {
  // Loaded for the first letter, and not at every start.
  const open = async () => (await import('nodemailer')).createTransport({ url, ...timeouts })
  let transport: ReturnType<typeof open> | null = null
  return {
    deliver: async (letter, signal) => {
      transport ??= open()
      await (await transport).sendMail({ ...toMessage(letter, from), signal })
    },
  }
}
