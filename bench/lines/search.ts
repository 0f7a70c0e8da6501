import type { Page } from '@playwright/test'
import pg from 'pg'
import type { SearchHit } from '../../domain/changes/changes.ts'
import { foldedWords } from '../../domain/lib/fold.ts'
import type { Order } from '../../domain/orders/order.ts'
import { openConsole } from '../lib/browser/console-tab.ts'
import { type BenchServer, benchServer } from '../lib/data/database.ts'
import type { Bench, Line } from '../lib/report/bench.ts'
import { costOver, type Figure } from '../lib/report/figure.ts'
import { median } from '../lib/report/samples.ts'

/**
 * What a person types who looks for an order, and the raw query that answers it by one index. A text is put into the
 * palette whole, as when it is pasted: each is asked once, so that nothing is in memory yet.
 */
const questions: {
  name: string
  ask: (order: Order) => string
  raw: (text: string) => [string, unknown[]]
}[] = [
  {
    name: 'a number',
    ask: ({ number }) => `#${number}`,
    raw: (text) => ['number = $1', [Number(text.slice(1))]],
  },
  {
    name: 'a phone',
    ask: ({ customerPhone }) => customerPhone.slice(-8),
    raw: (text) => ['digits like $1', [`%${text}%`]],
  },
  {
    name: 'a name of two words',
    ask: ({ customerName }) => customerName.split(' ').slice(0, 2).join(' '),
    raw: (text) => {
      const words = foldedWords(text)
      return [words.map((_, at) => `text like $${at + 1}`).join(' and '), words.map((word) => `%${word}%`)]
    },
  },
  {
    name: 'a frequent word',
    ask: ({ productName }) => productName.split(' ')[0] ?? '',
    raw: (text) => ['text like $1', [`%${foldedWords(text)[0]}%`]],
  },
]

const asked = 5

/** Which the palette asks for, since it is the selected one, and the least part of the orders that it has. */
const country = 'ic'
const ofCountry = 1 / 3

const frame = 1_000 / 60

export const line: Line = {
  name: 'search',
  measure: async (bench) => {
    const sides: Side[] = []
    try {
      for (const orders of [10_000, 1_000_000]) sides.push(await openSide(orders, bench))
      const [small, large] = sides as [Side, Side]
      const figures: Figure[] = []
      for (const question of questions) {
        const samples = new Map(sides.map((side) => [side, { painted: [], queried: [] } as Samples]))
        const texts = new Map<Side, string[]>()
        for (const side of sides) texts.set(side, await textsFor(question, side.orders, side.server))
        // By turns: what disturbs the machine disturbs both. One more before them, which is thrown away.
        for (let at = 0; at <= asked; at++) {
          for (const side of at % 2 === 0 ? sides : sides.toReversed()) {
            const text = texts.get(side)?.[at]
            if (text === undefined) continue
            const hits = await answerOf(side.server, text)
            const painted = await timeToPainted(side.page, text, hits)
            const queried = await timeToAnswer(side.client, question.raw(text))
            if (at === 0) continue
            samples.get(side)!.painted.push(painted)
            samples.get(side)!.queried.push(queried)
          }
        }
        figures.push(...figuresOf(question.name, samples.get(small)!, samples.get(large)!))
      }
      return figures
    } finally {
      for (const side of sides) await side.close()
    }
  },
}

const figuresOf = (name: string, before: Samples, now: Samples): Figure[] => {
  const shared = { unit: 'ms', ours: now.painted }
  return [
    costOver({
      ...shared,
      what: `${name}: key to painted result, 1,000,000 orders`,
      against: '2x the raw index query + one frame',
      theirs: 2 * median(now.queried) + frame,
      goal: { atMost: 1 },
    }),
    costOver({
      ...shared,
      what: `${name}: the same`,
      against: 'the same of 10,000 orders',
      theirs: before.painted,
      goal: { atMost: 3 },
    }),
  ]
}

type Samples = { painted: number[]; queried: number[] }

type Side = {
  orders: number
  server: BenchServer
  client: pg.Client
  page: Page
  close: () => Promise<void>
}

const openSide = async (orders: number, bench: Bench): Promise<Side> => {
  const server = await benchServer({ orders })
  const client = new pg.Client(server.connection)
  await client.connect()
  const page = await openConsole(await bench.browser(), server, '/packages/list')
  await page.getByRole('grid').waitFor()
  const close = async () => {
    await page.close()
    await client.end()
    await server.close()
  }
  return { orders, server, client, page, close }
}

/** Orders from all over the list, by which different texts are asked. */
const textsFor = async (
  { ask }: (typeof questions)[number],
  orders: number,
  { call }: BenchServer,
): Promise<string[]> => {
  const texts = new Set<string>()
  for (let place = 1; texts.size <= asked && place < 20; place++) {
    const skip = Math.floor((orders * ofCountry * place) / 20)
    const answer = await call('GET', `/orders?limit=1&skip=${skip}&country=${country}`)
    const { items } = (await answer.json()) as { items: Order[] }
    texts.add(ask(items[0]!))
  }
  return [...texts]
}

const answerOf = async ({ call }: BenchServer, text: string): Promise<SearchHit[]> => {
  const answer = await call('GET', `/search?limit=20&country=${country}&q=${encodeURIComponent(text)}`)
  return ((await answer.json()) as { items: SearchHit[] }).items
}

/** From the input's event to the frame that shows the server's first hit; then the palette is closed. */
const timeToPainted = async (page: Page, text: string, [first]: SearchHit[]): Promise<number> => {
  if (first === undefined) throw new Error(`nothing is called ${text}`)
  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox', { name: 'Palette' })
  await input.waitFor()
  await input.evaluate(watchForPaint, first)
  await page.keyboard.insertText(text)
  const took = await page.evaluate(() => window.painted)
  await page.keyboard.press('Escape')
  await input.waitFor({ state: 'detached' })
  return took
}

/** Runs in the page: keeps how long it takes from the next input's event to the frame that shows the record. */
const watchForPaint = (box: Element, { title, number }: SearchHit): void => {
  window.painted = new Promise((resolve, reject) => {
    const begin = ({ timeStamp }: Event) => {
      const look = () => {
        const options = [...document.querySelectorAll('[role=option]')]
        const isThere = options.some(
          ({ textContent }) => textContent?.includes(title) && textContent.includes(String(number)),
        )
        if (isThere) setTimeout(() => resolve(performance.now() - timeStamp))
        else if (performance.now() - timeStamp < 10_000) requestAnimationFrame(look)
        else reject(new Error(`${title}, ${number}: not painted in ten seconds`))
      }
      requestAnimationFrame(look)
    }
    box.addEventListener('input', begin, { once: true, capture: true })
  })
}

declare global {
  interface Window {
    painted: Promise<number>
  }
}

const timeToAnswer = async (client: pg.Client, [where, values]: [string, unknown[]]): Promise<number> => {
  const began = performance.now()
  await client.query(
    `select resource, record_id, number, title, subtitle from search_entries where ${where}
     order by number desc limit 20`,
    values,
  )
  return performance.now() - began
}
