import { connect, createServer, type Socket } from 'node:net'

/**
 * One direction of a network: bytes go one after the other at its pace, and arrive half a round trip later, in order.
 * Answers a function that calls back when so many bytes have arrived.
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
  /** Of either direction, shared by all connections. */
  bytesPerSecond: number
  /** Milliseconds there and back again. */
  roundTrip: number
  /** How many of a hundred exchanges are cut: asked and answered once on one connection. */
  cutPercent: number
}

/**
 * Where an exchange is cut: within what is asked, so that the server never does it; once all of it is asked, so that the
 * server does it and nobody hears; within what is answered.
 */
const cutPlaces = ['asked', 'done', 'answered'] as const
type CutPlace = (typeof cutPlaces)[number]

type ChaosProxy = {
  url: string
  cuts: () => Record<CutPlace, number>
  exchanges: () => number
  /** From now on a network like any other, or as bad as this. */
  become: (chaos: Chaos) => void
  stop: () => Promise<void>
}

/** A bad network in front of a server, as bytes: it knows no HTTP. `random` answers numbers from 0 to 1. */
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
      // What has arrived is done all the same.
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
