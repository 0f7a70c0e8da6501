import type { Client, Connection } from 'pg'

/** `copy ... from stdin` of text that is ready, through `pg`: the least that so many rows cost. */
export const copyInto = (client: Client, statement: string, text: Buffer): Promise<number> =>
  new Promise((resolve, reject) => {
    let failure: Error | null = null
    let copied = 0
    // What `client.query` takes beside texts: something that speaks with the connection by itself.
    client.query({
      submit: (connection: Connection) => connection.query(statement),
      handleCopyInResponse: (connection: CopyingConnection) => {
        for (let at = 0; at < text.length; at += chunk) {
          connection.sendCopyFromChunk(text.subarray(at, at + chunk))
        }
        connection.endCopyFrom()
      },
      handleCommandComplete: ({ text: done }: { text: string }) => {
        copied = Number(/\d+$/.exec(done)?.[0])
      },
      handleError: (error: Error) => {
        failure = error
      },
      handleReadyForQuery: () => (failure === null ? resolve(copied) : reject(failure)),
    } as never)
  })

const chunk = 64 * 1024

type CopyingConnection = Connection & {
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
}
