/**
 * One direction of a network: bytes go one after the other at its pace, and arrive half a round trip later, in order.
 * Answers a function that calls back when so many bytes have arrived.
 */
export const createLine = (quality: () => { bytesPerSecond: number; roundTrip: number }) => {
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
