/** Connects to a mail server and logs in, within 5 s a step. @throws Error, with `code` `EAUTH` for a refused name or password */
export const verifyMail = async (smtpUrl: string): Promise<void> => {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    dnsTimeout: 5_000,
    socketTimeout: 5_000,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
