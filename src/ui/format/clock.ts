import { createAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import { useEffect } from 'react'
import { numberFormat } from '../../../domain/lib/number-format.ts'

const TICK_MS = 15_000

const now = createAtom(Date.now())
let users = 0
let timer: ReturnType<typeof setInterval> | undefined

/** Current time in milliseconds from one shared timer, which stops without subscribers. */
export const useNow = (): number => {
  useEffect(() => {
    users += 1
    if (users === 1) {
      now.set(Date.now())
      timer = setInterval(() => now.set(Date.now()), TICK_MS)
    }
    return () => {
      users -= 1
      if (users === 0) clearInterval(timer)
    }
  }, [])
  return useAtom(now)
}

const lengths = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Seconds in the two largest non-zero units: `2 j 4 h`, `35 min`. */
export const formatDuration = (seconds: number, language: string): string => {
  let rest = Math.round(seconds / 60) * 60
  const parts = lengths.map(([unit, length]) => {
    const amount = Math.floor(rest / length)
    rest -= amount * length
    return { unit, amount }
  })
  const first = parts.findIndex(({ amount }) => amount > 0)
  const said = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2)
  return said
    .filter(({ amount }, index) => amount > 0 || index === 0)
    .map(({ unit, amount }) =>
      numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount),
    )
    .join(' ')
}
