import type { RecordIndex } from '../../palette/record-index.ts'

type Remembering = { records: RecordIndex; hitOf: typeof import('../../../domain/search/hit-of.ts').hitOf }

export type Memory = { take: (step: (memory: Remembering) => void) => void }

/** Keeps what there is to remember as it came, until somebody looks for it and the index is there. */
export const createLateMemory = () => {
  let here: Remembering | null = null
  let waiting: ((memory: Remembering) => void)[] = []
  const fetchMemory = async (): Promise<Remembering> => {
    const [{ createRecordIndex }, { hitOf }] = await Promise.all([
      import('../../palette/record-index.ts'),
      import('../../../domain/search/hit-of.ts'),
    ])
    if (here !== null) return here
    here = { records: createRecordIndex(), hitOf }
    for (const step of waiting) step(here)
    waiting = []
    return here
  }
  return {
    take: (step: (memory: Remembering) => void): void => {
      if (here !== null) step(here)
      else waiting.push(step)
    },
    records: async (): Promise<RecordIndex> => (here ?? (await fetchMemory())).records,
  }
}
