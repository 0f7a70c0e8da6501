import http from 'node:http'

export type Asked = { readonly url: string; readonly token: string; readonly agent: http.Agent }

/** A GET over a kept connection: how many bytes were answered. Anything but 200 throws. */
export const get = ({ url, token, agent }: Asked): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(bytes)
          : reject(new Error(`${url} answered ${response.statusCode}`)),
      )
    })
    request.on('error', reject)
  })

/** A POST over a kept connection. Anything but 200 throws. */
export const post = (
  { url, agent }: Omit<Asked, 'token'>,
  { body, headers }: { body: Buffer; headers: Record<string, string> },
): Promise<void> =>
  new Promise((resolve, reject) => {
    const given = { 'content-type': 'application/json', 'content-length': String(body.length), ...headers }
    const request = http.request(url, { agent, method: 'POST', headers: given }, (response) => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`)),
      )
    })
    request.on('error', reject)
    request.end(body)
  })

/** One after the other: the milliseconds of each. */
export const timeInTurn = async (asked: Asked, times: number): Promise<number[]> => {
  const took: number[] = []
  for (let call = 0; call < times; call++) {
    const began = performance.now()
    await get(asked)
    took.push(performance.now() - began)
  }
  return took
}

/** So many at once for so long: answers a second. */
export const rateOf = async (asked: Asked, connections: number, seconds: number): Promise<number> => {
  const began = performance.now()
  const until = began + seconds * 1000
  let answered = 0
  const keepAsking = async () => {
    while (performance.now() < until) {
      await get(asked)
      answered++
    }
  }
  await Promise.all(Array.from({ length: connections }, keepAsking))
  return (answered * 1000) / (performance.now() - began)
}
