import {
  hasAnswer,
  type ListRecord,
  type LoadPage,
  type Page,
  type RecordChange,
  type SourceState,
} from './list-source.ts'
import { type Affects, createLiveChanges, createRowPages } from './row-pages.ts'

export type RowLoaderOptions<T> = {
  /** Something rendered has changed. */
  readonly onChange: () => void
  /** All rows were replaced, by another query or a refresh. */
  readonly onSwap: (reason: 'query' | 'refresh') => void
  readonly affects?: Affects<T>
  readonly pageSize?: number
  /** Maximum cached pages. */
  readonly capacity?: number
  /** Milliseconds between rounds of requests, so that dragging the scrollbar loads only where it stops. */
  readonly pause?: number
  /** Milliseconds before a retry when the server did not answer. */
  readonly retryAfter?: number
}

/** Loads the rows of a list in pages around the visible range. */
export type RowLoader<T> = {
  query(loadPage: LoadPage<T>): void
  refresh(): void
  /** Loads missing rows from `first` to before `end`, and one page on each side. */
  show(first: number, end: number): void
  /** Notifies once for all changes. */
  applyChanges(changes: readonly RecordChange<T>[]): void
  /** Marks the rows as outdated, because unknown records changed. */
  expire(): void
  rowAt(index: number): T | undefined
  indexOf(id: string): number | undefined
  isGone(id: string): boolean
  state(): SourceState
  stop(): void
}

const parallel = 3

export function createRowLoader<T extends ListRecord>(options: RowLoaderOptions<T>): RowLoader<T> {
  const { pageSize = 100, capacity = 50, pause = 80, retryAfter = 5_000, onChange, onSwap } = options
  const pages = createRowPages<T>(pageSize, capacity)
  const live = createLiveChanges<T>(pages, options.affects)
  const flights = new Map<number, AbortController>()
  let loadPage: LoadPage<T> | null = null
  let state: SourceState = nothingYet
  let range = { first: 0, end: 0 }
  let due: 'query' | 'refresh' | null = null
  let reloading: AbortController | null = null
  let loadedTotal = 0
  let askedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    query(next) {
      loadPage = next
      range = { first: 0, end: range.end - range.first }
      void reload('query')
    },
    refresh: () => void reload(due ?? 'refresh'),
    show(first, end) {
      range = { first, end }
      const wanted = wantedPages()
      pages.touch(wanted.toReversed())
      for (const [page, flight] of flights) if (!wanted.includes(page)) cancel(page, flight)
      schedule()
    },
    applyChanges(changes) {
      let outdated = state.outdated
      for (const change of changes) if (live.apply(change)) outdated = true
      set({ outdated, added: addedTo(state.total) })
    },
    expire: () => set({ outdated: true }),
    rowAt: pages.rowAt,
    indexOf: pages.indexOf,
    isGone: live.isGone,
    state: () => state,
    stop,
  }

  async function reload(reason: 'query' | 'refresh'): Promise<void> {
    if (!loadPage) return
    stop()
    const load = loadPage
    const flight = new AbortController()
    reloading = flight
    due = reason
    set({ phase: 'loading' })
    live.expectAnswer()
    try {
      const asked = reason === 'query' || state.total === 0 ? [0] : visiblePages()
      const answers = await Promise.all(asked.map((page) => askFor(load, page, flight.signal)))
      if (!flight.signal.aborted) replaceAll(asked, answers)
    } catch (error) {
      if (!flight.signal.aborted) fail(error)
    } finally {
      live.answerCame()
    }
  }

  function replaceAll(asked: readonly number[], answers: readonly Page<T>[]): void {
    const reason = due ?? 'refresh'
    loadedTotal = answers.at(-1)?.total ?? 0
    pages.clear()
    for (const [step, page] of asked.entries()) pages.put(page, live.newest(answers[step]?.items ?? []))
    live.restart()
    due = null
    reloading = null
    const isKept = answers[0]?.at !== undefined
    state = { ...nothingYet, phase: 'ready', total: loadedTotal, offline: isKept }
    // Neighbouring pages load after the first rows are painted.
    askedAt = performance.now()
    onSwap(reason)
    onChange()
    if (isKept) retry()
    else if (visiblePages().every(pages.has)) schedule()
    else pump()
  }

  /** Requests missing pages, nearest first. Waits while another query is loading. */
  function pump(): void {
    timer = undefined
    const load = loadPage
    if (!load || due === 'query' || state.offline || state.phase === 'failed') return
    for (const page of wantedPages()) {
      if (flights.size >= parallel) return
      if (!pages.has(page) && !flights.has(page)) void loadOne(load, page)
    }
  }

  async function loadOne(load: LoadPage<T>, page: number): Promise<void> {
    const flight = new AbortController()
    flights.set(page, flight)
    askedAt = performance.now()
    live.expectAnswer()
    try {
      const answer = await askFor(load, page, flight.signal)
      if (flight.signal.aborted) return
      flights.delete(page)
      land(page, answer)
    } catch (error) {
      if (!flight.signal.aborted) fail(error)
    } finally {
      live.answerCame()
    }
  }

  function land(page: number, answer: Page<T>): void {
    if (answer.total !== state.total) pages.dropMisfits(answer.total)
    pages.put(page, live.newest(answer.items))
    const outdated = state.outdated || answer.total !== loadedTotal
    set({ total: answer.total, outdated, added: addedTo(answer.total) })
    pump()
  }

  function askFor(load: LoadPage<T>, page: number, signal: AbortSignal): Promise<Page<T>> {
    return load(page * pageSize, pageSize, signal)
  }

  /** A refusal empties the list; without an answer the old rows stay and the request is retried. */
  function fail(error: unknown): void {
    stop()
    if (hasAnswer(error)) {
      pages.clear()
      due = due ?? 'refresh'
      state = { ...nothingYet, phase: 'failed', error }
      onSwap('query')
      onChange()
      return
    }
    set({ phase: state.total > 0 ? 'ready' : 'failed', offline: true, error })
    retry()
  }

  /** Random delay: clients that lost the network together must not return together. */
  function retry(): void {
    timer = setTimeout(() => void reload(due ?? 'refresh'), retryAfter * (0.8 + Math.random() * 0.4))
  }

  function schedule(): void {
    if (timer !== undefined || state.offline) return
    const wait = askedAt + pause - performance.now()
    if (wait <= 0) pump()
    else timer = setTimeout(pump, wait)
  }

  function stop(): void {
    clearTimeout(timer)
    timer = undefined
    reloading?.abort()
    reloading = null
    for (const [page, flight] of flights) cancel(page, flight)
  }

  function cancel(page: number, flight: AbortController): void {
    flight.abort()
    flights.delete(page)
  }

  function set(change: Partial<SourceState>): void {
    state = { ...state, ...change }
    onChange()
  }

  function addedTo(total: number): number {
    return Math.max(live.created(), total - loadedTotal, 0)
  }

  function visiblePages(): number[] {
    const last = Math.max(0, Math.ceil(state.total / pageSize) - 1)
    const from = Math.min(last, Math.floor(range.first / pageSize))
    const to = Math.min(last, Math.max(from, Math.ceil(range.end / pageSize) - 1))
    return Array.from({ length: to - from + 1 }, (_, step) => from + step)
  }

  function wantedPages(): number[] {
    if (state.total === 0) return []
    const visible = visiblePages()
    const around = [(visible.at(-1) ?? 0) + 1, (visible[0] ?? 0) - 1]
    return [...visible, ...around.filter((page) => page >= 0 && page * pageSize < state.total)]
  }
}

const nothingYet: SourceState = {
  phase: 'loading',
  total: 0,
  offline: false,
  error: null,
  added: 0,
  outdated: false,
}
