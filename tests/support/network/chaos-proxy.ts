import { connect, createServer, type Socket } from 'node:net'

/**
 * One direction of a network: bytes are sent in order at its bandwidth and arrive half a round trip later.
 * Returns a function that calls back when this many bytes have arrived.
 */
const createLine = (quality: () => { bytesPerSecond: number; roundTrip: number }) => {
  const onTheWay: { due: number; arrive: () => void }[] = []
  let isFreeAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const deliver = () => {
    timer = undefined
    for (;;) {
      const [next] = onTheWay
      if (next === undefined) return
      const wait = next.due - performance.now()
      if (wait > 0.5) {
        timer = setTimeout(deliver, wait)
        return
      }
      onTheWay.shift()
      next.arrive()
    }
  }
  return (bytes: number, arrive: () => void): void => {
    const { bytesPerSecond, roundTrip } = quality()
    isFreeAt = Math.max(isFreeAt, performance.now()) + (bytes / bytesPerSecond) * 1_000
    onTheWay.push({ due: isFreeAt + roundTrip / 2, arrive })
    if (timer === undefined) deliver()
  }
}

export type Chaos = {
  /** Of each direction, shared by all connections. */
  bytesPerSecond: number
  /** Milliseconds there and back again. */
  roundTrip: number
  /** Percentage of exchanges (one request and its response) that are cut. */
  cutPercent: number
}

/**
 * Where an exchange is cut: within the request, so that the server does nothing; after the request, so that the
 * server acts but the response is lost; within the response.
 */
const cutPlaces = ['asked', 'done', 'answered'] as const
type CutPlace = (typeof cutPlaces)[number]

type ChaosProxy = {
  url: string
  cuts: () => Record<CutPlace, number>
  exchanges: () => number
  /** Changes the network's quality from now on. */
  become: (chaos: Chaos) => void
  stop: () => Promise<void>
}

/** A TCP proxy that simulates a bad network; it does not parse HTTP. `random` returns numbers from 0 to 1. */
export const startChaosProxy = async (
  target: string,
  first: Chaos,
  random: () => number = Math.random,
): Promise<ChaosProxy> => {
  const { hostname, port } = new URL(target)
  let chaos = first
  let exchanges = 0
  const cuts = { asked: 0, done: 0, answered: 0 }
  const up = createLine(() => chaos)
  const down = createLine(() => chaos)
  const open = new Set<Socket>()

  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
    }
    let cut: { place: CutPlace; after: number } | null = null
    let isAnswering = true
    let answered = 0
    const sever = (place: CutPlace) => {
      cuts[place] += 1
      cut = null
      client.resetAndDestroy()
      // The server still handles what has arrived.
      upstream.end()
    }
    client.on('data', (bytes) => {
      if (isAnswering) {
        isAnswering = false
        answered = 0
        exchanges += 1
        const isCut = random() * 100 < chaos.cutPercent
        const place = cutPlaces[Math.floor(random() * cutPlaces.length)] ?? 'done'
        cut = isCut
          ? { place, after: Math.floor(random() * (place === 'asked' ? bytes.length : 2_000)) }
          : null
      }
      if (cut?.place === 'asked') {
        const part = bytes.subarray(0, cut.after)
        return up(part.length, () => {
          upstream.write(part)
          sever('asked')
        })
      }
      up(bytes.length, () => upstream.write(bytes))
    })
    upstream.on('data', (bytes) => {
      isAnswering = true
      if (cut?.place === 'done') return sever('done')
      if (cut?.place === 'answered' && answered + bytes.length > cut.after) {
        const part = bytes.subarray(0, cut.after - answered)
        return down(part.length, () => client.write(part, () => sever('answered')))
      }
      answered += bytes.length
      down(bytes.length, () => client.write(bytes))
    })
    client.on('end', () => up(0, () => upstream.end()))
    client.on('close', () => upstream.destroySoon())
    upstream.on('end', () => down(0, () => client.end()))
    upstream.on('error', () => client.resetAndDestroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    cuts: () => ({ ...cuts }),
    exchanges: () => exchanges,
    become: (next) => {
      chaos = next
    },
    stop: () => {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
