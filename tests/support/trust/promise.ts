import { expect } from 'vitest'
import { keepingBy } from './count-tries.ts'

export const keeping = keepingBy(expect)
