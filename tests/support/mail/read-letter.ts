import PostalMime, { type Email } from 'postal-mime'

export type ReadLetter = {
  to: string
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** The only link in the mail. */
  link: string
  /** The link's token, if any. */
  token: string
  header: (name: string) => string | undefined
  headerNames: string[]
}

/** Parses a mail. */
export const readLetter = async (raw: Buffer | Uint8Array): Promise<ReadLetter> => {
  const email: Email = await PostalMime.parse(raw)
  const text = email.text ?? ''
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
  return {
    to: email.to?.map(({ address }) => address).join() ?? '',
    from: { name: email.from?.name ?? '', address: email.from?.address ?? '' },
    subject: email.subject ?? '',
    text,
    html: email.html ?? '',
    link,
    token: link.split('/').at(-1)!,
    header: (name) => email.headers.find(({ key }) => key === name)?.value,
    headerNames: email.headers.map(({ key }) => key),
  }
}
