import { createTransport } from 'nodemailer'
import { type Post, type Sender, toMessage } from './post.ts'

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 30_000,
}

/** Sends by the server that `url` names, `smtp://` (with STARTTLS where it is offered) or `smtps://`. */
export const smtpPost = (url: string, from: Sender): Post => {
  const transport = createTransport({ url, ...timeouts })
  return {
    deliver: async (letter, signal) => {
      await transport.sendMail({ ...toMessage(letter, from), signal })
    },
  }
}
